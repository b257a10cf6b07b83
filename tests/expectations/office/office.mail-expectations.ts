import { mailTestMail } from "../../../app/office/checks/mail-test.mail.ts";
import { DEADLINE, type MailExpectations } from "../../mail/sample-values.ts";

export default {
  toStaff: (values) => ({
    mailTest: mailTestMail({ recipient: "m@example.org", name: values, at: DEADLINE }),
  }),
} satisfies MailExpectations;
