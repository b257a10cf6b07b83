import { and, desc, eq, isNotNull, notInArray, or } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { isoDay } from "../i18n/format.ts";
import { findClubNames } from "../membership/clubs/clubs.operations.server.ts";
import { formatLicence } from "../membership/members/licence-number.ts";
import { members } from "../membership/members/members.table.server.ts";
import { subjectOfOrder } from "../payments/orders/orders.operations.server.ts";
import { type Answer, cardVerdict, type Verdict } from "./card-verdict.ts";
import {
  authenticate,
  type CardFields,
  cardAddress,
  cutName,
  encodeFields,
  joinCode,
  labelled,
  nameBytesAt,
  readCode,
} from "./licence-code.ts";
import { readPublishedKeys, readSigningKey } from "./licence-keys.system.server.ts";
import { hasCard, isSuspended, type LicenceState, licenceState } from "./licence-state.ts";
import {
  findLicence,
  type HeldLicence,
  type Holder,
  lockLicence,
} from "./licences.operations.server.ts";
import { licenceCards, licenceKeys } from "./licences.table.server.ts";
import { findPhoto, hasPhoto } from "./photos/photos.operations.server.ts";

/** A licence as its holder sees it. */
export type ShownLicence = {
  token: string;
  number: string;
  state: LicenceState;
  name: string;
  birthYear: number | null;
  /** Of the season, yyyy-mm-dd. */
  from: string | null;
  until: string | null;
  issue: number;
  /** What their club is called, while it is one. */
  club?: string;
  /** A suspension that was mailed with its reason, with its last day if it has one. */
  suspension?: { until: string | null };
  /** Whether staff accepted a photograph of the holder. */
  hasPhoto: boolean;
  /** What the QR code of the card holds; absent without a card. */
  address?: string;
};

/** The licence at the personal address of a membership; undefined when it has none. */
export function readOwnLicence(token: string): Promise<ShownLicence | undefined> {
  return asSystem("licences.read", async (db) => {
    const held = await lockAtToken(db, token);
    return held && shown(db, held, held.token);
  });
}

/** The photograph on the card at a personal address; undefined without one. */
export function readOwnCardPhoto(token: string): Promise<Buffer | undefined> {
  return asSystem("licences.read", async (db) => {
    const held = await lockAtToken(db, token);
    return held && readPhoto(db, held.licence.serial);
  });
}

async function readPhoto(db: SystemDb, serial: number): Promise<Buffer | undefined> {
  const content = await findPhoto(db, serial, "accepted");
  return content === undefined ? undefined : Buffer.from(content, "base64");
}

async function lockAtToken(db: SystemDb, token: string) {
  const [row] = await db
    .select({
      serial: members.licence_serial,
      token: members.application_token,
      email: members.email,
    })
    .from(members)
    // The mail of a payment has the token of its order.
    .where(or(eq(members.application_token, token), eq(members.id, subjectOfOrder(db, token))));
  if (row?.serial == null || row.token === null) return undefined;
  // Locked, so that of two readers only one signs.
  const held = await lockLicence(db, row.serial);
  if (!held?.holder) return undefined;
  // A link that was sent to another address leads to nothing that was sent to this one.
  if (held.holder.email.toLowerCase() !== row.email.toLowerCase()) return undefined;
  return { ...held, holder: held.holder, token: row.token };
}

/** A licence as its holder sees it, with its card signed. */
async function shown(
  db: SystemDb,
  held: HeldLicence & { holder: Holder },
  token: string,
  readKey = () => readSigningKey(db),
): Promise<ShownLicence> {
  const { licence, holder } = held;
  const today = isoDay(currentTime());
  const state = licenceState(holder, licence, today);
  const club = await findClubOf(db, holder);
  return {
    token,
    number: formatLicence(licence.serial),
    state,
    name: `${holder.first_name} ${holder.last_name}`,
    birthYear: birthYearOf(holder),
    from: holder.membership_start,
    until: holder.membership_end,
    issue: licence.issue,
    hasPhoto: await hasPhoto(db, licence.serial),
    ...(club && { club: club.name }),
    ...(isSuspended(licence, today) && { suspension: { until: licence.suspended_until } }),
    ...(hasCard(state) && {
      address: cardAddress(env().PUBLIC_URL, await codeOf(db, held, club?.number, readKey)),
    }),
  };
}

/** The cards of some licences with their photographs, for staff who print them; those without a card are left out. */
export const readCards = (serials: readonly number[]) =>
  asSystem("licences.print", async (db) => {
    const cards: (ShownLicence & { address: string; photo: Buffer | undefined })[] = [];
    let key: ReturnType<typeof readSigningKey> | undefined;
    const readKey = () => {
      key ??= readSigningKey(db);
      return key;
    };
    // In one order, so that of two who print at once none waits for the other for ever.
    for (const serial of serials.toSorted((one, other) => one - other)) {
      const held = await lockLicence(db, serial);
      if (!held?.holder) continue;
      const found = { ...held, holder: held.holder };
      const { address, ...licence } = await shown(db, found, "", readKey);
      if (address === undefined) continue;
      cards.push({ ...licence, address, photo: await readPhoto(db, serial) });
    }
    return cards;
  });

/** A card says a club that is one today, so that it says nothing when that has ended. */
async function findClubOf(db: SystemDb, { club }: Holder) {
  const name = club === null ? undefined : (await findClubNames(db, [club])).get(club);
  return club !== null && name !== undefined ? { number: club, name } : undefined;
}

const birthYearOf = ({ birth_date }: { birth_date: string | null }) =>
  birth_date === null ? null : Number(birth_date.slice(0, 4));

/** The code of a licence's card: the one that was signed, or a new one if the card says something else by now. */
async function codeOf(
  db: SystemDb,
  { licence, holder }: HeldLicence,
  club: number | undefined,
  readKey: () => ReturnType<typeof readSigningKey>,
): Promise<string> {
  if (!holder) throw new Error("a licence without a holder has no card");
  const until = holder.membership_end;
  const start = holder.membership_start ?? isoDay(licence.created_at);
  const fields: Omit<CardFields, "key"> = {
    serial: licence.serial,
    // Dates that were written the wrong way round would make a code that nobody can read.
    from: until !== null && until < start ? until : start,
    until,
    kind: "player",
    birthYear: birthYearOf(holder),
    club: club ?? 0,
    issue: licence.issue,
    name: cutName(`${holder.first_name} ${holder.last_name}`, nameBytesAt(env().PUBLIC_URL)),
  };
  const [last] = await db
    .select({ code: licenceCards.code })
    .from(licenceCards)
    .where(
      and(
        eq(licenceCards.serial, licence.serial),
        eq(licenceCards.issue, licence.issue),
        notInArray(
          licenceCards.key_number,
          db
            .select({ number: licenceKeys.number })
            .from(licenceKeys)
            .where(isNotNull(licenceKeys.revoked_at)),
        ),
      ),
    )
    .orderBy(desc(licenceCards.created_at), desc(licenceCards.id))
    .limit(1);
  if (last && isSameCard(last.code, fields)) return last.code;
  const key = await readKey();
  const encoded = encodeFields({ ...fields, key: key.number });
  const code = joinCode(encoded, await key.sign(labelled(encoded)));
  await db.insert(licenceCards).values({
    serial: licence.serial,
    member_id: holder.id,
    issue: licence.issue,
    key_number: key.number,
    valid_from: fields.from,
    valid_until: fields.until,
    code,
  });
  return code;
}

const withoutKey = (fields: Omit<CardFields, "key">) => encodeFields({ ...fields, key: 0 }).join();

function isSameCard(code: string, fields: Omit<CardFields, "key">): boolean {
  const read = readCode(code);
  return read !== undefined && withoutKey(read.card) === withoutKey(fields);
}

export type CheckedCard = Answer & {
  /** What the card says, when the federation signed it. */
  card?: {
    number: string;
    name: string;
    birthYear: number | null;
    from: string;
    until: string | null;
    /** What its club is called, when the holder is of it still. */
    club?: string;
    /** The holder is no longer of the club that it names. */
    leftClub?: true;
  };
  /** There is a photograph of the holder, and the card says whose it is. */
  hasPhoto?: true;
};

/** The answers to a card that is true and not replaced: whoever shows it may be compared with a photograph. */
const COMPARED: readonly Verdict[] = ["valid", "ending", "future", "suspended", "ended"];

/** The photograph of whoever holds a card; undefined where a check shows none. */
export async function readCheckedPhoto(code: string): Promise<Buffer | undefined> {
  const { hasPhoto: isThere } = await checkCard(code);
  const serial = readCode(code)?.card.serial;
  if (!isThere || serial === undefined) return undefined;
  return asSystem("licences.check", (db) => readPhoto(db, serial));
}

/** Checks what somebody scanned. Only what the federation signed is looked up, so nobody tries out numbers. */
export function checkCard(code: string): Promise<CheckedCard> {
  return asSystem("licences.check", async (db) => {
    const read = await authenticate(code, await readPublishedKeys(db));
    switch (read.is) {
      case "unreadable":
        return { verdict: "unreadable" };
      case "other-key":
        return { verdict: "otherKey" };
      case "revoked-key":
        return { verdict: "revokedKey" };
      case "forged":
        return { verdict: "forged" };
    }
    const { serial, name, birthYear, from, until } = read.card;
    const said = { number: formatLicence(serial), name, birthYear, from, until };
    const [signed] = await db
      .select({ id: licenceCards.id })
      .from(licenceCards)
      .where(eq(licenceCards.code, code.toUpperCase()));
    if (!signed) {
      const held = await findLicence(db, serial);
      // The codes of whoever was forgotten are deleted, and their number leads to nobody.
      if (held && !held.holder) return { verdict: "gone" };
      // Whoever holds a true card can write another true signature under the same fields, without the key.
      if (await isKnownCard(db, read.card)) return { verdict: "forged" };
      unexplained.count += 1;
      return { verdict: "unknown" };
    }
    const held = await findLicence(db, serial);
    const card = { ...said, ...(await clubOn(db, read.card, held)) };
    const answer = verdictOf(read.card, held);
    const isShown = COMPARED.includes(answer.verdict) && (await hasPhoto(db, serial));
    return { card, ...answer, ...(isShown && { hasPhoto: true }) };
  });
}

/** The club that a card names: an earlier card may name one that its holder has left, or that is none any more. */
async function clubOn(
  db: SystemDb,
  { club }: CardFields,
  held: HeldLicence | undefined,
): Promise<{ club?: string; leftClub?: true }> {
  if (club === 0) return {};
  const now = held?.holder && (await findClubOf(db, held.holder));
  return now?.number === club ? { club: now.name } : { leftClub: true };
}

/** Whether a card that says just this was signed here by this key. */
async function isKnownCard(db: SystemDb, card: CardFields): Promise<boolean> {
  const { serial, key } = card;
  const rows = await db
    .select({ code: licenceCards.code })
    .from(licenceCards)
    .where(and(eq(licenceCards.serial, serial), eq(licenceCards.key_number, key)));
  return rows.some(({ code }) => isSameCard(code, card));
}

/** Codes with a true signature that were never signed here, since this process started: a key may be stolen. */
export const unexplained = { count: 0 };

function verdictOf(card: CardFields, held: HeldLicence | undefined): Answer {
  const { holder: membership, licence: suspension } = held ?? {};
  if (!suspension) return { verdict: "gone" };
  if (suspension.replaced_by !== null) return { verdict: "replaced" };
  const { issue } = suspension;
  return cardVerdict(card, { issue, membership, suspension }, isoDay(currentTime()));
}
