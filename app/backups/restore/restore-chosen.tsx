import { Form, Link } from "react-router";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { several } from "../../kit/plural.ts";
import type { Since } from "./restore-since.system.server.ts";
import { archiveName, COPY_HOURS, type Place, PREPARE } from "./restores.ts";

type ChosenProps = {
  chosen: { archive: string; from: Place; at: Date; since: Since };
  /** Whether uploads are on a store that is one for both. */
  hasFilesElsewhere: boolean;
};

/** What taking this archive would do, in numbers, and the button that begins it. */
export function ChosenArchive({ chosen, hasFilesElsewhere }: ChosenProps) {
  const { archive, from, at, since } = chosen;
  const lost = lostWords(since);
  return (
    <section id="chosen" aria-labelledby="chosen-title" className="panel grid gap-4 p-5">
      <h2 id="chosen-title" className="text-lg">
        Restaurer la sauvegarde du {formatMoment("fr", at)}
      </h2>
      <p className="text-sm text-muted wrap-anywhere">{archiveName(archive)}</p>
      <div className="grid gap-1">
        <h3 className="text-base">Ce qui s’est passé depuis, et que le site ne saura plus</h3>
        {lost.length === 0 ? (
          <p>Rien n’a été enregistré depuis cette sauvegarde.</p>
        ) : (
          <ul className="grid list-disc gap-1 pl-5">
            {lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="grid gap-1">
        <h3 className="text-base">Ce qui va se passer</h3>
        <ol className="grid list-decimal gap-1 pl-5">
          <li>
            Tous les administrateurs reçoivent un message, et le journal garde qui l’a demandé.
          </li>
          <li>
            Une copie est préparée à côté du site, puis comparée avec la sauvegarde. Le site
            continue pendant ce temps.
          </li>
          <li>
            Le prochain démarrage, même imprévu, remplace le site par la copie. Passé {COPY_HOURS}{" "}
            heures sans démarrage, elle est abandonnée.
          </li>
          <li>
            Le site restauré est au repos : rien n’en part avant que vous le remettiez au travail.
            Chacun se reconnecte, avec le mot de passe et le second facteur qu’il avait le{" "}
            {formatMoment("fr", at)} ; les comptes fermés depuis le restent.
          </li>
          <li>
            Un site au repos n’envoie pas de code par e-mail : qui en reçoit pour se connecter garde
            un code de secours sous la main.
          </li>
          <li>L’état actuel est gardé sept jours, et vous pouvez y revenir.</li>
          {hasFilesElsewhere && (
            <li>
              Les fichiers téléversés restent dans leur stockage : ceux qui y manquent y reviennent,
              aucun n’en est retiré.
            </li>
          )}
        </ol>
      </div>
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-4">
        <input type="hidden" name="archive" value={archive} />
        <input type="hidden" name="from" value={from} />
        <button type="submit" name="intent" value={PREPARE} className="button">
          Préparer la copie
        </button>
        <Link to="/admin/backups/restore" className="link">
          Choisir une autre sauvegarde
        </Link>
      </Form>
    </section>
  );
}

const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  charge: ["encaissement", "encaissements"],
  refund: ["remboursement", "remboursements"],
};

/** A line for each kind of thing, with how many; nothing for what there is none of. */
function lostWords(since: Since): string[] {
  const counts: [number, string, string][] = [
    [since.members, "demande d’adhésion", "demandes d’adhésion"],
    [since.registrations, "inscription à un événement", "inscriptions à un événement"],
    [since.orders, "commande", "commandes"],
    [since.messages, "message de contact", "messages de contact"],
    [since.subscriptions, "abonnement à la newsletter", "abonnements à la newsletter"],
    [since.files, "fichier", "fichiers"],
    [since.mails, "e-mail déjà parti", "e-mails déjà partis"],
    [since.changes, "action inscrite au journal", "actions inscrites au journal"],
  ];
  const money = since.money.map(({ kind, amount, currency, count }) => {
    const [one, many] = KINDS[kind] ?? ["écriture", "écritures"];
    return `${several(count, one, many)} (${formatAmount("fr", amount, currency)})`;
  });
  const [members, registrations, orders, ...others] = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => several(count, one, many));
  return [members, registrations, orders, ...money, ...others].filter((line) => line !== undefined);
}
