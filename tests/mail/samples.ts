import type { Language } from "../../app/i18n/languages.ts";
import type { Mail } from "../../app/mail/mail.ts";
import { gather } from "../support/expectations.ts";
import type { MailExpectations } from "./sample-values.ts";

const gathered = (await gather<MailExpectations>(".mail-expectations.ts")).map(({ own }) => own);

/** The samples of all notions; two under one name would hide each other. */
function together<Sample>(notions: readonly (Record<string, Sample> | undefined)[]) {
  const samples = notions.flatMap((notion) => Object.entries(notion ?? {}));
  const twice = samples.find(([name], place) => samples.findIndex(([one]) => one === name) < place);
  if (twice) throw new Error(`two samples of mails are called ${twice[0]}`);
  return Object.fromEntries(samples);
}

/** Every message to visitors with where it leads, with `values` wherever somebody's own words go. */
export const everyMail = (language: Language, values: string) =>
  together<{ mail: Mail; links: string[] }>(
    gathered.map(({ toVisitors }) => toVisitors?.(language, values)),
  );

/** Every message to staff, in French, with `values` wherever somebody's own words go. */
export const everyStaffMail = (values: string) =>
  together<Mail>(gathered.map(({ toStaff }) => toStaff?.(values)));
