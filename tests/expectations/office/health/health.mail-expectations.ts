import type { Trouble } from "../../../../app/office/health/causes.ts";
import { type HealthNews, healthMail } from "../../../../app/office/health/health.mail.ts";
import { DEADLINE, type MailExpectations } from "../../../mail/sample-values.ts";

const DISK: Trouble = { cause: "disk", level: "error", summary: "12 Mo libres sur 20 Go" };
const MAIL: Trouble = { cause: "mail", level: "warning", summary: "3 en échec depuis un jour" };

const news = (kind: HealthNews["kind"], ...causes: Trouble[]): HealthNews => ({
  kind,
  causes: causes.map((cause) => ({ ...cause, since: DEADLINE })),
  at: DEADLINE,
});

export default {
  toStaff: (values) => {
    const to = { recipient: "m@example.org", name: values };
    return {
      healthGrave: healthMail({ ...to, news: news("grave", DISK) }),
      healthDay: healthMail({ ...to, news: news("day", DISK, MAIL) }),
      healthWell: healthMail({ ...to, news: news("well", DISK) }),
    };
  },
} satisfies MailExpectations;
