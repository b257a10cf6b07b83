import { eq } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isSameText } from "../../core/secrets/keys.server.ts";
import { pick } from "../../core/values/pick.ts";
import { events } from "../../events/events.table.server.ts";
import { type FederationEvent, priceOptions } from "../../events/events.ts";
import { eventColumns } from "../../events/packages/event-packages.operations.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import { isPaidOnline } from "../../payments/providers/offer.operations.server.ts";
import {
  ACKNOWLEDGED,
  findRegistration,
  positionOf,
  type Registration,
  setStatus,
  settlePlaces,
  withEventLock,
} from "../places/places.system.server.ts";
import { waitingListJoinedMail } from "../registrations.mail.ts";
import {
  confirmFreePlace,
  holdPlace,
  newHold,
  placeMail,
} from "../registrations.operations.server.ts";
import { registrationProofs } from "../registrations.table.server.ts";
import { CODE_TRIES, isLive } from "../registrations.ts";
import { codeHash, keyHash, listProofs, openReceipt } from "./proofs.operations.server.ts";

/**
 * What the page of a receipt shows. `sent` reveals nothing about the registration; `open`: the key of the mail's link is
 * valid; `over`: it is not, or no longer.
 */
export type ProofPage = {
  state: "sent" | "open" | "over";
  email: string;
  event: Pick<FederationEvent, "id" | "title" | "title_en">;
  holder?: string;
  proofKey?: string;
  /** Set when the event has a price that is paid at the federation, which is no secret. */
  byHandAt?: Date;
};

/** Undefined for a receipt that we did not make. */
export async function readProofPage(receipt: string, key?: string): Promise<ProofPage | undefined> {
  const sealed = openReceipt(receipt);
  if (!sealed) return undefined;
  return asSystem("registrations.receipt", async (db) => {
    const registration = await findRegistration(db, sealed.id);
    if (!registration) return undefined;
    const { id, title, title_en, price, prices, currency } = eventColumns;
    const [row] = await db
      .select({ id, title, title_en, price, prices, currency })
      .from(events)
      .where(eq(id, registration.event_id));
    if (!row) return undefined;
    const event = pick(row, ["id", "title", "title_en"]);
    const priced = priceOptions(row).find(({ amount }) => amount > 0);
    const byHand =
      priced && !(await isPaidOnline(db, { amount: priced.amount, currency: row.currency }));
    const byHandAt = byHand ? currentTime() : undefined;
    const page = { email: sealed.email, event, byHandAt };
    if (key === undefined) return { ...page, state: "sent" };
    const { status, proof_needed, first_name, last_name } = registration;
    const proofs = isOf(registration, sealed.email) ? await listProofs(db, sealed.id) : [];
    const open = proof_needed && isLive(status) && proofs.some((proof) => holdsKey(proof, key));
    if (!open) return { ...page, state: "over" };
    const holder = `${first_name} ${last_name}`;
    return { ...page, state: "open", holder, proofKey: key };
  });
}

type IdentityProof = { code: string } | { key: string };

type Proven =
  | { outcome: "wrong" | "closed" }
  | { outcome: "known" | "confirmed" | "waiting"; ticketToken: string }
  | { outcome: "payment"; orderToken: string };

/**
 * Opens the registration of a receipt to whoever has the secrets of its mail, which work once; a registration that
 * waited for its proof is confirmed, held or queued.
 */
export async function prove(
  receipt: string,
  evidence: IdentityProof,
  now = currentTime(),
): Promise<Proven> {
  const sealed = openReceipt(receipt);
  const row =
    sealed && (await asSystem("registrations.prove", (db) => findRegistration(db, sealed.id)));
  if (!row) return { outcome: "wrong" };
  return withEventLock(row.event_id, "registrations.prove", async (db, event) => {
    // Expires what is over, in case the job has not run since.
    if (event) await settlePlaces(db, event, now);
    const registration = await findRegistration(db, row.id);
    if (!event || !registration || !isOf(registration, sealed.email)) return { outcome: "wrong" };
    if (!(await isProven(db, row.id, evidence))) return { outcome: "wrong" };
    if (!registration.proof_needed) return openTicket(db, registration);
    if (event.status !== "upcoming" && event.status !== "ongoing") return { outcome: "closed" };
    return acknowledge(db, event, registration, now);
  });
}

/** Staff may have corrected the address since: a mail to the former one proves nothing. */
const isOf = (registration: Registration, email: string): boolean =>
  registration.email.toLowerCase() === email.toLowerCase();

type Proof = typeof registrationProofs.$inferSelect;

/** The link of every mail is valid, but only the code of the last one. */
const holdsKey = ({ key_hash }: Proof, key: string) =>
  key_hash !== null && isSameText(key_hash, keyHash(key));

/** Checks the evidence: a right one uses up all proofs, a wrong code is counted. */
async function isProven(
  db: SystemDb,
  registrationId: string,
  evidence: IdentityProof,
): Promise<boolean> {
  const proofs = await listProofs(db, registrationId);
  const [last] = proofs;
  if (!last) return false;
  const right =
    "key" in evidence
      ? proofs.some((proof) => holdsKey(proof, evidence.key))
      : last.code_hash !== null &&
        last.tries < CODE_TRIES &&
        isSameText(last.code_hash, codeHash(registrationId, evidence.code));
  if (right) {
    await db
      .update(registrationProofs)
      .set({ code_hash: null, key_hash: null })
      .where(eq(registrationProofs.registration_id, registrationId));
  } else if ("code" in evidence) {
    const tries = last.tries + 1;
    await db.update(registrationProofs).set({ tries }).where(eq(registrationProofs.id, last.id));
  }
  return right;
}

async function openTicket(db: SystemDb, registration: Registration): Promise<Proven> {
  const order =
    registration.status === "held"
      ? await orderOfSubject(db, "registration", registration.id)
      : undefined;
  if (order) return { outcome: "payment", orderToken: order.token };
  return { outcome: "known", ticketToken: registration.ticket_token };
}

async function acknowledge(
  db: SystemDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
): Promise<Proven> {
  const { id, ticket_token: ticketToken } = registration;
  if (registration.status === "waiting") {
    await setStatus(db, id, { ...ACKNOWLEDGED, status: "waiting" });
    const position = await positionOf(db, id);
    const mail = waitingListJoinedMail({ ...registration, event, position });
    await queueMail(db, withKey(mail, id, "proven"));
    // A place may be free that could not be offered to it before.
    await settlePlaces(db, event, now);
    return { outcome: "waiting", ticketToken };
  }
  if (registration.status !== "unproven") return { outcome: "known", ticketToken };
  if (registration.amount === 0) {
    await confirmFreePlace(db, event, registration, now, ACKNOWLEDGED);
    return { outcome: "confirmed", ticketToken };
  }
  const order = await holdPlace(db, event, registration, newHold(event, now), ACKNOWLEDGED);
  // It is paid at the federation later, so the instructions are mailed.
  if (order.by_hand) {
    const mail = await placeMail(db, { ...registration, status: "held", event });
    await queueMail(db, withKey(mail, id, order.id));
  }
  return { outcome: "payment", orderToken: order.token };
}
