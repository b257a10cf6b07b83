import { randomBytes, randomInt } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { newId } from "../../core/secrets/id.server.ts";
import { keyedHash, seal, unseal } from "../../core/secrets/keys.server.ts";
import { DAY } from "../../core/values/durations.ts";
import type { FederationEvent } from "../../events/events.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { mayWriteTo, queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { WriteDb } from "../../payments/orders/fulfilment.ts";
import { registrationLinkMail, registrationProofMail } from "../mails/registration.mail.ts";

import type { Registration } from "../places/places.system.server.ts";
import { registrationProofs } from "../registrations.table.server.ts";
import { CODE_DIGITS, MAIL_AGAIN_MS, MAILS_A_DAY } from "../registrations.ts";

const RECEIPT = "registration receipt";

/** What one mail holds, in clear only there: digits to type, the key of its link, and its own id. */
export type MailedProof = { code: string; key: string; mailId: string };

export const codeHash = (registrationId: string, code: string) =>
  keyedHash("registration code", `${registrationId} ${code}`);
export const keyHash = (key: string) => keyedHash("registration key", key);

/**
 * The address of the page that answers a form by 'we wrote to you'. It looks the same whether the person
 * was known or not, and opens nothing by itself.
 */
export const receiptOf = (registrationId: string, email: string) =>
  seal(RECEIPT, [registrationId, email]);

const receiptSchema = z.tuple([z.uuid(), z.string()]);

/** The registration that a receipt stands for, and the address as it was typed. */
export function readReceipt(receipt: string): { id: string; email: string } | undefined {
  const parsed = receiptSchema.safeParse(unseal(RECEIPT, receipt));
  return parsed.success ? { id: parsed.data[0], email: parsed.data[1] } : undefined;
}

/** Makes what the next mail about a registration holds. */
export async function newProof(
  db: WriteDb,
  registrationId: string,
  now: Date,
): Promise<MailedProof> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const key = randomBytes(24).toString("base64url");
  const mailId = newId();
  await db.insert(registrationProofs).values({
    id: mailId,
    registration_id: registrationId,
    code_hash: codeHash(registrationId, code),
    key_hash: keyHash(key),
    created_at: now,
  });
  return { code, key, mailId };
}

/** What the mails about a registration hold, the last one first. */
export function listProofs(db: WriteDb, registrationId: string) {
  return db
    .select()
    .from(registrationProofs)
    .where(eq(registrationProofs.registration_id, registrationId))
    .orderBy(desc(registrationProofs.created_at), desc(registrationProofs.id));
}

/**
 * Somebody sent the form of a registration again: the mail about it goes to its address, unless it did a
 * moment ago, or often enough for a day.
 */
export async function mailAgain(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
): Promise<void> {
  // A mail that is only kept proves nothing, and must not begin to count.
  if (registration.proof_needed && !isMailConfigured()) return;
  const ages = (await listProofs(db, registration.id)).map(
    ({ created_at }) => now.getTime() - created_at.getTime(),
  );
  if (ages.some((age) => age < MAIL_AGAIN_MS)) return;
  if (ages.filter((age) => age < DAY).length >= MAILS_A_DAY) return;
  if (!mayWriteTo(registration.email)) return;
  const proof = await newProof(db, registration.id, now);
  if (registration.proof_needed) return mailProof(db, event, registration, proof);
  const mail = registrationLinkMail({ ...registration, event, code: proof.code });
  await queueMail(db, { ...withKey(mail, registration.id, proof.mailId), id: proof.mailId });
}

/** Asks an address to prove a registration. */
export function mailProof(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  { code, key, mailId }: MailedProof,
): Promise<void> {
  const link = `/tickets/proof/${receiptOf(registration.id, registration.email)}?key=${key}`;
  const mail = registrationProofMail({ ...registration, event, code, link });
  return queueMail(db, { ...withKey(mail, registration.id, mailId), id: mailId });
}
