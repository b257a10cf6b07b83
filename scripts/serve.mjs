// Serves the build, with the project's own Node. Prints the address, or one line that says what is wrong.
import { enableCompileCache, flushCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
import { compileFolder } from "./setup.mjs";
import { endWithSupervisor } from "./supervise.mjs";

const began = performance.now();
endWithSupervisor();
// The product keeps to itself what is printed from then on, save through these two.
const { log: tell, error: complain } = console;
/** A setting is refused while the product is read, before it could explain anything itself. */
const settingWords = (error) =>
  error?.constructor?.name === "SettingError" ? error.message : error;

const compiled = compileFolder();
if (compiled) enableCompileCache(compiled);
let product;
try {
  // On the other core, while this one reads the product.
  const worker = process.env.DATABASE_URL ? undefined : databaseThread();
  product = await import("../build/server/index.js");
  const { PUBLIC_URL } = await product.start(worker);
  const seconds = ((performance.now() - began) / 1000).toFixed(1).replace(".", ",");
  tell(`Démarrage (starting)… ${seconds} s\n\n  Le site est prêt (ready): ${PUBLIC_URL}\n`);
} catch (error) {
  if (error?.code === "EADDRINUSE") {
    complain(
      `PORT ${error.port} est déjà utilisé (already in use): choisissez-en un autre avec PORT=…`,
    );
  } else complain(product ? product.explain(error) : settingWords(error));
  process.exit(1);
}
// Otherwise only a process that ends in order would leave it to the next.
if (compiled) setTimeout(flushCompileCache, 10_000).unref();

function databaseThread() {
  const file = new URL("../app/core/database/embedded/embedded.worker.ts", import.meta.url);
  const env = compiled ? { ...process.env, NODE_COMPILE_CACHE: compiled } : process.env;
  return new Worker(file, { execArgv: [], env });
}
