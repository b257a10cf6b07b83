import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import type { FederationEvent } from "../../events/events.ts";
import type { GuardianRow, StoredGuardian } from "../../guardians/guardian.ts";
import type { StaffGuardian } from "../../guardians/guardian-schema.ts";
import { findMinorAge } from "../../guardians/minor-age.staff.server.ts";
import { guardianFrom } from "../../guardians/staff-guardian.server.ts";
import { translator } from "../../i18n/translate.server.ts";
import { FieldRefused } from "../../kit/form/save.server.ts";
import type { Registration } from "../places/places.system.server.ts";
import { limitsOf, type Platform, refusalsOf } from "../registrations.ts";

/** Somebody as staff write them down, or as they stand in a row. */
type Person = {
  birthDate: string;
  gamertag: string | null;
  platform: Platform | null;
  guardian: StaffGuardian | null;
};

type Player = Pick<Registration, "gamertag" | "platform">;

type Situation = {
  /** The registration that is corrected: what was taken with it stands while nothing of that changes. */
  before?: Registration;
  now: Date;
};

/**
 * What a row of an event keeps of somebody beside their name, by the same rules as on the site: staff do
 * not pass by them either.
 * @throws FieldRefused
 */
export async function checkPerson(
  db: StaffDb,
  event: FederationEvent,
  person: Person,
  { before, now }: Situation,
): Promise<Player & GuardianRow> {
  const minorAge = await findMinorAge(db);
  const isSameAge = before?.birth_date === person.birthDate;
  const lackedGamertag = before?.gamertag === null && !person.gamertag && !person.platform;
  // The guardian is asked below, in the words of staff.
  const errors = refusalsOf({ ...person, hasGuardian: true }, event, minorAge);
  const isExcused = (field: string) => (field === "birthDate" ? isSameAge : lackedGamertag);
  refuseFields(
    Object.entries(errors).filter(([field]) => !isExcused(field)),
    event,
  );
  const guardian = guardianFrom(person.guardian, {
    minor: isYoungerThan(minorAge, person.birthDate, event.date),
    before,
    isExcused: isSameAge && before.guardian_name === null,
    now,
  });
  return { ...playerOf(person, event, before), ...guardian };
}

/** The same of somebody whose registration goes to another event, with what that one asks and we lack. */
export async function checkMoved(
  db: StaffDb,
  to: FederationEvent,
  before: Registration,
  missing: Partial<Omit<Person, "birthDate">>,
  now: Date,
): Promise<Player & GuardianRow> {
  const person = {
    birthDate: before.birth_date,
    gamertag: before.gamertag ?? missing.gamertag ?? null,
    platform: before.platform ?? missing.platform ?? null,
    guardian: missing.guardian ?? guardianOf(before),
  };
  const minorAge = await findMinorAge(db);
  const errors = refusalsOf({ ...person, hasGuardian: true }, to, minorAge);
  refuseFields(
    Object.entries(errors).map(([field, message]) => [
      field === "birthDate" ? "package" : field,
      message,
    ]),
    to,
  );
  const minor = isYoungerThan(minorAge, person.birthDate, to.date);
  return { ...playerOf(person, to), ...guardianFrom(person.guardian, { minor, before, now }) };
}

function playerOf(
  { gamertag, platform }: Person,
  { asks_gamertag }: FederationEvent,
  before?: Registration,
): Player {
  if (asks_gamertag) return { gamertag, platform };
  // A correction does not ask for them, and leaves what somebody gave when they were asked.
  return { gamertag: before?.gamertag ?? null, platform: before?.platform ?? null };
}

/** The guardian that a row has, as staff would write them down again. */
function guardianOf(row: StoredGuardian): StaffGuardian | null {
  const { guardian_name: name, guardian_phone: phone, guardian_relation: relation } = row;
  return name && phone && relation ? { name, phone, relation, isOnPaper: false } : null;
}

/** @throws FieldRefused with what is wrong, field by field, in French. */
function refuseFields(errors: readonly [field: string, message: string][], event: FederationEvent) {
  const say = translator("fr");
  const [refusal, ...others] = errors.map(
    ([field, message]) =>
      [field, say(message as "validation.invalid", { ...limitsOf(event) })] as const,
  );
  if (refusal) throw new FieldRefused(...refusal, Object.fromEntries(others));
}
