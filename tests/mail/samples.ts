import type { Language } from "../../app/i18n/languages.ts";
import type { Mail } from "../../app/mail/mail.ts";
import { gather } from "../support/expectations.ts";
import type { MailExpectations } from "./sample-values.ts";

const gathered = (await gather<MailExpectations>(".mail-expectations.ts")).map(({ own }) => own);

/** Every message to visitors with where it leads, with `values` wherever somebody's own words go. */
export const everyMail = (language: Language, values: string) =>
  Object.assign({}, ...gathered.map(({ toVisitors }) => toVisitors?.(language, values))) as Record<
    string,
    { mail: Mail; links: string[] }
  >;

/** Every message to staff, in French, with `values` wherever somebody's own words go. */
export const everyStaffMail = (values: string) =>
  Object.assign({}, ...gathered.map(({ toStaff }) => toStaff?.(values))) as Record<string, Mail>;
