import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { siteReleasedMail } from "./site-released.mail.ts";

export default {
  toStaff: (values) => ({
    siteReleased: siteReleasedMail({
      ...{ recipient: "m@example.org", name: values, by: values, archive: "archives/a.fge" },
      ...{ archiveAt: DEADLINE, at: DEADLINE, withheld: 2, leaving: 1 },
    }),
  }),
} satisfies MailExpectations;
