// The embedded database in a thread of its own: a slow statement holds up neither a page that is ready
// nor anything else of the serving thread. It takes PostgreSQL's own protocol and answers in it. Its first
// message names the folder: it may be started before anybody knows whether that is free.
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
