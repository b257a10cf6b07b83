import { type MailExpectations, SUBSCRIPTION } from "../../tests/mail/sample-values.ts";
import { newsletterReturnMail } from "./newsletter-return.mail.ts";
import { newsletterWelcomeMail } from "./newsletter-welcome.mail.ts";

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
