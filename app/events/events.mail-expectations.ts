import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { eventReturnsMail } from "./event-returns.mail.ts";

export default {
  toStaff(values) {
    const returns = {
      ...{ recipient: "aissatou@example.org", name: values, by: values },
      event: { id: "event", title: values },
      owed: [{ amount: 1_600_000, currency: "XOF" as const }],
    };
    return {
      another: eventReturnsMail(returns),
      alone: eventReturnsMail({ ...returns, until: DEADLINE }),
    };
  },
} satisfies MailExpectations;
