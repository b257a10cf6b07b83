import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { NOBODYS_ADDRESS } from "../passwords/passwords.ts";
import { deviceLabel, networkLabel } from "../sign-in/device-label.ts";
import { type AccountEvent, accountNoticeMail, type Place } from "./account.mail.ts";
import { addressPrefix } from "./address-prefix.ts";

/** Tells the owner of an account what happened to it, in the transaction in which it happens. */
export async function tellOwner(
  db: SystemDb | StaffDb,
  { name, email }: { name: string; email: string },
  event: AccountEvent,
): Promise<void> {
  if (email === NOBODYS_ADDRESS) return;
  await queueMail(db, accountNoticeMail({ recipient: email, name, event, at: new Date() }));
}

/** Where a request comes from, as its owner would recognise it. */
export const placeOf = ({ headers }: Pick<Request, "headers">, ip: string): Place => ({
  device: deviceLabel(headers.get("user-agent") ?? ""),
  network: networkLabel(addressPrefix(ip)),
});
