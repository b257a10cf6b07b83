import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sendResponse } from "@remix-run/node-fetch-server";

/** Sends an answer of the router. What nobody reads of its body is closed: a HEAD, or somebody who has gone. */
export async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  try {
    // A body that took too long has had its answer.
    if (!response.destroyed && !response.headersSent) await sendResponse(response, answer);
  } finally {
    answer.body?.cancel().catch(() => {});
  }
}

/**
 * Opens a content, sends it under these headers and closes it whatever happens. Rejects when it cannot be
 * opened, before anything is sent.
 */
export async function sendContent(
  response: ServerResponse,
  status: number,
  headers: string[],
  open: (unwanted: AbortSignal) => Promise<Readable>,
): Promise<void> {
  if (response.destroyed) return;
  const unwanted = new AbortController();
  response.once("close", () => unwanted.abort());
  const content = await open(unwanted.signal).catch((error: unknown) => {
    if (!unwanted.signal.aborted) throw error;
  });
  // Who has gone by now is not told of any more: a pipeline would wait for ever.
  if (!content || response.destroyed) {
    content?.destroy();
    return;
  }
  response.writeHead(status, headers);
  // A visitor who leaves half-way is not an error.
  await pipeline(content, response).catch(() => response.destroy());
}
