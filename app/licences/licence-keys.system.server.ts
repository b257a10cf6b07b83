import { asc, count, eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isSealedNow, sealForRow, unsealFromRow } from "../core/secrets/keys.server.ts";
import { ALGORITHM, type PublishedKey, SIGNING } from "./licence-code.ts";
import { licenceCards, licenceKeys } from "./licences.table.server.ts";

type LicenceKey = typeof licenceKeys.$inferSelect;

const PURPOSE = "licence keys";
/** How long a key is published before it signs, so that phones which check without a network know it by then. */
export const PUBLISHED_MONTHS = 6;

const listKeys = (db: SystemDb): Promise<LicenceKey[]> =>
  db.select().from(licenceKeys).orderBy(asc(licenceKeys.number));

const rowName = (number: number) => `licence key ${number}`;

/** The private half; undefined when the secret that encrypted it is gone. */
function openKey({ number, sealed }: LicenceKey): string | undefined {
  const opened = unsealFromRow(PURPOSE, rowName(number), sealed);
  return typeof opened === "string" ? opened : undefined;
}

/** Adds a key, unless another process just did. */
async function addKey(db: SystemDb, number: number, signs_from: Date | null): Promise<void> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const [open, closed] = await Promise.all([
    crypto.subtle.exportKey("raw", pair.publicKey),
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
  ]);
  await db
    .insert(licenceKeys)
    .values({
      number,
      signs_from,
      public_key: Buffer.from(open).toString("base64url"),
      sealed: sealForRow(PURPOSE, rowName(number), Buffer.from(closed).toString("base64url")),
    })
    .onConflictDoNothing();
}

const nextNumber = (keys: readonly LicenceKey[]) => (keys.at(-1)?.number ?? 0) + 1;
const isUsable = (key: LicenceKey) => key.revoked_at === null && openKey(key) !== undefined;
/** Those that may sign now, the last to begin first. */
const signing = (keys: readonly LicenceKey[]) =>
  keys
    .filter((key) => key.signs_from !== null && isUsable(key))
    .toSorted((one, other) => Number(other.signs_from) - Number(one.signs_from));
const waiting = (keys: readonly LicenceKey[]) =>
  keys.find((key) => key.signs_from === null && isUsable(key));

/** The keys, of which one signs and one is published for later: what is missing is made. */
async function completeKeys(db: SystemDb): Promise<{ keys: LicenceKey[]; current: LicenceKey }> {
  let keys = await listKeys(db);
  if (signing(keys).length === 0) {
    // After the loss of the secret nobody can sign with the keys that are there; they still verify.
    await addKey(db, nextNumber(keys), currentTime());
    keys = await listKeys(db);
  }
  if (!waiting(keys)) {
    await addKey(db, nextNumber(keys), null);
    keys = await listKeys(db);
  }
  const [current] = signing(keys);
  if (!current) throw new Error("no key signs licence cards");
  return { keys, current };
}

/** Every key that ever signed or will, as checkers need them; a query that may be the only one of its transaction. */
export const selectPublishedKeys = (db: SystemDb) =>
  db
    .select({
      number: licenceKeys.number,
      public_key: licenceKeys.public_key,
      revoked: sql<boolean>`${licenceKeys.revoked_at} is not null`,
    })
    .from(licenceKeys)
    .orderBy(asc(licenceKeys.number));

/** The key that signs now; its private half is imported when it signs, and cannot be read back from there. */
export async function readSigningKey(db: SystemDb) {
  const { current } = await completeKeys(db);
  let key: Promise<CryptoKey> | undefined;
  const importKey = () => {
    const closed = Buffer.from(openKey(current) ?? "", "base64url");
    return crypto.subtle.importKey("pkcs8", closed, ALGORITHM, false, ["sign"]);
  };
  return {
    number: current.number,
    async sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
      key ??= importKey();
      return new Uint8Array(await crypto.subtle.sign(SIGNING, await key, bytes));
    },
  };
}

/** At each start, keys are encrypted with the current secret, so that an old one can be removed. */
export async function resealLicenceKeys(): Promise<void> {
  await asSystem("licences.keys", async (db) => {
    for (const key of await listKeys(db)) {
      if (isSealedNow(PURPOSE, key.sealed)) continue;
      const opened = openKey(key);
      if (opened === undefined) {
        log.warn({}, "a key of licence cards cannot be read: the secret that sealed it is gone");
        continue;
      }
      await db
        .update(licenceKeys)
        .set({ sealed: sealForRow(PURPOSE, rowName(key.number), opened) })
        .where(eq(licenceKeys.id, key.id));
    }
  });
}

async function countCardsOf(db: SystemDb, number: number): Promise<number> {
  const [row] = await db
    .select({ cards: count() })
    .from(licenceCards)
    .where(eq(licenceCards.key_number, number));
  return row?.cards ?? 0;
}

export type KeyLine = PublishedKey & { signs_from: Date | null; created_at: Date; signs: boolean };

/** The keys for whoever holds the machine. */
export const listLicenceKeys = (): Promise<KeyLine[]> =>
  asSystem("licences.keys", async (db) => {
    const { keys, current } = await completeKeys(db);
    return keys.map(({ id, number, public_key, revoked_at, signs_from, created_at }) => ({
      number,
      public_key,
      revoked: revoked_at !== null,
      signs_from,
      created_at,
      signs: id === current.id,
    }));
  });

/** From when the key that is published for later may sign. */
export function mayRotateFrom({ created_at }: Pick<LicenceKey, "created_at">): Date {
  const from = new Date(created_at);
  from.setUTCMonth(from.getUTCMonth() + PUBLISHED_MONTHS);
  return from;
}

type Rotation = { is: "rotated"; number: number } | { is: "early"; from: Date };

/**
 * The published key signs from now on, and another one is published. Cards of the former stay valid.
 * @param anyway Also when it has not been published for long enough.
 */
export const rotateLicenceKeys = (anyway = false): Promise<Rotation> =>
  asSystem("licences.keys", async (db) => {
    const { keys } = await completeKeys(db);
    const next = waiting(keys);
    if (!next) throw new Error("no key is published for later");
    const [from, now] = [mayRotateFrom(next), currentTime()];
    if (from > now && !anyway) return { is: "early", from };
    await startSigning(db, next, now);
    await completeKeys(db);
    return { is: "rotated", number: next.number };
  });

// Of two processes that start the same key, the second changes nothing.
const startSigning = (db: SystemDb, { id }: LicenceKey, now: Date) =>
  db.update(licenceKeys).set({ signs_from: now }).where(eq(licenceKeys.id, id));

/**
 * Nothing counts any more that a stolen key signed. If it is the one that signs, the published one does from now on:
 * each card is signed anew when its holder opens it. Undefined when there is no such key.
 */
export const revokeLicenceKey = (
  number: number,
): Promise<{ cards: number; signs: number } | undefined> =>
  asSystem("licences.keys", async (db) => {
    const { keys, current } = await completeKeys(db);
    const stolen = keys.find((key) => key.number === number);
    if (!stolen) return undefined;
    const now = currentTime();
    await db
      .update(licenceKeys)
      .set({ revoked_at: stolen.revoked_at ?? now })
      .where(eq(licenceKeys.id, stolen.id));
    const next = waiting(await listKeys(db));
    if (stolen.id === current.id && next) await startSigning(db, next, now);
    const after = await completeKeys(db);
    return { cards: await countCardsOf(db, number), signs: after.current.number };
  });
