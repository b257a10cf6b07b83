// Preloaded into a process of a test: every disk says that it has no room left.
import { promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { statfs } = promises;
promises.statfs = async (...args) => ({ ...(await statfs(...args)), bavail: 0 });
syncBuiltinESMExports();
