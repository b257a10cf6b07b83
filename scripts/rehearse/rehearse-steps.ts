import { spawnSync } from "node:child_process";

/** What a step says of itself: nothing when all went well, or what is wrong, or that it could not be tried. */
type Outcome = string | undefined;
const NOT_TRIED = "not tried: ";

/** Steps that are tried one after the other, each told in one line. */
export class Rehearsal {
  #failed = 0;

  readonly step = async (name: string, work: () => unknown): Promise<void> => {
    const began = performance.now();
    let outcome: Outcome;
    try {
      outcome = ((await work()) as Outcome) || undefined;
    } catch (error) {
      outcome = error instanceof Error ? error.message : String(error);
    }
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    if (outcome?.startsWith(NOT_TRIED)) {
      console.log(`–  ${name}: ${outcome}`);
      return;
    }
    if (outcome) this.#failed++;
    console.log(`${outcome ? "✗" : "✓"}  ${name} (${seconds} s)${outcome ? `\n${outcome}` : ""}`);
  };

  /** A step that wants something that this machine does not have. */
  without(what: string): string {
    return `${NOT_TRIED}this machine has no ${what}`;
  }

  finish(): void {
    console.log(
      this.#failed === 0 ? "\nAll that was tried went well." : `\n${this.#failed} failed`,
    );
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}

/** Runs a script of a version with its own Node. What it printed. @throws Error with it, when it fails. */
export function runIn(folder: string, args: string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(`${folder}/node_modules/.bin/node`, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: "error", ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
