import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { applicationReceivedMail } from "./application-received.mail.ts";
import { membershipActiveMail } from "./membership-active.mail.ts";
import { orderCancelledMail } from "./order-cancelled.mail.ts";

const TYPE = { name: "Club", name_en: null, currency: "GNF" } as const;
const RECEIPT = {
  reference: "R-1",
  amount: 150_000,
  currency: "GNF",
  paidAt: DEADLINE,
} as const;
const PERIOD = { start: "2027-03-01", end: "2028-02-29" };

export default {
  toVisitors(language, values) {
    const person = {
      language,
      email: "aissatou@example.org",
      first_name: values,
      last_name: values,
    };
    const application = { ...person, token: "appl1cation", type: { ...TYPE, price: 150_000 } };
    const own = "/membership/application/appl1cation";
    return {
      application: { mail: applicationReceivedMail(application), links: [own] },
      freeApplication: {
        mail: applicationReceivedMail({ ...application, type: { ...TYPE, price: 0 } }),
        links: [own],
      },
      secondApplication: {
        mail: applicationReceivedMail({ ...application, earlier: "earl1er" }),
        links: [own, "/membership/application/earl1er"],
      },
      orderCancelled: {
        mail: orderCancelledMail({ ...person, type: TYPE, amount: 150_000, currency: "GNF" }),
        links: ["/membership"],
      },
      member: {
        mail: membershipActiveMail({ ...person, type: TYPE, period: PERIOD, receipt: RECEIPT }),
        links: ["/events"],
      },
    };
  },
} satisfies MailExpectations;
