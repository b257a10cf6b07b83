import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { paymentKeysMail } from "./payment-keys.mail.ts";

export default {
  toStaff(values) {
    const to = { recipient: "aissatou@example.org", name: values, by: values, at: DEADLINE };
    return {
      changed: paymentKeysMail({ ...to, provider: "djomy", removed: false }),
      removed: paymentKeysMail({ ...to, provider: "paypal", removed: true }),
    };
  },
} satisfies MailExpectations;
