import { and, desc, eq, inArray, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { isoDay } from "../i18n/format.ts";
import { clubNameOf, findClubNames } from "../membership/clubs/clubs.operations.server.ts";
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
import { readSigningKey, selectPublishedKeys } from "./licence-keys.system.server.ts";
import { hasCard, isSuspended, type LicenceState, licenceState } from "./licence-state.ts";
import {
  type HeldLicence,
  type Holder,
  lockLicence,
  lockLicences,
  selectLicences,
} from "./licences.operations.server.ts";
import { licenceCards, licenceKeys, licencePhotos, licences } from "./licences.table.server.ts";
import {
  findPhoto,
  findPhotographed,
  findPhotos,
  isPhotoOf,
} from "./photos/photos.operations.server.ts";

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
    return held && (await showAll(db, [held]))[0];
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

/** A licence with its holder, and the link to its page. */
type Shown = HeldLicence & { holder: Holder; token: string };

/** Some licences as their holders see them, with their cards signed. */
async function showAll(db: SystemDb, all: readonly Shown[]): Promise<ShownLicence[]> {
  const today = isoDay(currentTime());
  const clubs = await findClubNames(
    db,
    all.flatMap(({ holder }) => holder.club ?? []),
  );
  const photographed = await findPhotographed(
    db,
    all.map(({ licence }) => licence.serial),
  );
  const codes = await codesOf(
    db,
    all.filter(({ holder, licence }) => hasCard(licenceState(holder, licence, today))),
    clubs,
  );
  return all.map(({ licence, holder, token }) => {
    const club = clubOf(holder, clubs);
    const code = codes.get(licence.serial);
    return {
      token,
      number: formatLicence(licence.serial),
      state: licenceState(holder, licence, today),
      name: `${holder.first_name} ${holder.last_name}`,
      birthYear: birthYearOf(holder),
      from: holder.membership_start,
      until: holder.membership_end,
      issue: licence.issue,
      hasPhoto: photographed.has(licence.serial),
      ...(club && { club: club.name }),
      ...(isSuspended(licence, today) && { suspension: { until: licence.suspended_until } }),
      ...(code !== undefined && { address: cardAddress(env().PUBLIC_URL, code) }),
    };
  });
}

/** The cards of some licences with their photographs, for staff who print them; those without a card are left out. */
export const readCards = (serials: readonly number[]) =>
  asSystem("licences.print", async (db) => {
    const held = (await lockLicences(db, serials)).flatMap(({ licence, holder }) =>
      holder ? [{ licence, holder, token: "" }] : [],
    );
    const shown = await showAll(db, held);
    const photos = await findPhotos(db, serials, "accepted");
    return shown.flatMap(({ address, ...licence }, place) => {
      if (address === undefined) return [];
      const photo = photos.get(held[place]?.licence.serial ?? 0);
      return [{ ...licence, address, ...(photo && { photo: Buffer.from(photo, "base64") }) }];
    });
  });

/** A card says a club that is one today, so that it says nothing when that has ended. */
function clubOf({ club }: Holder, clubs: ReadonlyMap<number, string>) {
  const name = club === null ? undefined : clubs.get(club);
  return club !== null && name !== undefined ? { number: club, name } : undefined;
}

const birthYearOf = ({ birth_date }: { birth_date: string | null }) =>
  birth_date === null ? null : Number(birth_date.slice(0, 4));

/** What a card says, but for the key that signs it. */
function fieldsOf({ licence, holder }: Shown, clubs: ReadonlyMap<number, string>): UnsignedFields {
  const until = holder.membership_end;
  const start = holder.membership_start ?? isoDay(licence.created_at);
  return {
    serial: licence.serial,
    // Dates that were written the wrong way round would make a code that nobody can read.
    from: until !== null && until < start ? until : start,
    until,
    kind: "player",
    birthYear: birthYearOf(holder),
    club: clubOf(holder, clubs)?.number ?? 0,
    issue: licence.issue,
    name: cutName(`${holder.first_name} ${holder.last_name}`, nameBytesAt(env().PUBLIC_URL)),
  };
}

/** The codes of cards by serial: those that were signed, or new ones where a card says something else by now. */
async function codesOf(
  db: SystemDb,
  all: readonly Shown[],
  clubs: ReadonlyMap<number, string>,
): Promise<Map<number, string>> {
  const last = await db
    .selectDistinctOn([licenceCards.serial], {
      serial: licenceCards.serial,
      code: licenceCards.code,
    })
    .from(licenceCards)
    .innerJoin(
      licences,
      and(eq(licences.serial, licenceCards.serial), eq(licences.issue, licenceCards.issue)),
    )
    .where(
      and(
        inArray(
          licenceCards.serial,
          all.map(({ licence }) => licence.serial),
        ),
        notInArray(
          licenceCards.key_number,
          db
            .select({ number: licenceKeys.number })
            .from(licenceKeys)
            .where(isNotNull(licenceKeys.revoked_at)),
        ),
      ),
    )
    .orderBy(licenceCards.serial, desc(licenceCards.created_at), desc(licenceCards.id));
  const codes = new Map(last.map(({ serial, code }) => [serial, code]));
  const isSigned = (fields: UnsignedFields) => {
    const code = codes.get(fields.serial);
    return code !== undefined && isSameCard(code, fields);
  };
  const unsigned = all
    .map((one) => ({ member_id: one.holder.id, fields: fieldsOf(one, clubs) }))
    .filter(({ fields }) => !isSigned(fields));
  if (unsigned.length === 0) return codes;
  const key = await readSigningKey(db);
  const signed = await Promise.all(
    unsigned.map(async ({ member_id, fields }) => {
      const encoded = encodeFields({ ...fields, key: key.number });
      return {
        serial: fields.serial,
        member_id,
        issue: fields.issue,
        key_number: key.number,
        valid_from: fields.from,
        valid_until: fields.until,
        code: joinCode(encoded, await key.sign(labelled(encoded))),
      };
    }),
  );
  await db.insert(licenceCards).values(signed);
  for (const { serial, code } of signed) codes.set(serial, code);
  return codes;
}

type UnsignedFields = Omit<CardFields, "key">;

const withoutKey = (fields: UnsignedFields) => encodeFields({ ...fields, key: 0 }).join();

function isSameCard(code: string, fields: UnsignedFields): boolean {
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
export async function checkCard(code: string): Promise<CheckedCard> {
  // Two transactions of one statement each: the queue at a door waits for this.
  const read = await authenticate(code, await asSystem("licences.check", selectPublishedKeys));
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
  const [held] = await asSystem("licences.check", (db) => selectChecked(db, code, read.card));
  if (!held?.isSigned) {
    // The codes of whoever was forgotten are deleted, and their number leads to nobody.
    if (held && !held.holder) return { verdict: "gone" };
    // Whoever holds a true card can write another true signature under the same fields, without the key.
    if (await isKnownCard(read.card)) return { verdict: "forged" };
    unexplained.count += 1;
    return { verdict: "unknown" };
  }
  const said = { number: formatLicence(serial), name, birthYear, from, until };
  const card = { ...said, ...clubOn(read.card, held) };
  const answer = verdictOf(read.card, held);
  const isShown = held.hasPhoto && COMPARED.includes(answer.verdict);
  return { card, ...answer, ...(isShown && { hasPhoto: true }) };
}

/**
 * The licence of a card: whether this code was signed here, what the club is called that it names, and whether staff
 * accepted a photograph of the holder.
 */
function selectChecked(db: SystemDb, code: string, { serial, club }: CardFields) {
  const isThis = eq(licenceCards.code, code.toUpperCase());
  const isAccepted = and(isPhotoOf(serial), eq(licencePhotos.status, "accepted"));
  return selectLicences(db, [serial], {
    isSigned: sql<boolean>`exists (select from ${licenceCards} where ${isThis})`,
    hasPhoto: sql<boolean>`exists (select from ${licencePhotos} where ${isAccepted})`,
    clubName: clubNameOf(db, club),
  });
}

type Checked = Awaited<ReturnType<typeof selectChecked>>[number];

/** The club that a card names: an earlier card may name one that its holder has left, or that is none any more. */
function clubOn(
  { club }: CardFields,
  { holder, clubName }: Checked,
): { club?: string; leftClub?: true } {
  if (club === 0) return {};
  return holder?.club === club && clubName !== null ? { club: clubName } : { leftClub: true };
}

/** Whether a card that says just this was signed here by this key. */
async function isKnownCard(card: CardFields): Promise<boolean> {
  const { serial, key } = card;
  const rows = await asSystem("licences.check", (db) =>
    db
      .select({ code: licenceCards.code })
      .from(licenceCards)
      .where(and(eq(licenceCards.serial, serial), eq(licenceCards.key_number, key))),
  );
  return rows.some(({ code }) => isSameCard(code, card));
}

/** Codes with a true signature that were never signed here, since this process started: a key may be stolen. */
export const unexplained = { count: 0 };

function verdictOf(card: CardFields, { holder, licence: suspension }: Checked): Answer {
  const membership = holder ?? undefined;
  if (suspension.replaced_by !== null) return { verdict: "replaced" };
  const { issue } = suspension;
  return cardVerdict(card, { issue, membership, suspension }, isoDay(currentTime()));
}
