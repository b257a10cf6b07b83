import { Duplex } from "node:stream";

/** Whoever answers PostgreSQL's protocol: a worker, or a PGlite of this thread. Answers come in order. */
export type Backend = {
  send(message: Uint8Array, onAnswer: (answer: Uint8Array) => void): void;
  close(): Promise<void>;
};

/**
 * What the PostgreSQL driver takes for its socket. The messages of one statement are written together, so
 * that a statement is one exchange with the backend.
 */
export class ProtocolStream extends Duplex {
  readonly #backend: Backend;

  constructor(backend: Backend) {
    super();
    this.#backend = backend;
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  #send(message: Uint8Array): void {
    this.#backend.send(message, (answer) => {
      if (answer.length > 0) this.push(answer);
    });
  }
}
