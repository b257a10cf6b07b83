import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** When somebody goes: before they can have an answer, with its first piece, or without reading. */
export const CUTS = ["at once", "at the first piece", "without reading"] as const;
export type Cut = (typeof CUTS)[number];

const WITHOUT_READING_MS = 60;

/** Asks for an address as somebody who goes away. Resolves when the line is closed. */
export function cutRead(
  url: string,
  address: string,
  cut: Cut,
  headers: Record<string, string> = {},
): Promise<void> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return new Promise((resolve) => {
    const line = connect(Number(port), hostname);
    line.on("error", () => {});
    line.on("close", () => resolve());
    line.once("connect", async () => {
      if (cut === "at the first piece") line.once("data", () => line.destroy());
      else line.pause();
      line.write(`GET ${address} HTTP/1.1\r\n${head}\r\n`);
      if (cut === "at once") setImmediate(() => line.destroy());
      if (cut === "without reading") {
        await pause(WITHOUT_READING_MS);
        line.destroy();
      }
    });
  });
}
