import type { Page } from "@playwright/test";

/** One answer as it travelled: response headers and compressed body together. */
export type Fetched = { url: string; type: string; bytes: number };

/**
 * Writes down what a page fetches from now on. Bytes are Chromium's `encodedDataLength`, which is also
 * what has to fit the first flight of packets.
 */
export async function recordFetches(page: Page): Promise<Map<string, Fetched>> {
  const protocol = await page.context().newCDPSession(page);
  const fetched = new Map<string, Fetched>();
  await protocol.send("Network.enable");
  protocol.on("Network.responseReceived", ({ requestId, response, type }) => {
    if (response.url.startsWith("data:")) return;
    fetched.set(requestId, { url: response.url, type, bytes: 0 });
  });
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const entry = fetched.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  return fetched;
}

export const sumOf = (some: readonly Fetched[]) => some.reduce((all, { bytes }) => all + bytes, 0);
