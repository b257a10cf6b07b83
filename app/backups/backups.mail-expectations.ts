import { DEADLINE, type MailExpectations } from "../../tests/mail/sample-values.ts";
import { backupAlarmMail } from "./backup-alarm.mail.ts";

export default {
  toStaff: (values) => ({
    backupAlarm: backupAlarmMail({
      recipient: "m@example.org",
      name: values,
      words: "La dernière sauvegarde a plus d’un jour",
      at: DEADLINE,
    }),
  }),
} satisfies MailExpectations;
