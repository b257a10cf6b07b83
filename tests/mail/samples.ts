import type { Language } from "../../app/i18n/languages.ts";
import { contactAcknowledgementMail } from "../../app/mails/contact-acknowledgement.mail.ts";
import { contactNoticeMail } from "../../app/mails/contact-notice.mail.ts";
import type { Mail } from "../../app/mails/mail.ts";
import { newsletterWelcomeMail } from "../../app/mails/newsletter-welcome.mail.ts";
import { newId } from "../../app/platform/id.server.ts";

export const SUBSCRIPTION = newId();

/** What people type who mean no good: markup, and lines that would be headers. */
export const NASTY = `<b>"O'Hara" & co</b>\r\nBcc: victim@example.org\u2028X: 1`;

/** Every message, with `typed` wherever somebody's own words go. */
export function everyMail(language: Language, typed: string): Record<string, Mail> {
  const to = { language, recipient: "aissatou@example.org" };
  const notice = { name: typed, email: "m@example.org", subject: typed, message: `${typed}\nFin` };
  return {
    welcome: newsletterWelcomeMail({ ...to, subscriptionId: SUBSCRIPTION }),
    acknowledgement: contactAcknowledgementMail({ ...to, name: typed }),
    notice: contactNoticeMail({ ...notice, language }),
  };
}
