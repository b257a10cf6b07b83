import { type DoorNews, eventDoorMail, eventReturnsMail } from "../../../app/events/events.mail.ts";
import { DEADLINE, type MailExpectations } from "../../mail/sample-values.ts";

export default {
  toStaff(values) {
    const returns = {
      recipient: "aissatou@example.org",
      name: values,
      by: values,
      event: { id: "event", title: values },
      owed: [{ amount: 1_600_000, currency: "XOF" as const }],
    };
    const door = {
      recipient: "fanta@example.org",
      name: values,
      by: values,
      event: { title: values, date: "2027-03-01", time: "09:00", location: values },
    };
    const news: DoorNews[] = ["added", "removed", "moved", "cancelled", "reopened"];
    return {
      ...Object.fromEntries(
        news.map((one) => [`door-${one}`, eventDoorMail({ ...door, news: one })]),
      ),
      another: eventReturnsMail(returns),
      alone: eventReturnsMail({ ...returns, until: DEADLINE }),
    };
  },
} satisfies MailExpectations;
