import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { appendNewLines, readLines } from "../../core/storage/line-file.server.ts";
import { movedLinks } from "./moved-links.table.server.ts";

/** Whether a personal link was replaced by a new one, so that it leads nowhere any more. */
const isMoved = (token: string): Promise<boolean> =>
  asSystem("links.moved", async (db) => {
    const rows = await db
      .select({ at: movedLinks.moved_at })
      .from(movedLinks)
      .where(eq(movedLinks.token_hash, sql`link_hash(${token})`));
    return rows.length > 0;
  });

/** The record of a personal link, as `readOrUnavailable` reads it; `moved` when the link was replaced. */
export async function readAtLink<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  token: string,
  read: () => Promise<T | undefined>,
) {
  const found = await readOrUnavailable(context, what, read);
  if (found.status !== 404) return { ...found, moved: false };
  const { record: moved = false } = await readOrUnavailable(context, what, () => isMoved(token));
  return { ...found, moved, status: moved ? 410 : found.status };
}

// A backup brings former addresses back, and the links that were sent to them. So the hash of each link that was
// renewed stands in a small file beside the database too: what it leads to is renewed once more.

export const MOVED_LINK_FILE = "moved-links.jsonl";

const fileIn = (dataDir: string) => join(dataDir, MOVED_LINK_FILE);
const HASH = /"([0-9a-f]{64})"/;

/** The hashes that some lines hold. One that a crash cut short is left out. */
const hashesIn = (lines: readonly string[]): { hash: string }[] =>
  lines.flatMap((line) => {
    const hash = HASH.exec(line)?.[1];
    return hash ? [{ hash }] : [];
  });

const add = (dataDir: string, hashes: readonly { hash: string }[]): void =>
  appendNewLines(fileIn(dataDir), hashes, hashesIn(readLines(fileIn(dataDir))), ({ hash }) => hash);

/** Writes what the database renewed and the file does not know yet into the file. */
export async function keepMovedLinks(dataDir: string): Promise<void> {
  const hashes = await asSystem("links.keep", (db) =>
    db.select({ hash: movedLinks.token_hash }).from(movedLinks),
  );
  add(dataDir, hashes);
}

/** Adds the lines that somebody else wrote down, such as the list beside an archive. */
export const addMovedLinks = (dataDir: string, words: readonly string[]): void =>
  add(dataDir, hashesIn(words));

const RENEWED = sql`replace(gen_random_uuid()::text, '-', '')`;

/** Renews the links again that a backup brought back. */
export async function repeatMoves(db: SystemDb, dataDir: string): Promise<void> {
  const hashes = hashesIn(readLines(fileIn(dataDir)));
  if (hashes.length === 0) return;
  await db
    .insert(movedLinks)
    .values(hashes.map(({ hash }) => ({ id: newId(), token_hash: hash })))
    .onConflictDoNothing();
  for (const [table, column] of [
    ["event_registrations", "ticket_token"],
    ["members", "application_token"],
    ["orders", "token"],
    ["orders", "share_token"],
  ] as const) {
    const token = sql.identifier(column);
    await db.execute(sql`update ${sql.identifier(table)} set ${token} = ${RENEWED}
      where ${token} is not null
        and link_hash(${token}) in (select token_hash from moved_links)`);
  }
}
