type Pieces = AsyncIterable<Uint8Array>;

/**
 * A body that is opened by its first reader, and closed when it is cancelled. The response to a HEAD, or to a closed
 * connection, is never read, so nothing may be opened before.
 * @param open Must give up, and close what it opened, when `unwanted` is aborted.
 */
export function lazyBody(
  open: (unwanted: AbortSignal) => Pieces | Promise<Pieces>,
): ReadableStream<Uint8Array> {
  const unwanted = new AbortController();
  async function* content(): AsyncGenerator<Uint8Array> {
    yield* await open(unwanted.signal);
  }
  const pieces = content();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        // First, so as not to wait for a store that does not answer.
        unwanted.abort();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
