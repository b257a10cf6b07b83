// The least that a Node.js server can do: the same status, headers and bytes for every request.
// What ours adds on top of it is the price of the site.
import { createServer } from "node:http";
import { offer } from "./child.ts";

export type BareAnswer = {
  status: number;
  /** Flat name, value, name, value…: the fastest form, which ours uses too. */
  headers: string[];
  body: Uint8Array;
};

export type BareApi = { serve: (answer: BareAnswer) => Promise<number> };

let answer: BareAnswer | undefined;

const server = createServer((_request, response) => {
  if (!answer) return response.destroy();
  response.writeHead(answer.status, answer.headers);
  return response.end(answer.body);
});

offer<BareApi>({
  async serve(expected) {
    answer = { ...expected, body: Buffer.from(expected.body) };
    if (!server.listening) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    }
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  },
});
