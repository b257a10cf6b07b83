import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { paymentCodeMail } from "./payment-code.mail.ts";
import { paymentKeysMail } from "./payment-keys.mail.ts";

export default {
  toVisitors: (language) => ({
    paymentCode: {
      mail: paymentCodeMail({
        ...{ language, recipient: "aissatou@example.org" },
        ...{ code: "04213799", receipt: "rece1pt" },
      }),
      links: ["/payments/code/rece1pt"],
    },
  }),
  toStaff(values) {
    const to = { recipient: "aissatou@example.org", name: values, by: values, at: DEADLINE };
    return {
      changed: paymentKeysMail({ ...to, provider: "djomy", removed: false }),
      removed: paymentKeysMail({ ...to, provider: "paypal", removed: true }),
    };
  },
} satisfies MailExpectations;
