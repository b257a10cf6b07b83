import {
  ArrowRightLeft,
  Ban,
  Check,
  Gift,
  type LucideIcon,
  PencilLine,
  Phone,
  Send,
} from "lucide-react";
import { Link, useLocation } from "react-router";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { ageOn, isOutside } from "../../core/values/age.ts";
import { telAddress } from "../../core/values/phone.ts";
import { pick } from "../../core/values/pick.ts";
import type { FederationEvent } from "../../events/events.ts";
import { findMinorAge } from "../../guardians/guardian.staff.server.ts";
import { ConsentText } from "../../guardians/guardian-fields.admin.tsx";
import { type Consent, consentOf, formatGuardian } from "../../guardians/guardian-labels.ts";
import { formatDate, formatMoment, several } from "../../i18n/format.ts";
import { recordAt } from "../../kit/form/save.server.ts";
import { Facts, ViewDialog } from "../../kit/form/view-dialog.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { IfMay, useMay } from "../../kit/may.tsx";
import { isValidLicence, STATE_LABELS } from "../../licences/licence-state.ts";
import { MailTrace } from "../../mail/mail-trace.admin.tsx";
import { findHardBounce } from "../../mail/sent-mails.staff.server.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import type { DeskRates } from "../../payments/ledger/conversion.ts";
import { CashForm } from "../../payments/offline/cash-form.admin.tsx";
import {
  readAmountOwed,
  readDeskRates,
} from "../../payments/offline/offline-payment.operations.server.ts";
import { readIsToReturn } from "../../payments/orders/orders.staff.server.ts";
import { OrderBadge } from "../../payments/payment-badges.admin.tsx";
import type { Registration } from "../places/places.system.server.ts";
import { readShownLicence } from "../register/shown-licence.operations.server.ts";
import { findRegistrationFile } from "../registrations.staff.server.ts";
import { isLive } from "../registrations.ts";
import type { Route } from "./+types/registration.admin.ts";
import { CancelButton, LIST, Presence, StatusBadge } from "./registration-controls.admin.tsx";
import {
  findWarning,
  formatCost,
  OBSTACLE_LABELS,
  PLATFORM_LABELS,
} from "./registration-labels.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const {
    registration,
    event,
    order,
    isToReturn,
    due,
    rates,
    position,
    refusal,
    licence,
    minorAge,
  } = await recordAt(context, params.id, findWithRefusal);
  const age = ageOn(registration.birth_date, event.date);
  return {
    registration: pick(registration, [
      "id",
      "reference",
      "first_name",
      "last_name",
      "email",
      "phone",
      "birth_date",
      "gamertag",
      "platform",
      "price_name",
      "amount",
      "currency",
      "status",
      "offer_expires_at",
      "offer_hours",
      "checked_in_at",
      "created_at",
      "updated_at",
      "terms_since",
      "is_duplicate",
      "is_test",
      "proof_needed",
      "proof_due_at",
      "guardian_name",
      "guardian_phone",
      "guardian_relation",
      "guardian_consent",
      "guardian_consent_at",
    ]),
    age,
    warning: findWarning({
      ...registration,
      is_outside: isOutside(age, event),
      lacks_guardian: age < minorAge && registration.guardian_name === null,
    }),
    event: pick(event, ["id", "title", "date", "status"]),
    order: order && pick(order, ["id", "mode", "status", "owes", "hold_expires_at"]),
    isToReturn,
    due,
    rates,
    position,
    refusal,
    licence,
    // The id of this rendering of the buttons, so that a payment is booked once.
    pressed: newId(),
  };
}

/** The number of its licence, and how it stands on the day of an event that asks for one; undefined without either. */
async function findShownLicence(db: StaffDb, event: FederationEvent, registration: Registration) {
  const { licence_serial: serial } = registration;
  const state = await readShownLicence(db, event, registration);
  const number = serial === null ? undefined : formatLicence(serial);
  if (!number) return event.asks_licence ? { text: "Sans licence", isValid: false } : undefined;
  const text = state ? `${number}\u202f: ${STATE_LABELS[state].toLowerCase()}` : number;
  return { text, isValid: !state || isValidLicence(state) };
}

/** Amber where it does not count on the day of the event. */
const Licence = ({ text, isValid }: { text: string; isValid: boolean }) =>
  isValid ? text : <Badge tone="wait">{text}</Badge>;

async function findWithRefusal(db: StaffDb, id: string) {
  const file = await findRegistrationFile(db, id);
  if (!file) return undefined;
  const refusal = await findHardBounce(db, file.registration.email);
  const { order } = file;
  const due = order?.status === "held" ? (await readAmountOwed(db, order)).due : undefined;
  const isToReturn = order ? await readIsToReturn(db, order.id) : false;
  const { amount, currency } = file.registration;
  const price = order ?? { price_amount: amount, price_currency: currency };
  const rates = amount > 0 ? await readDeskRates(db, price) : undefined;
  const licence = await findShownLicence(db, file.event, file.registration);
  return { ...file, isToReturn, due, rates, refusal, licence, minorAge: await findMinorAge(db) };
}

type File = Route.ComponentProps["loaderData"];

/** One registration, in a dialog over the list, with its actions. */
export default function RegistrationAdmin({ loaderData: file }: Route.ComponentProps) {
  const { registration, event, position } = file;
  const { first_name, last_name, email, phone, amount, currency } = registration;
  const { gamertag, platform, guardian_phone: number } = registration;
  const guardian = formatGuardian(registration);
  const price = formatCost(amount, currency);
  return (
    <ViewDialog
      title={`${first_name} ${last_name}`}
      list={LIST}
      seen={[registration]}
      actions={isLive(registration.status) && <RegistrationFooter {...file} />}
    >
      <Facts
        facts={[
          ["Référence", <strong key="reference">{registration.reference}</strong>],
          ["Statut", <Status key="status" {...file} />],
          ["À vérifier", isLive(registration.status) && file.warning?.reason],
          ["Présence", <Arrival key="arrival" {...registration} />],
          [
            "Événement",
            <span key="event" className="flex flex-wrap gap-x-4 gap-y-2">
              <Link to={`/admin/events/${event.id}`} className="link">
                {event.title}, {formatDate("fr", event.date)}
              </Link>
              <Link to={`${LIST}?event=${event.id}`} className="link">
                Toutes les inscriptions à cet événement
              </Link>
            </span>,
          ],
          ["Formule", `${registration.price_name} (${price})`],
          ["Paiement", <Payment key="payment" {...file} />],
          [
            "E-mail",
            <a key="email" href={`mailto:${email}`} className="link">
              {email}
            </a>,
          ],
          [
            "Messages",
            <MailTrace key="mails" id={registration.id} email={email} refusal={file.refusal} />,
          ],
          [
            "Téléphone",
            <a key="phone" href={telAddress(phone)} className="link">
              {phone}
            </a>,
          ],
          [
            "Naissance",
            `${formatDate("fr", registration.birth_date)} (${several(file.age, "an", "ans")} le jour de l’événement)`,
          ],
          [
            "Responsable légal",
            guardian && (
              <Guardian
                key="guardian"
                guardian={guardian}
                number={number}
                consent={consentOf(registration)}
              />
            ),
          ],
          [
            "Gamertag",
            gamertag && platform ? `${gamertag} (${PLATFORM_LABELS[platform]})` : undefined,
          ],
          ["Licence", file.licence && <Licence key="licence" {...file.licence} />],
          ["Inscription", formatMoment("fr", registration.created_at)],
          [
            "Conditions acceptées",
            registration.terms_since && `version du ${formatDate("fr", registration.terms_since)}`,
          ],
          ["Billet", <TicketLink key="ticket" id={registration.id} />],
          ["Rang", position > 0 && `${position} dans la liste d’attente`],
        ]}
      />
    </ViewDialog>
  );
}

/** Shows the link of a ticket to staff, which is logged, because the link belongs to its holder. */
function TicketLink({ id }: { id: string }) {
  const { submit, pending } = useIntent(LIST);
  return (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit("link", { id })}
      className="link"
    >
      Donner son lien à la personne
    </button>
  );
}

type GuardianProps = { guardian: string; number: string | null; consent: Consent | undefined };

/** Who answers for a minor, how they are reached, and that they agreed. */
function Guardian({ guardian, number, consent }: GuardianProps) {
  return (
    <div className="grid max-w-[52ch] gap-2">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold">{guardian}</span>
        {number && (
          <a href={telAddress(number)} className="link">
            {number}
          </a>
        )}
      </p>
      {consent ? (
        <ConsentText {...consent} />
      ) : (
        <p className="text-muted">Pas d’accord enregistré</p>
      )}
    </div>
  );
}

function Status({ registration, order }: File) {
  const { status, offer_expires_at, offer_hours, proof_due_at } = registration;
  const until = status === "held" ? order?.hold_expires_at : (offer_expires_at ?? proof_due_at);
  return (
    <>
      <StatusBadge {...registration} />
      {until && <span className="ml-2 text-muted">jusqu’au {formatMoment("fr", until)}</span>}
      {offer_hours !== null && (
        <span className="mt-1 block text-muted">
          Pas encore prévenu : son délai de {offer_hours} h court dès que le serveur de messagerie a
          pris le message, ou que vous l’avez prévenu.
        </span>
      )}
    </>
  );
}

function Arrival(registration: File["registration"]) {
  const { checked_in_at: at } = registration;
  return (
    <>
      <Presence {...registration} />
      {at && <span className="ml-2 text-muted">{formatMoment("fr", at)}</span>}
    </>
  );
}

function Payment({ order, isToReturn, registration, event }: File) {
  if (!order) return registration.amount === 0 ? "Rien à payer" : "Pas encore de commande";
  const closed = order.status === "held" && event.status === "cancelled";
  return (
    <>
      <OrderBadge
        status={order.status}
        mode={order.mode}
        owes={order.owes}
        isToReturn={isToReturn}
      />{" "}
      <IfMay to="/admin/payments">
        <Link to={`/admin/payments/${order.id}`} className="link">
          Voir la commande
        </Link>
      </IfMay>
      {closed && (
        <span className="ml-2 text-muted">
          ne peut plus être payée : {OBSTACLE_LABELS.eventCancelled}
        </span>
      )}
    </>
  );
}

type Props = {
  registration: Pick<
    Registration,
    | "id"
    | "first_name"
    | "last_name"
    | "status"
    | "amount"
    | "currency"
    | "offer_hours"
    | "checked_in_at"
    | "proof_needed"
    | "is_duplicate"
  >;
  event: Pick<FederationEvent, "status">;
  /** The remaining amount, where it has an order. */
  due?: number;
  /** Of a price. */
  rates?: DeskRates;
  /** The id of this rendering of the buttons, so that a payment is booked, or a mail sent, once. */
  pressed: string;
};

const SEND_LABELS: Partial<Record<Registration["status"], string>> = {
  confirmed: "Renvoyer le billet",
  held: "Renvoyer le message",
  offered: "Renvoyer la proposition",
  waiting: "Renvoyer le message",
};

/** The actions of a registration that has not ended. */
function RegistrationFooter({ registration, event, due, rates, pressed }: Props) {
  const { submit, pending } = useIntent(LIST);
  const { search } = useLocation();
  const takesMoney = useMay()("/admin/payments", "cash");
  const { id, status, amount, offer_hours, checked_in_at, proof_needed, is_duplicate } =
    registration;
  const waits = status === "waiting" || status === "offered" || status === "unproven";
  const cancelled = event.status === "cancelled";
  const send = proof_needed ? undefined : SEND_LABELS[status];
  const button = (intent: string, label: string, Icon: LucideIcon, fields = {}) => (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit(intent, { id, ...fields })}
      className="button quiet"
    >
      <Icon aria-hidden="true" size={17} />
      {label}
    </button>
  );
  const form = (name: string, label: string, Icon: LucideIcon) => (
    <Link to={`${LIST}/${id}/${name}${search}`} preventScrollReset className="button quiet">
      <Icon aria-hidden="true" size={17} />
      {label}
    </Link>
  );
  return (
    <>
      <CancelButton row={registration} className="button quiet mr-auto text-blood">
        <Ban aria-hidden="true" size={17} />
        Annuler l’inscription
      </CancelButton>
      {form("edit", "Corriger", PencilLine)}
      {!checked_in_at && !proof_needed && !is_duplicate && form("move", "Déplacer", ArrowRightLeft)}
      {send && button("send", send, Send, { key: pressed })}
      {status === "waiting" && !cancelled && button("offer", "Proposer une place", Gift)}
      {offer_hours !== null && !cancelled && button("tell", "Prévenu", Phone)}
      {waits && amount === 0 && !cancelled && button("confirm", "Confirmer la place", Check)}
      {(waits || status === "held") && rates && !cancelled && takesMoney && (
        <CashForm
          key={due ?? amount}
          action={LIST}
          fields={{ id, key: pressed }}
          due={due ?? amount}
          rates={rates}
        />
      )}
    </>
  );
}
