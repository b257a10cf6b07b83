import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { PLACEHOLDER_ADDRESS } from "../passwords/passwords.ts";
import { addressPrefix, deviceLabel, networkLabel } from "../sessions/device-label.ts";
import { type AccountEvent, accountNoticeMail, type ClientDescription } from "./account.mail.ts";

/** Mails the owner of an account what happened to it, in the same transaction. */
export async function notifyOwner(
  db: SystemDb | StaffDb,
  { name, email }: { name: string; email: string },
  event: AccountEvent,
): Promise<void> {
  if (email === PLACEHOLDER_ADDRESS) return;
  await queueMail(db, accountNoticeMail({ recipient: email, name, event, at: new Date() }));
}

/** The device and network of a request, as its owner would recognise them. */
export const describeClient = (
  { headers }: Pick<Request, "headers">,
  ip: string,
): ClientDescription => ({
  device: deviceLabel(headers.get("user-agent") ?? ""),
  network: networkLabel(addressPrefix(ip)),
});
