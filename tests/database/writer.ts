import { writeSync } from "node:fs";
import { startApp } from "../../app/core/app.ts";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { openEmbedded } from "../../app/core/database/embedded/embedded.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import { insertRow } from "./tables.ts";

// A process that writes until it is killed: `node writer.ts <data folder or postgres:// address>`.
// It prints the id of each row once its commit is acknowledged, and nothing that is not.

const WRITERS = 8;
const target = process.argv[2] ?? "";
const engine = target.startsWith("postgres:") ? openServer(target) : await openEmbedded(target);
startApp({ database: { engine } });
writeSync(1, "open\n");

async function write(): Promise<never> {
  for (;;) {
    const id = await asSystem("writer", (db) => insertRow(db, "contact_messages"));
    // Synchronous, so that what is acknowledged is told even when the next instruction never runs.
    writeSync(1, `${id}\n`);
  }
}

try {
  await Promise.all(Array.from({ length: WRITERS }, write));
} catch {
  // The server was killed under us, which is what the test does.
  process.exit(0);
}
