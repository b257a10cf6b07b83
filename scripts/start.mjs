// npm start: installs, builds, then hands over to the project's own Node.
import { spawn } from "node:child_process";
import { SERVE } from "./serve-command.mjs";
import { ensureBuilt, ensureInstalled, projectEnv, root } from "./setup.mjs";

ensureInstalled();
ensureBuilt();

const server = spawn("node", SERVE, {
  cwd: root,
  stdio: "inherit",
  env: { NODE_ENV: "production", ...projectEnv },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
