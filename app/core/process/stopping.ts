// Whether this process is about to exit. It still answers requests, and closes their connections.

let stopping = false;

export const isStopping = () => stopping;

export function beginStopping(): void {
  stopping = true;
}
