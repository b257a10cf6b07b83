import { ArrowRightLeft, Ban, Check, Gift, type LucideIcon, PencilLine, Send } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { FederationEvent } from "../../events/events.ts";
import { useIntent } from "../../kit/list/use-intent.ts";
import { useMay } from "../../kit/may.tsx";
import { CashForm } from "../../payments/offline/cash-form.admin.tsx";
import { CancelButton, LIST } from "../admin/registration-controls.admin.tsx";
import type { Registration } from "../places/places.system.server.ts";

type Props = {
  registration: Pick<
    Registration,
    | "id"
    | "first_name"
    | "last_name"
    | "status"
    | "amount"
    | "currency"
    | "checked_in_at"
    | "proof_needed"
    | "is_duplicate"
  >;
  event: Pick<FederationEvent, "status">;
  /** What is left of its price, where it has an order. */
  due?: number;
  /** Of this showing of the buttons: money, or a mail, counts once for it. */
  pressed: string;
};

const SEND_LABELS: Partial<Record<Registration["status"], string>> = {
  confirmed: "Renvoyer le billet",
  held: "Renvoyer le message",
  offered: "Renvoyer la proposition",
  waiting: "Renvoyer le message",
};

/** What can be done about a registration that counts. */
export function RegistrationFooter({ registration, event, due, pressed }: Props) {
  const { submit, pending } = useIntent(LIST);
  const { search } = useLocation();
  const takesMoney = useMay()("/admin/payments", "cash");
  const { id, status, amount, currency, checked_in_at, proof_needed, is_duplicate } = registration;
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
      <CancelButton row={registration} className="button quiet mr-auto">
        <Ban aria-hidden="true" size={17} />
        Annuler l’inscription
      </CancelButton>
      {form("edit", "Corriger", PencilLine)}
      {!checked_in_at && !proof_needed && !is_duplicate && form("move", "Déplacer", ArrowRightLeft)}
      {send && button("send", send, Send, { key: pressed })}
      {status === "waiting" && !cancelled && button("offer", "Proposer une place", Gift)}
      {waits && amount === 0 && !cancelled && button("confirm", "Confirmer la place", Check)}
      {(waits || status === "held") && amount > 0 && !cancelled && takesMoney && (
        <CashForm
          key={due ?? amount}
          action={LIST}
          fields={{ id, key: pressed }}
          due={{ amount: due ?? amount, currency }}
        />
      )}
    </>
  );
}
