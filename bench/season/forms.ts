// What people and staff press, as the product's forms call it: each function stands behind one of them.
import { eq } from "drizzle-orm";
import { storeMessage } from "../../app/contact/contact.visitor.server.ts";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { currentTime } from "../../app/core/process/clock.ts";
import { keyring } from "../../app/core/secrets/keys.server.ts";
import { AppError, FieldRefused } from "../../app/core/values/errors.ts";
import {
  approveEventReturns,
  cancelEvent,
  countEverybody,
  findReturns,
  formatConcerned,
} from "../../app/events/cancellation/cancellation.staff.server.ts";
import { type EventForm, eventFormSchema } from "../../app/events/event-schema.ts";
import {
  createEvent,
  findEventForStaff,
  updateEvent,
} from "../../app/events/events.staff.server.ts";
import type { Language } from "../../app/i18n/languages.ts";
import { NoticeNeeded } from "../../app/kit/form/save.server.ts";
import { submitApplication } from "../../app/membership/apply/membership.system.server.ts";
import { setMemberStatus } from "../../app/membership/members/members.staff.server.ts";
import { endSubscription } from "../../app/newsletter/mail-links.system.server.ts";
import { subscribe } from "../../app/newsletter/newsletter.visitor.server.ts";
import { unsubscribeToken } from "../../app/newsletter/unsubscribe-token.server.ts";
import { startAttempt } from "../../app/payments/attempts/attempts.system.server.ts";
import { receiveNotice } from "../../app/payments/attempts/notices.system.server.ts";
import {
  approveRefund,
  recordRefund,
  takeCash,
} from "../../app/payments/ledger/money.staff.server.ts";
import { chooseOfflinePayment } from "../../app/payments/offline/offline-payment.system.server.ts";
import { orders } from "../../app/payments/payments.table.server.ts";
import {
  findSimulated,
  noticeOf,
  play,
} from "../../app/payments/providers/simulated/simulated.system.server.ts";
import type { SimulatedAction } from "../../app/payments/providers/simulated/simulated.ts";
import { prove } from "../../app/registrations/proofs/prove.system.server.ts";
import { register } from "../../app/registrations/register/visitor-registration.system.server.ts";
import { acceptOffer, giveUp } from "../../app/registrations/tickets/tickets.system.server.ts";
import { STAFF_IDS, TYPE } from "./history.ts";

/** Everybody is told apart by a number: their address, browser and network follow from it. */
export type Who = { n: number; language: Language; minor?: boolean };

/** Whoever comes from a club shares its network with the others of their event. */
const readSender = (n: number, club?: string) => ({
  ip: club
    ? `197.149.${Number.parseInt(club.slice(-2), 16)}.${Number.parseInt(club.slice(-4, -2), 16)}`
    : `41.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  browser: { id: `browser ${n}`, known: true },
});
const personOf = ({ n, minor }: Pick<Who, "n" | "minor">) => ({
  firstName: "Aïssatou",
  lastName: `Bah ${n}`,
  phone: `+22462${String(n).padStart(7, "0").slice(-7)}`,
  birthDate: minor ? "2014-05-06" : "2001-02-03",
  acceptTerms: true as const,
  guardian: minor
    ? { name: "Mariama Bah", phone: "+224621000000", relation: "mother" as const, consent: "1" }
    : null,
});

export const PEOPLE = {
  /** Applies for a membership, or renews one: gives the token of its page. */
  apply: ({ n, minor, email, language }: Who & { email: string }): Promise<string | undefined> =>
    submitApplication(
      {
        ...personOf({ n, minor }),
        email,
        type: TYPE,
        address: "Quartier Taouyah, Ratoma",
        city: "Conakry",
        experience: "beginner",
        games: "EA Sports FC",
        motivation: "Jouer, apprendre et porter les couleurs de la Guinée.",
      },
      { language, from: readSender(n) },
    ).then((submitted) => submitted?.token),

  register: ({
    n,
    minor,
    club,
    email,
    language,
    event,
    priceId,
  }: Who & { email: string; event: string; priceId: string; club: boolean }) =>
    register(
      event,
      {
        ...personOf({ n, minor }),
        email,
        gamertag: `joueur${n}`,
        platform: "mobile",
        licence: null,
        priceId,
        acceptRules: true,
      },
      { language, from: readSender(n, club ? event : undefined) },
    ),

  /** Follows the link of the letter that asks whether an address is theirs; gives what there is to pay. */
  async prove({ receipt, key }: { receipt: string; key: string }): Promise<string | undefined> {
    const answer = await prove(receipt, { key });
    return answer.outcome === "payment" ? answer.orderToken : undefined;
  },

  /** Will pay at the federation. */
  chooseByHand: ({ token }: { token: string }) => chooseOfflinePayment(token, currentTime()),

  /** Presses the button of the page of an order; gives what the provider calls the payment. */
  async pay({ token, key }: { token: string; key: string }): Promise<string | undefined> {
    const [order] = await asSystem("season", (db) =>
      db.select().from(orders).where(eq(orders.token, token)),
    );
    if (!order) return undefined;
    const charge = `${order.price_amount} ${order.price_currency}`;
    const start = await startAttempt(token, { key, charge }, currentTime());
    const address = start.kind === "attempt" ? start.payment.redirect_url : undefined;
    return address?.split("/").at(-1);
  },

  /** Plays what the payer does at the provider. */
  async play({ reference, action }: { reference: string; action: SimulatedAction }) {
    const payment = await findSimulated(reference);
    if (payment) await play(payment, action, 0);
  },

  /** The provider tells of a payment. */
  async notice({ reference }: { reference: string }) {
    const payment = await findSimulated(reference);
    if (!payment || payment.silent) return;
    const secret = keyring().current("simulated-payment").bytes.toString("hex");
    const { headers, body } = noticeOf(payment, secret);
    await receiveNotice("simulated", new Headers(headers), Buffer.from(body), currentTime());
  },

  acceptOffer: ({ token }: { token: string }) => acceptOffer(token),
  giveUp: ({ token, email }: { token: string; email: string }) => giveUp(token, email),

  write: ({ n, email, language }: Who & { email: string }) =>
    asVisitor((db) =>
      storeMessage(
        db,
        { name: `Bah ${n}`, email, subject: "Une question", message: "Quand jouez-vous ?" },
        language,
      ),
    ),

  subscribe: ({ n, email, language }: Who & { email: string }) =>
    subscribe(
      { email, whatsapp: personOf({ n }).phone, consent: true },
      { text: "J’accepte", channel: "/newsletter", language },
    ),
  unsubscribe: ({ id }: { id: string }) => endSubscription(unsubscribeToken(id)),
};

/** What one of the staff does; a refusal is an answer, as it is on their screen. */
export type Desk = { by: number };

const REFUSALS = ["conflict", "not-found"];

export const staffOf = ({ by }: Desk) => ({ id: STAFF_IDS[by % STAFF_IDS.length] ?? "" });

export async function tried<T>(work: Promise<T>): Promise<T | "refused"> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FieldRefused) return "refused";
    if (error instanceof AppError && REFUSALS.includes(error.kind)) return "refused";
    throw error;
  }
}

export const at = <T>(desk: Desk, work: (db: StaffDb) => Promise<T>): Promise<T | "refused"> =>
  tried(asStaff(staffOf(desk), work));

export const STAFF = {
  createEvent: (desk: Desk & { form: Record<string, string> }) =>
    at(desk, (db) => createEvent(db, eventFormSchema.parse(desk.form))),

  changeEvent: (desk: Desk & { id: string; change: Partial<EventForm> }) =>
    at(desk, async (db) => {
      const event = await findEventForStaff(db, desk.id);
      if (event) await saveAndTell(db, desk.id, { ...formOf(event), ...desk.change });
    }),

  cancelEvent: (desk: Desk & { id: string }) =>
    at(desk, async (db) => {
      const seen = formatConcerned(await countEverybody(db, desk.id));
      const reason = { cancellation_reason: "La salle est inondée.", cancellation_reason_en: null };
      await cancelEvent(db, desk.id, { ...reason, seen });
    }),

  approveReturns: (desk: Desk & { event: string }) =>
    at(desk, async (db) => {
      const seen = (await findReturns(db, desk.event))?.seen ?? "";
      await approveEventReturns(db, desk.event, seen);
    }),

  reopenEvent: (desk: Desk & { id: string }) =>
    at(desk, async (db) => {
      const event = await findEventForStaff(db, desk.id);
      if (event) await saveAndTell(db, desk.id, { ...formOf(event), status: "upcoming" });
    }),

  takeCash: (desk: Desk & { order: string; receipt: string; amount?: number }) =>
    at(desk, (db) =>
      takeCash(db, desk.order, {
        receipt: desk.receipt,
        key: keyOf(desk.receipt),
        amount: desk.amount,
      }),
    ),

  approveRefund: (desk: Desk & { id: string }) => at(desk, (db) => approveRefund(db, desk.id)),
  recordRefund: (desk: Desk & { id: string }) =>
    at(desk, (db) => recordRefund(db, desk.id, { operatorReference: `OP-${desk.id}` })),

  suspend: (desk: Desk & { id: string }) =>
    at(desk, (db) => setMemberStatus(db, [desk.id], "suspended")),
};

/** Of the button that was pressed for a receipt. */
const keyOf = (receipt: string) =>
  `01960000-0000-7000-8000-${receipt.replace(/\D/g, "").padStart(12, "0")}`;

/** Saves an event, and confirms whom that tells. */
async function saveAndTell(db: StaffDb, id: string, form: EventForm): Promise<void> {
  const { told } = await updateEvent(db, id, form).then(
    () => ({ told: undefined }),
    (error: unknown) => {
      if (error instanceof NoticeNeeded) return { told: error.notice.seen };
      throw error;
    },
  );
  if (told) await updateEvent(db, id, { ...form, told });
}

type Stored = NonNullable<Awaited<ReturnType<typeof findEventForStaff>>>;

/** An event as its form sends it: without what is computed and what staff do not write there. */
function formOf(event: Stored): EventForm {
  const {
    id,
    status_chosen_at,
    starts_at,
    ends_at,
    current_participants,
    is_sample,
    search_text,
    cancellation_reason,
    cancellation_reason_en,
    sequence,
    created_at,
    updated_at,
    price,
    ...form
  } = event;
  return { ...form, price: price ?? 0 };
}
