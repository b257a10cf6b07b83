// Creates an empty embedded database in the folder of the first argument. A process of its own, since creating one
// takes 600 MB of memory, which a process does not give back.
import { openFolder } from "./pglite.server.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("which folder?");
await (await openFolder(folder)).close();
