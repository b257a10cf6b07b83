import type { MailExpectations } from "../../tests/mail/sample-values.ts";
import { paymentCodeMail } from "./payment-code.mail.ts";

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
} satisfies MailExpectations;
