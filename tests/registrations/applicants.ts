import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import type { Sender } from "../../app/core/http/browser.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { CONSENT_VERSION, type GuardianForm } from "../../app/guardians/guardian.ts";
import { isoDay } from "../../app/i18n/format.ts";
import type { Language } from "../../app/i18n/languages.ts";
import type { Application } from "../../app/membership/apply/application-schema.ts";
import { submitApplication as applyFrom } from "../../app/membership/apply/membership.system.server.ts";
import { MEMBERSHIP_DAYS } from "../../app/membership/renewal/membership-period.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf } from "../support/database/test-database.ts";
import { ordersOf } from "./event.ts";

// People who apply, and what is in the database of them.

export const PLAYER = newId();
export const CLUB = newId();
export const PARTNER = newId();
export const CLOSED = newId();

export const TODAY = isoDay(new Date());
export const daysFrom = (day: string, ms: number) => isoDay(new Date(Date.parse(day) + ms));
export const IN_A_YEAR = daysFrom(TODAY, MEMBERSHIP_DAYS * DAY);

export const application = (name: string, change: Partial<Application> = {}): Application => ({
  type: PLAYER,
  firstName: "Hawa",
  lastName: "Soumah",
  email: `${name}@example.org`,
  phone: "+224622123456",
  birthDate: "2001-02-03",
  address: "Quartier Taouyah, Ratoma",
  city: "Conakry",
  experience: "beginner",
  games: "EA Sports FC",
  motivation: "m".repeat(50),
  acceptTerms: true,
  guardian: null,
  ...change,
});

/** Who answers for a minor, as the form gives it. */
export const GUARDIAN: GuardianForm = {
  name: "Fatou Soumah",
  phone: "+224622000001",
  relation: "mother",
  consent: CONSENT_VERSION,
};

/** Each address has a browser of its own, unless another one is named. */
export const browserOf = (name: string, known = true): Sender => ({
  browser: { id: `browser ${name}`, known },
});

/** The token of the page that whoever applies is led to. */
export const apply = async (
  request: Application,
  language: Language,
  from: Sender | undefined = browserOf(request.email),
  now = new Date(),
) => (await applyFrom(request, { language, from }, now))?.token;

/** The text of the last mail to an address. */
export const textTo = async (email: string) => {
  const rows = await asSystem("test", (db) =>
    rowsOf<{ text: string }>(
      db,
      sql`select text_body as text from mail_outbox where recipient = ${email} order by id`,
    ),
  );
  return rows.at(-1)?.text;
};

export type Row = {
  id: string;
  status: string;
  member_type: string;
  city: string;
  start: string | null;
  end: string | null;
};

export const membersOf = (name: string) =>
  asSystem("test", (db) =>
    rowsOf<Row>(
      db,
      sql`select id, status, member_type, city, membership_start::text as start,
          membership_end::text as "end" from members
          where email = ${`${name}@example.org`} order by created_at, id`,
    ),
  );

export async function only(name: string): Promise<Row> {
  const [row, ...others] = await membersOf(name);
  if (!row || others.length > 0) throw new Error(`${others.length} rows too many`);
  return row;
}

export async function openOrderOf(memberId: string): Promise<string> {
  const order = (await ordersOf(memberId)).find(({ status }) => status === "held");
  if (!order) throw new Error("no open order");
  return order.id;
}

/** The kinds of membership that they apply for. */
export const offerTypes = () =>
  asSystem("test", async (db) => {
    const type = (id: string, values: object) =>
      insertRow(db, "membership_types", { id, ...values });
    await type(PLAYER, { price: 15_000, member_type: "player" });
    await type(CLUB, { price: 150_000, member_type: "club" });
    await type(PARTNER, { price: 0, member_type: "partner" });
    await type(CLOSED, { price: 0, is_active: false });
  });
