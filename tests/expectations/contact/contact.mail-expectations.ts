import {
  contactAcknowledgementMail,
  contactNoticeMail,
} from "../../../app/contact/contact.mail.ts";

import type { MailExpectations } from "../../mail/sample-values.ts";

export default {
  toVisitors(language, values) {
    const message = { subject: values, message: `${values}\nFin` };
    return {
      acknowledgement: {
        mail: contactAcknowledgementMail({
          language,
          recipient: "aissatou@example.org",
          name: values,
        }),
        links: ["/contact"],
      },
      // To the federation itself, in the language of its sender.
      notice: {
        mail: contactNoticeMail({ language, name: values, email: "m@example.org", ...message }),
        links: [],
      },
    };
  },
} satisfies MailExpectations;
