// Makes an empty embedded database in the folder that the first argument names, and ends: what making one
// takes, 600 MB, stays with the process that did it.
import { openFolder } from "./pglite.server.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("which folder?");
await (await openFolder(folder)).close();
