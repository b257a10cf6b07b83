import { formatAmount, formatMoment, PRICE_CURRENCIES } from "../../i18n/format.ts";
import { useIntent, useIntentForm } from "../../kit/list/use-intent.tsx";
import { formatSeen } from "../../records/seen.ts";
import { AmountFields, BOX, CashFields, Labelled } from "../offline/cash-form.admin.tsx";
import type { HandoverLine } from "./tills.staff.server.ts";
import type { Cash } from "./tills.ts";

/** Opens a till with what lies in it. */
export function OpenForm({ action }: { action: string }) {
  const { send, busy } = useIntentForm(action, "open");
  return (
    <form onSubmit={send} className="grid grid-cols-2 items-end gap-3">
      <p className="col-span-full text-muted">
        Comptez d’abord ce qu’elle contient déjà : zéro s’il n’y a rien.
      </p>
      <CashFields name="float" label="Fond de caisse" start={0} />
      <button type="submit" disabled={busy} className="button col-span-full">
        Ouvrir ma caisse
      </button>
    </form>
  );
}

type Own = { id: string; balance: Cash; action: string };

/** What was counted, beside what the books say. */
export function CountForm({ id, balance, action }: Own) {
  const seen = Object.fromEntries(
    PRICE_CURRENCIES.map((currency) => [`seen_${currency}`, String(balance[currency])]),
  );
  const { send, busy } = useIntentForm(action, "count", { id, ...seen });
  return (
    <form onSubmit={send} className="grid grid-cols-2 items-end gap-3">
      <CashFields name="counted" label="Compté" />
      <div className="col-span-full">
        <Labelled label="Motif de l’écart, s’il y en a un">
          <input name="reason" maxLength={300} autoComplete="off" className={BOX} />
        </Labelled>
      </div>
      <button type="submit" disabled={busy} className="button col-span-full">
        Enregistrer le comptage
      </button>
    </form>
  );
}

type HandOverProps = {
  id: string;
  receivers: readonly { id: string; name: string }[];
  pressed: string;
  action: string;
};

/** Gives cash to somebody, or to the bank. */
export function HandOverForm({ id, receivers, pressed, action }: HandOverProps) {
  const { send, busy } = useIntentForm(action, "handOver", { id, key: pressed });
  return (
    <form onSubmit={send} className="grid grid-cols-2 items-end gap-3">
      <div className="col-span-full">
        <Labelled label="À qui">
          <select name="receiver" className={BOX}>
            <option value="">La banque</option>
            {receivers.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </select>
        </Labelled>
      </div>
      <AmountFields label="Montant" />
      <button type="submit" disabled={busy} className="button col-span-full">
        Remettre
      </button>
    </form>
  );
}

/** Closes a till that is empty; one that is not says so. */
export function CloseButton({ id, balance, action }: Own) {
  const { submit, pending } = useIntent(action);
  const isEmpty = PRICE_CURRENCIES.every((currency) => balance[currency] === 0);
  return (
    <>
      <p className="mb-3 text-muted">
        {isEmpty
          ? "Elle est vide : vous pouvez la fermer."
          : "Une caisse se ferme vide : remettez d’abord ce qu’elle contient."}
      </p>
      <button
        type="button"
        disabled={!isEmpty || pending !== undefined}
        onClick={() => submit("close", { id })}
        className="button quiet"
      >
        Fermer la caisse
      </button>
    </>
  );
}

type TransitProps = { handover: HandoverLine; me: string; action: string };

/** Cash on its way: whoever receives it confirms, and the bank does by its slip. */
export function Transit({ handover, me, action }: TransitProps) {
  const { id, receiver, sent_by, amount, currency, sender, to, created_at } = handover;
  const seen = formatSeen(handover);
  const confirm = useIntentForm(action, "confirm", { id, seen });
  const back = useIntentForm(action, "return", { id, seen });
  // Whoever sent it to the bank does not say alone that it is there.
  const mayConfirm = receiver === null ? sent_by !== me : receiver === me;
  return (
    <section className="panel grid min-w-0 content-start gap-3 p-4">
      <h2 className="text-lg">{formatAmount("fr", amount, currency)} en chemin</h2>
      <p className="text-muted wrap-anywhere">
        De {sender} à {to ?? "la banque"} · {formatMoment("fr", created_at)}
      </p>
      {mayConfirm && (
        <form onSubmit={confirm.send} className="flex flex-wrap items-end gap-3">
          {receiver === null && (
            <Labelled label="N° du bordereau de la banque">
              <input name="slip" required maxLength={60} autoComplete="off" className={BOX} />
            </Labelled>
          )}
          <button type="submit" disabled={confirm.busy} className="button">
            {receiver === null ? "La banque a reçu" : "J’ai reçu cette somme"}
          </button>
        </form>
      )}
      {(mayConfirm || sent_by === me) && (
        <form onSubmit={back.send} className="flex flex-wrap items-end gap-3">
          <Labelled label="Motif de l’annulation">
            <input name="reason" required maxLength={300} autoComplete="off" className={BOX} />
          </Labelled>
          <button type="submit" disabled={back.busy} className="button quiet">
            Annuler la remise
          </button>
        </form>
      )}
    </section>
  );
}
