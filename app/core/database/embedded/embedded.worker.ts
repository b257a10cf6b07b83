// The embedded database in a worker thread, so that a slow statement does not block the thread that serves pages. It
// speaks PostgreSQL's protocol. Its first message is the folder: the thread may be started before the folder is
// locked.
import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { compileEngine, openFolder } from "./pglite.server.ts";

const port = parentPort;
if (!port) throw new Error("to be started as a worker");
const compiled = compileEngine();
const [folder] = await once(port, "message");
const database = await openFolder(folder, await compiled);
port.on("message", async (message: Uint8Array | "close") => {
  if (message === "close") {
    await database.close();
    port.close();
    return;
  }
  const answer = database.execProtocolRawSync(message);
  port.postMessage(answer, [answer.buffer as ArrayBuffer]);
});
port.postMessage("ready");
