import { newId } from "../../../app/core/secrets/id.server.ts";
import {
  eventCancelledMail,
  eventMovedMail,
  eventReminderMail,
  eventReopenedMail,
  placeHeldMail,
  placeOfferedMail,
  placeReleasedMail,
  registrationChangedMail,
  registrationConfirmedMail,
  registrationLinkMail,
  registrationProofMail,
  registrationReaddressedMail,
  waitingListJoinedMail,
} from "../../../app/registrations/registrations.mail.ts";

import { DEADLINE, type MailExpectations } from "../../mail/sample-values.ts";

const EVENT = {
  id: newId(),
  title: "Tournoi national",
  title_en: null,
  date: "2027-03-12",
  time: "14:30",
  end_date: null,
  end_time: null,
  location: "Palais du Peuple, Conakry",
  location_en: "Palais du Peuple, Conakry",
  type: "in-person" as const,
};
const BOUGHT = {
  price_name: "Standard",
  price_name_en: null,
  amount: 25_000,
  currency: "XOF",
} as const;
const PROOF = { code: "042137", link: "/tickets/proof/rece1pt?key=k3y" };

const TICKET = ["/tickets/t1cket"];
const TICKET_AND_DATE = ["/tickets/t1cket", "/tickets/t1cket/calendar.ics"];
const CONFIRMED = [...TICKET_AND_DATE, "/me"];
const TICKET_AND_CONTACT = ["/tickets/t1cket", "/contact"];
const RECEIPT = ["/tickets/proof/rece1pt?key=k3y"];
const EVENTS = ["/events/"];
const TICKET_AND_EVENTS = ["/tickets/t1cket", "/events"];

export default {
  toVisitors(language, values) {
    const registration = {
      language,
      email: "aissatou@example.org",
      first_name: values,
      last_name: values,
      reference: "FGE-7K3M-2Q",
      ticket_token: "t1cket",
      event: EVENT,
    };
    const confirmed = { ...registration, ...BOUGHT, id: newId() };
    const coded = { ...confirmed, code: "042137" };
    const owed = {
      reference: "FGE-7K3M-2Q",
      price_amount: 25_000,
      price_currency: "XOF" as const,
      received: 0,
      due: 25_000,
      until: DEADLINE,
    };
    const order = { by_hand: true, owed, now: DEADLINE };
    const changed = { ...confirmed, phone: "+224622123456", status: "confirmed" as const };
    const proof = { ...registration, ...PROOF };
    return {
      confirmed: { mail: registrationConfirmedMail(confirmed), links: CONFIRMED },
      confirmedForm: { mail: registrationConfirmedMail(coded), links: CONFIRMED },
      confirmedOnline: {
        mail: registrationConfirmedMail({ ...confirmed, event: { ...EVENT, type: "online" } }),
        links: CONFIRMED,
      },
      reminder: { mail: eventReminderMail(confirmed), links: TICKET },
      reminderOnline: {
        mail: eventReminderMail({
          ...confirmed,
          event: { ...EVENT, type: "online", end_date: "2027-03-13", end_time: "18:00" },
        }),
        links: TICKET,
      },
      held: { mail: placeHeldMail({ ...coded, order }), links: TICKET },
      heldOnline: {
        mail: placeHeldMail({ ...coded, order: { ...order, by_hand: false } }),
        links: TICKET,
      },
      changed: { mail: registrationChangedMail(changed), links: TICKET_AND_CONTACT },
      changedToPay: {
        mail: registrationChangedMail({ ...changed, status: "held" }),
        links: TICKET_AND_CONTACT,
      },
      moved: {
        mail: registrationChangedMail({ ...changed, from: EVENT }),
        links: TICKET_AND_CONTACT,
      },
      eventMoved: {
        mail: eventMovedMail({
          ...registration,
          id: newId(),
          status: "confirmed",
          amount: 25_000,
          previous: { ...EVENT, date: "2027-03-01", end_date: "2027-03-02", location: values },
        }),
        links: TICKET_AND_DATE,
      },
      eventMovedUnpaid: {
        mail: eventMovedMail({
          ...registration,
          id: newId(),
          status: "held",
          amount: 25_000,
          previous: { ...EVENT, time: null },
        }),
        links: TICKET,
      },
      eventMovedOffered: {
        mail: eventMovedMail({
          ...registration,
          id: newId(),
          status: "offered",
          amount: 25_000,
          previous: { ...EVENT, time: null },
        }),
        links: TICKET,
      },
      eventMovedInLine: {
        mail: eventMovedMail({
          ...registration,
          id: newId(),
          status: "waiting",
          amount: 25_000,
          previous: { ...EVENT, time: null },
        }),
        links: TICKET,
      },
      eventCancelled: {
        mail: eventCancelledMail({
          ...registration,
          event: { ...EVENT, cancellation_reason: values, cancellation_reason_en: null },
          owed: [{ amount: 25_000, currency: "XOF" }],
        }),
        links: TICKET_AND_EVENTS,
      },
      eventCancelledFree: {
        mail: eventCancelledMail({
          ...registration,
          event: { ...EVENT, cancellation_reason: null, cancellation_reason_en: null },
          owed: [],
        }),
        links: TICKET_AND_EVENTS,
      },
      eventReopened: {
        mail: eventReopenedMail({ ...confirmed, deadline: DEADLINE, hasPaid: true }),
        links: TICKET,
      },
      eventReopenedUnpaid: {
        mail: eventReopenedMail({ ...confirmed, deadline: DEADLINE, hasPaid: false }),
        links: TICKET,
      },
      eventReopenedFree: {
        mail: eventReopenedMail({ ...confirmed, amount: 0, deadline: DEADLINE, hasPaid: false }),
        links: TICKET,
      },
      eventReopenedInLine: {
        mail: eventReopenedMail({ ...confirmed, hasPaid: false }),
        links: TICKET,
      },
      readdressed: { mail: registrationReaddressedMail(registration), links: ["/contact"] },
      link: { mail: registrationLinkMail({ ...registration, code: "042137" }), links: TICKET },
      proof: {
        mail: registrationProofMail({ ...proof, status: "unproven", amount: 0 }),
        links: RECEIPT,
      },
      proofToPay: {
        mail: registrationProofMail({ ...proof, status: "unproven", amount: 1 }),
        links: RECEIPT,
      },
      proofInLine: {
        mail: registrationProofMail({ ...proof, status: "waiting", amount: 1 }),
        links: RECEIPT,
      },
      waiting: { mail: waitingListJoinedMail({ ...registration, position: 12 }), links: TICKET },
      offered: {
        mail: placeOfferedMail({ ...confirmed, deadline: DEADLINE, mustChoose: false }),
        links: TICKET,
      },
      choosing: {
        mail: placeOfferedMail({ ...confirmed, deadline: DEADLINE, mustChoose: true }),
        links: TICKET,
      },
      unpaidInPart: {
        mail: placeReleasedMail({
          ...registration,
          reason: "payment",
          received: { amount: 10_000, currency: "XOF" },
        }),
        links: EVENTS,
      },
      unpaid: { mail: placeReleasedMail({ ...registration, reason: "payment" }), links: EVENTS },
      untaken: { mail: placeReleasedMail({ ...registration, reason: "offer" }), links: EVENTS },
      cancelled: {
        mail: placeReleasedMail({ ...registration, reason: "cancelled" }),
        links: EVENTS,
      },
      refunded: {
        mail: placeReleasedMail({ ...registration, reason: "cancelled", refunded: true }),
        links: EVENTS,
      },
    };
  },
} satisfies MailExpectations;
