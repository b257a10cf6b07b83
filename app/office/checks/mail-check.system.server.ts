import { count, desc, eq } from "drizzle-orm";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { formatMoment } from "../../i18n/format.ts";
import { several } from "../../kit/plural.ts";
import { mailLeaves, mailServerFault } from "../../mail/mail.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import type { Finding } from "./probes.system.server.ts";

const FAILURES_SHOWN = 10;

/** Mails that could not be sent, with the server's code for it. Whose they are is not told here. */
export async function checkMails(staff: StaffAccount): Promise<Finding> {
  const { status, id, template, last_error, updated_at } = mailOutbox;
  const { counts, failed } = await asStaff(staff, async (db) => ({
    counts: await db.select({ status, n: count() }).from(mailOutbox).groupBy(status),
    failed: await db
      .select({ id, template, last_error, updated_at })
      .from(mailOutbox)
      .where(eq(status, "failed"))
      .orderBy(desc(mailOutbox.created_at), desc(id))
      .limit(FAILURES_SHOWN),
  }));
  const fault = await mailServerFault();
  if (fault) {
    return {
      level: "error",
      summary: "Le serveur de messagerie ne nous laisse pas entrer : les messages attendent",
      details: [["Serveur", fault]],
    };
  }
  const of = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  const parts = [
    mailLeaves() && several(of("sent"), "envoyé", "envoyés"),
    (!mailLeaves() || of("kept") > 0) && `${several(of("kept"), "gardé", "gardés")} sur le serveur`,
    `${of("queued")} en attente`,
    `${of("failed")} en échec`,
  ];
  return {
    level: failed.length > 0 || !mailLeaves() ? "warning" : "success",
    summary: parts.filter(Boolean).join(", "),
    details: [
      ...failed.map((mail): [string, string] => [
        formatMoment("fr", mail.updated_at),
        `${mail.template} ${mail.id} : ${mail.last_error ?? "sans réponse"}`,
      ]),
      mailLeaves() ? ["Serveur", "Il répond et nous laisse entrer"] : NO_MAIL_SERVER,
    ],
  };
}

const NO_MAIL_SERVER: [string, string] = [
  "Aucun e-mail ne part",
  "Sans serveur d’e-mails, les messages sont gardés dans le dossier outbox des données. Le réglage SMTP_URL en donne un",
];
