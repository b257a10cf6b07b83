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
import type { Registration } from "../places/places.system.server.ts";
import { registrationLinkMail, registrationProofMail } from "../registrations.mail.ts";
import { registrationProofs } from "../registrations.table.server.ts";
import { CODE_DIGITS, MAIL_AGAIN_MS, MAILS_A_DAY } from "../registrations.ts";

const RECEIPT = "registration receipt";

/** The secrets of one mail, stored only as hashes: the digits to type and the key of its link. */
export type MailedProof = { code: string; key: string; mailId: string };

export const codeHash = (registrationId: string, code: string) =>
  keyedHash("registration code", `${registrationId} ${code}`);
export const keyHash = (key: string) => keyedHash("registration key", key);

/**
 * Seals the token of the page that answers a form. It looks the same whether or not the person was registered, and
 * gives no access by itself.
 */
export const sealReceipt = (registrationId: string, email: string) =>
  seal(RECEIPT, [registrationId, email]);

const receiptSchema = z.tuple([z.uuid(), z.string()]);

/** The registration of a receipt, and the address as it was typed. */
export function openReceipt(receipt: string): { id: string; email: string } | undefined {
  const parsed = receiptSchema.safeParse(unseal(RECEIPT, receipt));
  return parsed.success ? { id: parsed.data[0], email: parsed.data[1] } : undefined;
}

/** Creates the proof for the next mail about a registration. */
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

/** The proofs of a registration, the newest first. */
export function listProofs(db: WriteDb, registrationId: string) {
  return db
    .select()
    .from(registrationProofs)
    .where(eq(registrationProofs.registration_id, registrationId))
    .orderBy(desc(registrationProofs.created_at), desc(registrationProofs.id));
}

/**
 * Sends the mail about a registration whose form was sent again, unless one was sent a moment ago, or too many today.
 * `withCode`: the answer to the form is the page that takes its code.
 */
export async function mailAgain(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
  { withCode = true } = {},
): Promise<void> {
  // On a site that sends no mail, the time for the proof must not start.
  if (registration.proof_needed && !isMailConfigured()) return;
  const ages = (await listProofs(db, registration.id)).map(
    ({ created_at }) => now.getTime() - created_at.getTime(),
  );
  if (ages.some((age) => age < MAIL_AGAIN_MS)) return;
  if (ages.filter((age) => age < DAY).length >= MAILS_A_DAY) return;
  if (!mayWriteTo(registration.email)) return;
  const proof = await newProof(db, registration.id, now);
  if (registration.proof_needed) return mailProof(db, event, registration, proof);
  const code = withCode ? proof.code : undefined;
  const mail = registrationLinkMail({ ...registration, event, code });
  await queueMail(db, { ...withKey(mail, registration.id, proof.mailId), id: proof.mailId });
}

/** Sends the mail by which an address is proven. */
export function mailProof(
  db: WriteDb,
  event: FederationEvent,
  registration: Registration,
  { code, key, mailId }: MailedProof,
): Promise<void> {
  const link = `/tickets/proof/${sealReceipt(registration.id, registration.email)}?key=${key}`;
  const mail = registrationProofMail({ ...registration, event, code, link });
  return queueMail(db, { ...withKey(mail, registration.id, mailId), id: mailId });
}
