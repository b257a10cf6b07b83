import { listAlertedAdministrators } from "../../auth/staff/administrators.operations.server.ts";
import type { Mail } from "../../mail/mail.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { MoneyWait } from "./money-wait.mail.ts";

/** Tells everybody who is warned that one person alone decides after a day. `of`: the id of what waits. */
export async function tellOfWait(
  db: WriteDb,
  mailOf: (wait: MoneyWait) => Mail,
  of: string,
  wait: Omit<MoneyWait, "recipient" | "name">,
): Promise<void> {
  for (const { id, name, email } of await listAlertedAdministrators(db)) {
    await queueMail(db, withKey(mailOf({ recipient: email, name, ...wait }), of, wait.until, id));
  }
}
