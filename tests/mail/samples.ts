import type { Language } from "../../app/i18n/languages.ts";
import type { Mail } from "../../app/mail/mail.ts";
import { gather } from "../support/expectations.ts";
import type { MailExpectations } from "./sample-values.ts";

const gathered = (await gather<MailExpectations>(".mail-expectations.ts")).map(({ own }) => own);

/** Every message to visitors with where it leads, with `typed` wherever somebody's own words go. */
export const everyMail = (language: Language, typed: string) =>
  Object.assign({}, ...gathered.map(({ toVisitors }) => toVisitors?.(language, typed))) as Record<
    string,
    { mail: Mail; links: string[] }
  >;

/** Every message to staff, in French, with `typed` wherever somebody's own words go. */
export const everyStaffMail = (typed: string) =>
  Object.assign({}, ...gathered.map(({ toStaff }) => toStaff?.(typed))) as Record<string, Mail>;
