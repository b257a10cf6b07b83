/**
 * The result of `work`, or of `onTimeout` when it takes longer than `ms`. The work is not stopped, and its later result
 * is ignored.
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  ms: number,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, timeout.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
