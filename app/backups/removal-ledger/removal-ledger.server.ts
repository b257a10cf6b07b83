import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import * as z from "zod";
import {
  ACCOUNT_FILE,
  importAccountLines,
} from "../../auth/account/account-rights-file.system.server.ts";
import { env } from "../../core/process/env.server.ts";
import { readLines } from "../../core/storage/line-file.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { DAY } from "../../core/values/durations.ts";
import {
  addUnsubscriptions,
  UNSUBSCRIPTION_FILE,
} from "../../newsletter/unsubscription-lines.server.ts";
import { ERASURE_FILE, importErasureLines } from "../../people/erasure-file.system.server.ts";
import { addMovedLinks, MOVED_LINK_FILE } from "../../site/moved/moved-links.system.server.ts";
import {
  ArchiveError,
  compress,
  decompress,
  decrypt,
  encrypt,
  readParts,
  SIGNATURE,
  writeParts,
} from "../archive/archive-format.server.ts";
import {
  type BackupKeys,
  isSigned,
  listRecipients,
  type ReadingKey,
  signBytes,
} from "../keys/backup-keys.server.ts";

// An archive still has whoever was erased or unsubscribed since, and lets in whoever was shut out. So beside the
// archives stand small lists of those, as ids and hashes, each written once and sealed as the archives are: a restore
// does it all again.

export const LEDGER_FOLDER = "departures/";
const LIST = "departures/list";
const CURSOR = "departures-sealed.json";
/** As long as the oldest archive that may still be restored. */
const KEPT_MS = 90 * DAY;
/** The clock of another machine may be behind. */
const MARGIN_MS = DAY;

/** The files beside the database in which they are written down first. */
export const LEDGER_FILES = {
  erasures: ERASURE_FILE,
  unsubscriptions: UNSUBSCRIPTION_FILE,
  accounts: ACCOUNT_FILE,
  links: MOVED_LINK_FILE,
} as const;
type Kind = keyof typeof LEDGER_FILES;
const KINDS = Object.keys(LEDGER_FILES) as Kind[];
const ofEach = <T>(value: (kind: Kind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, value(kind)])) as Record<Kind, T>;

const listSchema = z.object({
  kind: z.literal("departures"),
  erasures: z.array(z.string()),
  unsubscriptions: z.array(z.string()),
  // Lists from before have none.
  accounts: z.array(z.string()).default([]),
  links: z.array(z.string()).default([]),
});
type List = z.infer<typeof listSchema>;

const countsSchema = z.object({
  erasures: z.number(),
  unsubscriptions: z.number(),
  accounts: z.number().default(0),
  links: z.number().default(0),
});
type Counts = z.infer<typeof countsSchema>;

const MOMENT = /^departures\/(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-[0-9a-f]+$/;

const nameOf = (at: Date) =>
  `${LEDGER_FOLDER}${at.toISOString().replace(/[:.]/g, "-")}-${randomBytes(6).toString("hex")}`;

function momentOfList(key: string): number | undefined {
  const [, hour, minute, second, rest] = MOMENT.exec(key) ?? [];
  return hour === undefined ? undefined : Date.parse(`${hour}:${minute}:${second}.${rest}`);
}

/** Which lists a store has, the oldest first. */
async function listLists(store: Storage): Promise<{ key: string; at: number }[]> {
  const lists: { key: string; at: number }[] = [];
  for await (const { key } of store.list(LEDGER_FOLDER)) {
    const at = momentOfList(key);
    if (at !== undefined) lists.push({ key, at });
  }
  return lists.sort((a, b) => a.at - b.at);
}

async function seal(list: List, keys: BackupKeys): Promise<string> {
  const words = Buffer.from(JSON.stringify(list));
  async function* parts() {
    yield { name: LIST, content: Readable.from([words]) };
    yield { name: SIGNATURE, content: Readable.from([signBytes(keys, words)]) };
  }
  const sealed = await encrypt(compress(writeParts(parts())), await listRecipients(keys));
  return (await buffer(sealed)).toString("base64");
}

/** @throws ArchiveError when it is damaged, encrypted to another key or signed by another site. */
async function unseal(sealed: string, reading: ReadingKey): Promise<List> {
  const parts = new Map<string, Buffer>();
  const bytes = Readable.from([Buffer.from(sealed, "base64")]);
  for await (const { name, content } of readParts(decompress(decrypt(bytes, reading.identity)))) {
    parts.set(name, await buffer(content));
  }
  const [words, signature] = [parts.get(LIST), parts.get(SIGNATURE)];
  if (!words || !signature) throw new ArchiveError("elle est coupée (it is cut)");
  if (!isSigned(reading.publicKey, words, signature)) {
    throw new ArchiveError("un autre site l’a signée (signed by another site)");
  }
  const checked = listSchema.safeParse(JSON.parse(words.toString()));
  if (!checked.success) throw new ArchiveError("elle est abîmée (damaged)");
  return checked.data;
}

/** How many lines of each file stand in lists already. Where that is not known, all of them go into a new one. */
function readCursor(dataDir: string): Counts {
  try {
    return countsSchema.parse(JSON.parse(readFileSync(join(dataDir, CURSOR), "utf8")));
  } catch {
    return ofEach(() => 0);
  }
}

/** Seals what the files have and no list of this store has yet, and lets go of lists older than any archive if it `mayPrune`. */
export async function sealLedger(
  store: Storage,
  keys: BackupKeys,
  at: Date,
  mayPrune = true,
): Promise<void> {
  const { DATA_DIR } = env();
  const lists = await listLists(store);
  const sealed = lists.length > 0 ? readCursor(DATA_DIR) : ofEach(() => 0);
  const lines = ofEach((kind) => readLines(join(DATA_DIR, LEDGER_FILES[kind])));
  // A file that an older one was put in place of has fewer.
  const more = ofEach((kind) =>
    lines[kind].slice(sealed[kind] > lines[kind].length ? 0 : sealed[kind]),
  );
  if (KINDS.some((kind) => more[kind].length > 0)) {
    await store.write(nameOf(at), await seal({ kind: "departures", ...more }, keys), {
      once: true,
    });
    // Afterwards: what a crash leaves out here is sealed twice, and done twice, which changes nothing.
    const counts = ofEach((kind) => lines[kind].length);
    writeFileSync(join(DATA_DIR, CURSOR), JSON.stringify(counts), { mode: 0o600 });
  }
  for (const { key, at: made } of mayPrune ? lists : []) {
    if (made < at.getTime() - KEPT_MS) await store.remove(key);
  }
}

/** Brings the lists of this machine elsewhere. What stands there already is not sent again. */
export async function copyLedger(here: Storage, there: Storage): Promise<void> {
  const own = await listLists(here);
  if (own.length === 0) return;
  const present = new Set((await listLists(there)).map(({ key }) => key));
  for (const { key } of own) {
    if (!present.has(key)) await there.write(key, await text(await here.read(key)), { once: true });
  }
}

/**
 * Writes down what the lists of a store say that happened since an archive was made: it is done again from there.
 * Returns how many lists could not be read: another site's, or damaged.
 */
export async function importLedger(
  store: Storage,
  reading: ReadingKey,
  { dataDir, since }: { dataDir: string; since: Date },
): Promise<number> {
  let unreadable = 0;
  for (const { key, at } of await listLists(store)) {
    if (at < since.getTime() - MARGIN_MS) continue;
    const sealed = await text(await store.read(key));
    try {
      const { erasures, unsubscriptions, accounts, links } = await unseal(sealed, reading);
      importErasureLines(dataDir, erasures);
      addUnsubscriptions(dataDir, unsubscriptions);
      importAccountLines(dataDir, accounts);
      addMovedLinks(dataDir, links);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      unreadable += 1;
    }
  }
  return unreadable;
}
