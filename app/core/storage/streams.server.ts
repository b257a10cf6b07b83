type Pieces = AsyncIterable<Uint8Array>;

/**
 * A body that its first reader opens, and that is closed when nobody wants the rest. The answer to a
 * HEAD, or to somebody who has gone, is dropped unread: what was open by then would stay open.
 * @param open Gives up, and closes what it opened, when `unwanted` says so.
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
        // First: a store that does not answer is not waited for.
        unwanted.abort();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
