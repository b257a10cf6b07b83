/**
 * Polyfills that pdf.js lacks for browsers three years old (Chrome 118). Imported before it, in the page and in its
 * worker.
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
