import {
  recoveryKeyMail,
  siteReleasedMail,
  siteRestoreMail,
} from "../../../app/backups/backups.mail.ts";

import { DEADLINE, type MailExpectations } from "../../mail/sample-values.ts";

export default {
  toStaff: (values) => ({
    recoveryKey: recoveryKeyMail({
      recipient: "m@example.org",
      name: values,
      by: values,
      at: DEADLINE,
    }),
    siteReleased: siteReleasedMail({
      recipient: "m@example.org",
      name: values,
      by: values,
      archive: "archives/a.fge",
      archiveAt: DEADLINE,
      at: DEADLINE,
      withheld: 2,
      leaving: 1,
    }),
    siteRestore: siteRestoreMail({
      news: "copy",
      recipient: "m@example.org",
      name: values,
      by: values,
      archive: "archives/a.fge",
      siteAt: DEADLINE,
      at: DEADLINE,
    }),
    siteRestoreBack: siteRestoreMail({
      news: "former",
      recipient: "m@example.org",
      name: values,
      by: values,
      archive: null,
      siteAt: DEADLINE,
      at: DEADLINE,
    }),
    siteRestoreCancelled: siteRestoreMail({
      news: "cancelled",
      recipient: "m@example.org",
      name: values,
      by: values,
      archive: null,
      siteAt: undefined,
      at: DEADLINE,
    }),
  }),
} satisfies MailExpectations;
