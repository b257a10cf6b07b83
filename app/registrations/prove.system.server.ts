import { timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { events } from "../events/events.table.server.ts";
import type { FederationEvent } from "../events/events.ts";
import { queueMail } from "../mails/outbox.visitor.server.ts";
import { placeHeldMail } from "../mails/place-held.mail.ts";
import { waitingListJoinedMail } from "../mails/waiting-list-joined.mail.ts";
import { orderOfSubject } from "../payments/orders.system.server.ts";
import { providers } from "../payments/provider.ts";
import { asSystem, type SystemDb } from "../platform/database/doors.server.ts";
import { confirmFreePlace, holdPlace } from "./changes.system.server.ts";
import {
  ACKNOWLEDGED,
  atEvent,
  findRegistration,
  positionOf,
  type Registration,
  setStatus,
  settlePlaces,
} from "./places.system.server.ts";
import { codeHash, findProof, keyHash, readReceipt } from "./proofs.system.server.ts";
import { holdFrom } from "./register.system.server.ts";
import { registrationProofs } from "./registrations.table.server.ts";
import { CODE_TRIES } from "./registrations.ts";

/**
 * What the page of a receipt shows. `sent` tells nothing that depends on the registration; `open` is for
 * whoever brings the key of the mail's link; `over` for whoever brings one that is of no more use.
 */
export type ProofPage = {
  state: "sent" | "open" | "over";
  email: string;
  event: Pick<FederationEvent, "id" | "title" | "title_en">;
  holder?: string;
  proofKey?: string;
};

/** The page of a receipt, with the key of a link if it has one; undefined when we did not make it. */
export async function readProofPage(receipt: string, key?: string): Promise<ProofPage | undefined> {
  const sealed = readReceipt(receipt);
  if (!sealed) return undefined;
  return asSystem("registrations.receipt", async (db) => {
    const registration = await findRegistration(db, sealed.id);
    if (!registration) return undefined;
    const { id, title, title_en } = events;
    const [event] = await db
      .select({ id, title, title_en })
      .from(events)
      .where(eq(id, registration.event_id));
    if (!event) return undefined;
    const page = { email: sealed.email, event };
    if (key === undefined) return { ...page, state: "sent" };
    const proof = await findProof(db, sealed.id);
    const open = registration.proof_needed && isSame(proof?.key_hash, keyHash(key));
    if (!open) return { ...page, state: "over" };
    const holder = `${registration.first_name} ${registration.last_name}`;
    return { ...page, state: "open", holder, proofKey: key };
  });
}

/** What somebody shows: the digits of the mail, or the key of its link. */
export type Shown = { code: string } | { key: string };

export type Proven =
  | { outcome: "wrong" | "closed" }
  /** It was theirs before, or is now. */
  | { outcome: "known" | "confirmed" | "waiting"; ticketToken: string }
  | { outcome: "payment"; orderToken: string };

/**
 * Opens the registration of a receipt to whoever shows what we wrote to its address, once; a place, or a
 * place in the line, that waited for it is theirs then.
 */
export async function prove(receipt: string, shown: Shown, now = new Date()): Promise<Proven> {
  const sealed = readReceipt(receipt);
  const found =
    sealed && (await asSystem("registrations.prove", (db) => findRegistration(db, sealed.id)));
  if (!found) return { outcome: "wrong" };
  return atEvent(found.event_id, "registrations.prove", async (db, event) => {
    // What is over is over, even when nobody has looked since.
    if (event) await settlePlaces(db, event, now);
    const registration = await findRegistration(db, found.id);
    if (!event || !registration || !(await isShown(db, found.id, shown))) {
      return { outcome: "wrong" };
    }
    if (!registration.proof_needed) return opened(db, registration);
    if (event.status !== "upcoming" && event.status !== "ongoing") return { outcome: "closed" };
    return acknowledge(db, event, registration, now);
  });
}

/** Looks at what is shown, and takes what was right or counts what was wrong. */
async function isShown(db: SystemDb, registrationId: string, shown: Shown): Promise<boolean> {
  const proof = await findProof(db, registrationId);
  if (!proof) return false;
  const byCode = "code" in shown;
  if (byCode && proof.tries >= CODE_TRIES) return false;
  const right = byCode
    ? isSame(proof.code_hash, codeHash(registrationId, shown.code))
    : isSame(proof.key_hash, keyHash(shown.key));
  if (right || byCode) {
    await db
      .update(registrationProofs)
      .set(right ? { code_hash: null, key_hash: null } : { tries: proof.tries + 1 })
      .where(eq(registrationProofs.id, proof.id));
  }
  return right;
}

function isSame(kept: string | null | undefined, given: string): boolean {
  if (!kept) return false;
  const [one, other] = [Buffer.from(kept), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function opened(db: SystemDb, registration: Registration): Promise<Proven> {
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
    await queueMail(db, waitingListJoinedMail({ ...registration, event, position }));
    // A place may be free already: nothing was offered to it before.
    await settlePlaces(db, event, now);
    return { outcome: "waiting", ticketToken };
  }
  if (registration.status !== "unproven") return { outcome: "known", ticketToken };
  if (registration.amount === 0) {
    await confirmFreePlace(db, event, registration, now, ACKNOWLEDGED);
    return { outcome: "confirmed", ticketToken };
  }
  const order = await holdPlace(db, event, registration, holdFrom(now), ACKNOWLEDGED);
  // What is paid at the federation waits longer than this page stays open.
  if (providers().length === 0) await queueMail(db, placeHeldMail({ ...registration, event }));
  return { outcome: "payment", orderToken: order.token };
}
