// npm start stands between npm and the server: whichever of them is told to end, all of them do.
import { spawn } from "node:child_process";

/**
 * What Node is given to serve the site. V8 lets the young part of each thread's heap grow to what the
 * machine has; with 8 MB a process holds 40 MB less, and 100 MB less with the embedded database.
 */
export const SERVE = ["--max-semi-space-size=8", "scripts/serve.mjs"];

const SIGNALS = ["SIGINT", "SIGTERM"];
const LOOK_EVERY_MS = 200;

/**
 * An npm that was killed hands on no signal. Started by hand, we outlive who started us, as any program does.
 *
 * The signals that npm does hand on reach us because package.json says `exec`: a shell between the two would
 * keep one to itself, and take the other without a word. Windows has no such shell, nor that word, so it
 * takes what stands after it.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event !== "start") return;
  const npm = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(look);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_EVERY_MS);
  look.unref();
}

/** Runs the server, hands signals on to it, and ends as it does. */
export function supervise(args, options) {
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const server = spawn("node", args, { ...options, stdio });
  for (const signal of SIGNALS) process.on(signal, () => server.kill(signal));
  server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
}

/** For the server: a supervisor that was killed could hand no signal on, but lets go of its line to us. */
export function endWithSupervisor() {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
}

/** Ends what runs for us meanwhile, when we are told to end. Returns what takes this back. */
export function endOnSignal(children) {
  const end = () => {
    for (const child of children) child.kill();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
