import {
  newsletterReturnMail,
  newsletterWelcomeMail,
} from "../../../app/newsletter/newsletter.mail.ts";

import { type MailExpectations, SUBSCRIPTION } from "../../mail/sample-values.ts";

export default {
  toVisitors(language) {
    const to = { language, recipient: "aissatou@example.org" };
    return {
      comeBack: {
        mail: newsletterReturnMail({ ...to, token: "r3turn" }),
        links: ["/newsletter/return/r3turn"],
      },
      welcome: {
        mail: newsletterWelcomeMail({ ...to, subscriptionId: SUBSCRIPTION }),
        links: ["/newsletter/unsubscribe/"],
      },
    };
  },
} satisfies MailExpectations;
