import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { mailTestMail } from "./mail-test.mail.ts";

export default {
  toStaff: (values) => ({
    mailTest: mailTestMail({ recipient: "m@example.org", name: values, at: DEADLINE }),
  }),
} satisfies MailExpectations;
