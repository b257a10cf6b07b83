// Whether this process is about to end: it then says so to whoever sends it requests, and takes those that
// come meanwhile.

let stopping = false;

export const isStopping = () => stopping;

export function beginStopping(): void {
  stopping = true;
}
