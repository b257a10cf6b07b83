import { openAsBlob } from "node:fs";
import { inject } from "vitest";
import { openInMemory } from "../../app/core/database/embedded.server.ts";
import type { Engine } from "../../app/core/database/engine.server.ts";

/** Where the images of databases lie: one to which nothing was done yet, and one with our schema. */
export type Images = { empty: string; migrated: string };

/** A database in memory. Making one anew takes seconds of work, its image half of one. */
export async function openImage(kind: keyof Images): Promise<Engine> {
  return openInMemory(await openAsBlob(inject("images")[kind]));
}
