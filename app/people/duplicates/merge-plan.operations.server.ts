import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatDate, isoDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { isLive, type RegistrationStatus } from "../../registrations/registrations.ts";
import { findSubject, type Person } from "../find-person.operations.server.ts";

/** The fields of a row that a merge changes, as they were and as they become. */
export type Change = {
  table: "members" | "event_registrations" | "licences" | "club_places";
  id: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
};

type Named = {
  id: string;
  phone: string | null;
  guardian_name: string | null;
  first_name: string;
  last_name: string;
  email: string;
  birth_date: string | null;
  language: Language;
  licence_serial: number | null;
  is_test: boolean;
  is_sample: boolean;
  is_duplicate: boolean;
};
type MemberRow = Named & {
  organisation: string | null;
  member_type: string;
  membership_type_id: string | null;
  status: string;
  membership_end: string | null;
  club: number | null;
};
type RegistrationRow = Named & {
  event_id: string;
  status: RegistrationStatus;
  proof_needed: boolean;
  event: string;
  is_over: boolean;
};
type LicenceRow = {
  id: string;
  serial: number;
  suspended_from: string | null;
  suspended_until: string | null;
  suspension_reason: string | null;
  suspended_by: string | null;
  replaced_by: number | null;
};
type PlaceRow = {
  id: string;
  player_id: string;
  own_id: string | null;
  /** Of a move to another club that waits for an answer. */
  from_club: number | null;
};

type Side = { phones: string[]; guardians: string[] };

/** What a merge would do, said before it is done, and then done. */
export type MergePlan = {
  kept: Person;
  gone: Person;
  /** What else tells the two apart. */
  sides: { kept: Side; gone: Side };
  /** To whom it is told, in which language. */
  languages: { kept: Language; gone: Language };
  kept_ids: string[];
  moved_ids: string[];
  changes: Change[];
  moves: { memberships: number; registrations: number; payments: number };
  /** The licence that goes on, and those that it replaces; null where nobody has one. */
  licence: { kept: string; replaced: string[] } | null;
  /** What else becomes of it, in sentences. */
  notes: string[];
  /** Why it cannot be done, with what to do first. */
  refusals: string[];
  /** By which a change is noticed. */
  digest: string;
};

const nameOf = ({ first_name, last_name }: Pick<Person, "first_name" | "last_name">) =>
  `${first_name} ${last_name}`;

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;
const numbers = (serials: Iterable<number>) => sql`${`{${[...serials].join(",")}}`}::int[]`;

const allRows = <Row>(db: SystemDb, table: string, where: SQL) =>
  rowsOf<{ row: Row }>(
    db,
    sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where ${where} order by t.id`,
  ).then((rows) => rows.map(({ row }) => row));

const idsIn = ({ rows }: Person, table: string) =>
  rows.filter((row) => row.table === table && !row.binned).map(({ id }) => id);

const serialsOf = (rows: readonly { licence_serial: number | null }[]) =>
  new Set(rows.flatMap(({ licence_serial }) => licence_serial ?? []));

/**
 * What makes two people one by the definition that stands already: the other one's memberships and registrations take
 * the address, the name and the birth date of the one who stays, and one number of a licence. Undefined when a record is
 * gone, 'same' when the two are one already.
 */
export async function planMerge(
  db: SystemDb,
  keptId: string,
  goneId: string,
): Promise<MergePlan | "same" | undefined> {
  const kept = (await findSubject(db, keptId))?.person;
  const gone = (await findSubject(db, goneId))?.person;
  if (!kept || !gone) return undefined;
  if (kept.rows.some(({ id }) => id === goneId)) return "same";

  const rows = await readRows(db, kept, gone);
  const own = <Row extends Named>(all: readonly Row[], { rows: of }: Person) =>
    all.filter(({ id }) => of.some((row) => row.id === id));
  const members = { kept: own(rows.members, kept), gone: own(rows.members, gone) };
  const registrations = {
    kept: own(rows.registrations, kept),
    gone: own(rows.registrations, gone),
  };
  const changes = new Map<string, Change>();
  const change = (table: Change["table"], row: { id: string }, after: Record<string, unknown>) => {
    const now = row as Record<string, unknown>;
    const earlier = changes.get(row.id);
    const fields = Object.keys(after).filter(
      (name) => name in (earlier?.before ?? {}) || (now[name] ?? null) !== after[name],
    );
    if (fields.length === 0) return;
    const pick = (from: Record<string, unknown>) =>
      Object.fromEntries(fields.map((name) => [name, from[name] ?? null]));
    changes.set(row.id, {
      table,
      id: row.id,
      before: { ...pick(now), ...earlier?.before },
      after: { ...earlier?.after, ...pick(after) },
    });
  };
  const notes: string[] = [];
  const refusals: string[] = [];

  // The address, the name and the birth date of the newest record, as it says them.
  const model = [...members.kept, ...registrations.kept].at(-1);
  if (!model) return undefined;
  const identity = {
    email: model.email,
    first_name: model.first_name,
    last_name: model.last_name,
    birth_date: kept.birth_date ?? gone.birth_date,
  };
  for (const row of members.gone) change("members", row, identity);
  for (const row of registrations.gone) change("event_registrations", row, identity);
  // Whoever gave no birth date is known with the other one's.
  for (const row of members.kept) {
    if (row.birth_date === null && isPlayer(row))
      change("members", row, { birth_date: identity.birth_date });
  }

  const licence = mergeLicences(rows, { members, change, notes });
  const season = mergeSeasons(rows, { members, change, notes });
  refusals.push(
    ...season,
    ...findRefusals(rows, { kept, gone, members }),
    ...mergeRegistrations(rows, { registrations, licence, change, notes }),
    ...(await findOpenRequests(db, [kept, gone])),
  );
  // Whoever applied twice for one type has two applications, of which the first waits for its payment.
  for (const row of members.gone.filter(isWaiting)) {
    const other = members.kept.filter(isWaiting);
    if (other.some(({ membership_type_id: type }) => type === row.membership_type_id)) {
      change("members", row, { is_duplicate: true });
    }
  }

  const moved_ids = [...members.gone, ...registrations.gone].map(({ id }) => id);
  const [{ count = 0 } = {}] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from orders where subject_id = any(${uuids(moved_ids)})`,
  );
  const plan = {
    kept: { ...kept, ...identity },
    gone,
    sides: {
      kept: sideOf([...members.kept, ...registrations.kept]),
      gone: sideOf([...members.gone, ...registrations.gone]),
    },
    languages: {
      kept: model.language,
      gone: [...members.gone, ...registrations.gone].at(-1)?.language ?? "fr",
    },
    kept_ids: [...members.kept, ...registrations.kept].map(({ id }) => id),
    moved_ids,
    changes: [...changes.values()],
    moves: {
      memberships: members.gone.length,
      registrations: registrations.gone.length,
      payments: count,
    },
    licence: licence && {
      kept: formatLicence(licence.serial),
      replaced: licence.replaced.map(({ serial }) => formatLicence(serial)),
    },
    notes,
    refusals,
  };
  const { changes: told, moves } = plan;
  const digest = createHash("sha256")
    .update(JSON.stringify([told, moves, notes, refusals]))
    .digest("base64url");
  return { ...plan, digest };
}

const sideOf = (rows: readonly Named[]): Side => ({
  phones: [...new Set(rows.flatMap(({ phone }) => phone ?? []))],
  guardians: [...new Set(rows.flatMap(({ guardian_name }) => guardian_name ?? []))],
});

type Rows = Awaited<ReturnType<typeof readRows>>;
type Pair<Row> = { kept: Row[]; gone: Row[] };
type SetChange = (
  table: Change["table"],
  row: { id: string },
  after: Record<string, unknown>,
) => void;

async function readRows(db: SystemDb, kept: Person, gone: Person) {
  const people = [kept, gone];
  const memberIds = people.flatMap((one) => idsIn(one, "members"));
  const serials = await rowsOf<{ serial: number }>(
    db,
    sql`select distinct licence_serial as serial from members
      where id = any(${uuids(memberIds)}) and licence_serial is not null`,
  );
  const known = numbers(serials.map(({ serial }) => serial));
  // A number may stand on a record that has another address by now.
  const members = await allRows<MemberRow>(
    db,
    "members",
    sql`t.id = any(${uuids(memberIds)}) or t.licence_serial = any(${known})`,
  );
  const registrations = await rowsOf<{ row: RegistrationRow }>(
    db,
    sql`select to_jsonb(t) || jsonb_build_object('event', e.title,
        'is_over', e.ends_at <= ${currentTime().toISOString()}::timestamptz or e.status = 'cancelled') as row
      from event_registrations t join events e on e.id = t.event_id
      where t.id = any(${uuids(people.flatMap((one) => idsIn(one, "event_registrations")))})
        or t.licence_serial = any(${known}) order by t.created_at, t.id`,
  );
  return {
    members,
    registrations: registrations.map(({ row }) => row),
    licences: await allRows<LicenceRow>(db, "licences", sql`t.serial = any(${known})`),
    places: await allRows<PlaceRow>(db, "club_places", sql`t.player_id = any(${uuids(memberIds)})`),
    binned: await rowsOf<{ serial: number | null }>(
      db,
      sql`select (rows -> 0 -> 'row' ->> 'licence_serial')::int as serial from bin
        where entity = 'members' and (rows -> 0 -> 'row' ->> 'licence_serial')::int = any(${known})`,
    ),
  };
}

const isPlayer = ({ member_type, organisation }: MemberRow) =>
  member_type === "player" && organisation === null;
const isWaiting = ({ status, is_duplicate }: MemberRow) => status === "pending" && !is_duplicate;
const isActivePlayer = ({ status, member_type, licence_serial }: MemberRow) =>
  status === "active" && member_type === "player" && licence_serial !== null;

/** The one without an end, or that ends last, comes first. */
const byEnd = (one: { end: string | null }, other: { end: string | null }) =>
  (other.end ?? "9999").localeCompare(one.end ?? "9999");
const endOf = ({ membership_end: end }: MemberRow) => ({ end });

/** The number that goes on, which the others are replaced by, with the suspension that lasts longest. */
function mergeLicences(
  { members: all, licences }: Rows,
  { members, change, notes }: { members: Pair<MemberRow>; change: SetChange; notes: string[] },
) {
  const [own, others] = [serialsOf(members.kept), serialsOf(members.gone)];
  const lasting = [...(own.size > 0 ? members.kept : members.gone)]
    .filter(({ licence_serial }) => licence_serial !== null)
    .sort((one, other) => byEnd(endOf(one), endOf(other)));
  const serial = lasting[0]?.licence_serial;
  const kept = licences.find((one) => one.serial === serial);
  if (serial == null || !kept) return null;
  const replaced = licences.filter((one) => others.has(one.serial) && one.serial !== serial);
  const today = isoDay(currentTime());
  const suspensions = [kept, ...replaced]
    .filter(
      ({ suspended_from: from, suspended_until: until }) =>
        from !== null && (until ?? today) >= today,
    )
    .sort((one, other) => byEnd({ end: one.suspended_until }, { end: other.suspended_until }));
  const [longest] = suspensions;
  if (longest && suspensions.some((one) => one !== kept)) {
    const [from] = suspensions.map(({ suspended_from }) => suspended_from).sort();
    const { suspended_until, suspension_reason, suspended_by } = longest;
    change("licences", kept, {
      suspended_from: from,
      suspended_until,
      suspension_reason,
      suspended_by,
    });
    notes.push(`La suspension passe au numéro ${formatLicence(serial)}.`);
  }
  for (const one of replaced) change("licences", one, { replaced_by: serial });
  const numbersGone = new Set(replaced.map((one) => one.serial));
  for (const row of all) {
    if (row.licence_serial !== null && numbersGone.has(row.licence_serial)) {
      change("members", row, { licence_serial: serial });
    }
  }
  return { serial, replaced };
}

/** Of two licences for one season the longer stays, with the club. Returns why that cannot be. */
function mergeSeasons(
  { places }: Rows,
  { members, change, notes }: { members: Pair<MemberRow>; change: SetChange; notes: string[] },
): string[] {
  const active = [...members.kept, ...members.gone]
    .filter(isActivePlayer)
    .sort((one, other) => byEnd(endOf(one), endOf(other)));
  const clubs = new Set(active.flatMap(({ club }) => club ?? []));
  if (clubs.size > 1) {
    return ["Les deux jouent dans deux clubs\u202f: retirez d’abord l’une des deux de son club."];
  }
  const [longest, ...shorter] = active;
  if (!longest || shorter.length === 0) return [];
  const [club] = clubs;
  if (club !== undefined) change("members", longest, { club });
  for (const row of shorter) {
    change("members", row, { status: "expired" });
    // A club that paid for the shorter one owes nothing more; of what it pays longer, the other begins again after it.
    for (const place of places.filter(({ player_id }) => player_id === row.id)) {
      change("club_places", place, { player_id: longest.id, own_id: longest.id });
    }
    for (const place of places.filter(({ player_id }) => player_id === longest.id)) {
      const isPaidByClub = places.some(({ player_id }) => player_id === row.id);
      if (place.own_id === null && !isPaidByClub) change("club_places", place, { own_id: row.id });
    }
  }
  const until = longest.membership_end
    ? `jusqu’au ${formatDate("fr", longest.membership_end)}`
    : "sans date de fin";
  notes.push(
    `Deux licences valent pour la même saison\u202f: celle qui dure ${until} reste, l’autre prend fin.`,
  );
  return [];
}

type Licence = ReturnType<typeof mergeLicences>;

/** Registrations of an event take one number; of two places at one that is to come staff cancel one first. */
function mergeRegistrations(
  { registrations: all }: Rows,
  {
    registrations,
    licence,
    change,
    notes,
  }: {
    registrations: Pair<RegistrationRow>;
    licence: Licence;
    change: SetChange;
    notes: string[];
  },
): string[] {
  const replaced = new Set(licence?.replaced.map(({ serial }) => serial));
  const isReplaced = ({ licence_serial: serial }: RegistrationRow) =>
    serial !== null && replaced.has(serial);
  const moving = all.filter((row) => registrations.gone.includes(row) || isReplaced(row));
  for (const row of moving.filter(isReplaced)) {
    change("event_registrations", row, { licence_serial: licence?.serial });
  }
  const refusals: string[] = [];
  const holds = (row: RegistrationRow) => isLive(row.status) && !row.is_duplicate;
  for (const row of moving.filter(holds)) {
    if (row.proof_needed) {
      refusals.push(
        `L’inscription à «\u202f${row.event}\u202f» attend que son adresse soit confirmée\u202f: confirmez-la ou annulez-la d’abord.`,
      );
    }
    const other = all.find(
      (one) => !moving.includes(one) && one.event_id === row.event_id && holds(one),
    );
    if (!other) continue;
    if (!row.is_over) {
      refusals.push(
        `Les deux sont inscrites à «\u202f${row.event}\u202f»\u202f: annulez d’abord l’une des deux inscriptions.`,
      );
      continue;
    }
    change("event_registrations", row, { is_duplicate: true });
    notes.push(
      `Les deux étaient inscrites à «\u202f${row.event}\u202f»\u202f: les deux inscriptions restent.`,
    );
  }
  return refusals;
}

function findRefusals(
  { binned, members: all, registrations, places }: Rows,
  { kept, gone, members }: { kept: Person; gone: Person; members: Pair<MemberRow> },
): string[] {
  const ids = new Set([kept, gone].flatMap(({ rows }) => rows.map(({ id }) => id)));
  const invented = new Set(
    [...all, ...registrations]
      .filter(({ id }) => ids.has(id))
      .map(({ is_test, is_sample }) => is_test || is_sample),
  );
  const others = serialsOf(members.gone);
  const isBinned =
    gone.rows.some((row) => row.binned) ||
    binned.some(({ serial }) => serial !== null && others.has(serial));
  return [
    ...(members.gone.every(isPlayer)
      ? []
      : [
          `${nameOf(gone)} est aussi le contact d’une organisation\u202f: un club, un partenaire et un joueur ne se réunissent pas.`,
        ]),
    ...(invented.size > 1
      ? [
          "Une fiche d’essai ou d’exemple ne se réunit pas avec une vraie\u202f: supprimez-la d’abord.",
        ]
      : []),
    ...(places.some(({ from_club }) => from_club !== null)
      ? ["Un changement de club attend une réponse\u202f: répondez-y d’abord."]
      : []),
    ...(isBinned
      ? [`Une fiche ${ofName(nameOf(gone))} est dans la corbeille\u202f: restaurez-la d’abord.`]
      : []),
  ];
}

async function findOpenRequests(db: SystemDb, people: readonly Person[]): Promise<string[]> {
  const ids = people.flatMap(({ rows }) => rows.map(({ id }) => id));
  const open = await rowsOf(
    db,
    sql`select from erasures where status = 'requested' and record_id = any(${uuids(ids)}) limit 1`,
  );
  return open.length > 0
    ? ["Une demande d’effacement attend une réponse\u202f: répondez-y d’abord."]
    : [];
}
