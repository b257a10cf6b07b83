import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { ViewDialog } from "../../kit/form/view-dialog.tsx";
import { useIntent } from "../../kit/list/use-intent.ts";
import { IfMay } from "../../kit/may.tsx";
import type { OpenReturns } from "./cancellation.staff.server.ts";

const LIST = "/admin/events";

type Props = { id: string; title: string; returns: OpenReturns; isOwn: boolean };

/** What a cancelled event gives back, for one decision about all of it. */
export function EventReturns({ id, title, returns, isOwn }: Props) {
  const { submit, pending } = useIntent(LIST);
  const { total, name, from, seen } = returns;
  const sums = total
    .map(({ amount, currency }) => formatAmount("fr", amount, currency))
    .join(" et ");
  const press = (intent: string) => () => submit(intent, { id, sums: seen });
  return (
    <ViewDialog
      title={`Remboursements de « ${title} »`}
      list={`${LIST}/${id}`}
      actions={
        <>
          {from && (
            <button
              type="button"
              disabled={pending !== undefined}
              onClick={press("holdReturns")}
              className="button quiet mr-auto"
            >
              Retenir
            </button>
          )}
          <IfMay to={LIST} change="approveReturns">
            <button
              type="button"
              disabled={pending !== undefined}
              onClick={press("approveReturns")}
              className="button"
            >
              Approuver tout
            </button>
          </IfMay>
        </>
      }
    >
      <p>
        {name} a annulé cet événement : <strong>{sums}</strong> à rendre.
      </p>
      <p className="text-muted">
        {from
          ? `Personne d’autre n’administre le site depuis plus de 24 heures : sans autre décision, les remboursements partent le ${formatMoment("fr", from)}.`
          : !returns.isMuch
            ? "Une partie de cette somme est rendue à la main : une personne de la trésorerie l’approuve, en une fois."
            : isOwn
              ? "Cette somme dépasse le plafond : une autre personne que vous l’approuve, en une fois, avec un compte de plus de 24 heures."
              : "Cette somme dépasse le plafond : approuvez-la en une fois, après avoir vérifié l’annulation. Qui en a encaissé une partie ne l’approuve pas."}
      </p>
    </ViewDialog>
  );
}
