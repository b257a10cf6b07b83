import { execFileSync } from "node:child_process";
import { mkdirSync, openAsBlob } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { openInMemory } from "../../../app/core/database/embedded/embedded.server.ts";
import type { Engine } from "../../../app/core/database/engine.server.ts";

/** Where the images of databases lie: one to which nothing was done yet, and one with our schema. */
export type Images = { empty: string; migrated: string };

/** A database in memory. Making one anew takes seconds of work, its image half of one. */
export async function openImage(kind: keyof Images): Promise<Engine> {
  return openInMemory(await openAsBlob(inject("images")[kind]));
}

/** The same in a data folder, where whoever opens it finds it as it was left by a process that ended. */
export function unpackImage(kind: keyof Images, dataDir: string): void {
  const database = join(dataDir, "database");
  mkdirSync(database, { recursive: true });
  // What it says of its names is told only where it fails.
  execFileSync("tar", ["-xf", inject("images")[kind], "-C", database], { stdio: "pipe" });
}
