import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { headers: Headers; body: Buffer };

/** What arrives at an address for notices while something is done that causes them. */
export async function receiveNotices(
  work: (address: string) => Promise<void>,
  status = 200,
): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = new Headers(request.headers as Record<string, string>);
    if (request.method === "POST") received.push({ headers, body: Buffer.concat(chunks) });
    // Whoever looks whether somebody is there finds somebody.
    response.writeHead(request.method === "POST" ? status : 200).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return received;
}
