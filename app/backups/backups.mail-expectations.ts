import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { backupAlarmMail } from "./backup-alarm.mail.ts";
import { siteReleasedMail } from "./site-released.mail.ts";

export default {
  toStaff: (values) => ({
    siteReleased: siteReleasedMail({
      ...{ recipient: "m@example.org", name: values, by: values, archive: "archives/a.fge" },
      ...{ archiveAt: DEADLINE, at: DEADLINE, withheld: 2, leaving: 1 },
    }),
    backupAlarm: backupAlarmMail({
      recipient: "m@example.org",
      name: values,
      words: "La dernière sauvegarde a plus d’un jour",
      at: DEADLINE,
    }),
  }),
} satisfies MailExpectations;
