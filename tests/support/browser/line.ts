import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A line to a product on which something was written. */
export async function say({ url }: { url: string }, words: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const line = connect(Number(port), hostname);
  line.on("error", () => {});
  await once(line, "connect");
  line.write(words);
  return line;
}
