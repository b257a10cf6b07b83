import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { siteReleasedMail } from "./site-released.mail.ts";
import { siteRestoreMail } from "./site-restore.mail.ts";

export default {
  toStaff: (values) => ({
    siteReleased: siteReleasedMail({
      ...{ recipient: "m@example.org", name: values, by: values, archive: "archives/a.fge" },
      ...{ archiveAt: DEADLINE, at: DEADLINE, withheld: 2, leaving: 1 },
    }),
    siteRestore: siteRestoreMail({
      ...{ news: "copy", recipient: "m@example.org", name: values, by: values },
      ...{ archive: "archives/a.fge", siteAt: DEADLINE, at: DEADLINE },
    }),
    siteRestoreBack: siteRestoreMail({
      ...{ news: "former", recipient: "m@example.org", name: values, by: values },
      ...{ archive: null, siteAt: DEADLINE, at: DEADLINE },
    }),
    siteRestoreCancelled: siteRestoreMail({
      ...{ news: "cancelled", recipient: "m@example.org", name: values, by: values },
      ...{ archive: null, siteAt: undefined, at: DEADLINE },
    }),
  }),
} satisfies MailExpectations;
