import {
  licenceCardMail,
  licenceResumedMail,
  licenceSuspendedMail,
  photoAcceptedMail,
  photoRefusedMail,
} from "../../../app/licences/licences.mail.ts";
import type { MailExpectations } from "../../mail/sample-values.ts";

export default {
  toVisitors(language, values) {
    const holder = {
      language,
      email: "aissatou@example.org",
      first_name: values,
      number: "FGE-004217-K",
      token: "appl1cation",
    };
    const own = "/licences/appl1cation";
    const suspension = { reason: values, from: "2027-03-01" };
    return {
      card: { mail: licenceCardMail(holder), links: [own, "/me"] },
      newCard: { mail: licenceCardMail({ ...holder, replaces: true }), links: [own, "/me"] },
      suspended: {
        mail: licenceSuspendedMail({ ...holder, ...suspension, until: "2027-06-01" }),
        links: ["/contact"],
      },
      suspendedWithoutEnd: {
        mail: licenceSuspendedMail({ ...holder, ...suspension, until: null }),
        links: ["/contact"],
      },
      photoAccepted: { mail: photoAcceptedMail(holder), links: ["/me"] },
      photoRefused: {
        mail: photoRefusedMail({ ...holder, reason: "face", note: values }),
        links: ["/me"],
      },
      resumed: { mail: licenceResumedMail(holder), links: [own] },
    };
  },
} satisfies MailExpectations;
