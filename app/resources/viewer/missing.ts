/**
 * What pdf.js brings no stand-in for, although browsers three years old do not have it (Chrome 118).
 * Comes before it, in the page and in its worker.
 */
Promise.withResolvers ??= <T>() => {
  let resolve: (value: T | PromiseLike<T>) => void = () => {};
  let reject: (reason?: unknown) => void = () => {};
  const promise = new Promise<T>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  return { promise, resolve, reject };
};
