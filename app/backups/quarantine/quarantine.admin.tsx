import { Link } from "react-router";
import { withConfirmation } from "../../auth/second-factor/confirmation.system.server.ts";
import { Panel } from "../../auth/sign-in/entrance-form.tsx";
import { formatMoment } from "../../i18n/format.ts";
import { OfficeHead } from "../../kit/office-head.tsx";
import { usePolling } from "../../kit/use-polling.ts";
import type { Route } from "./+types/quarantine.admin.ts";
import { isUnderWay, QUARANTINE_STEPS } from "./quarantine.ts";
import { changeQuarantine, readQuarantineScreen } from "./quarantine-screen.server.ts";
import { AccountsStep, ProvidersStep, ReleaseSection, RemovalsStep } from "./quarantine-steps.tsx";

export const handle = { loadFailure: "Erreur lors du chargement de l’état du site" };

/** What was refused is shown beside how the site is now: somebody else may have released it. */
export const shouldRevalidate = () => true;

const LOOK_EVERY_MS = 2_000;

export const loader = ({ context }: Route.LoaderArgs) => readQuarantineScreen(context);

export const action = (asked: Route.ActionArgs) =>
  withConfirmation(asked, ["entrances", "release"], (request) =>
    changeQuarantine(request, asked.context),
  );

/** A site that was restored: what is done before it works again, and the button that ends its rest. */
export default function RestAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = QUARANTINE_STEPS.some((name) => isUnderWay(loaderData?.rest.steps[name]));
  usePolling(isBusy, LOOK_EVERY_MS);
  if (!loaderData) {
    return (
      <>
        <OfficeHead title="Site au travail" />
        <div className="grid max-w-[860px] gap-5">
          <Panel tone="green" title={actionData?.done ?? "Le site n’est pas au repos."}>
            <p>
              <Link to="/admin/backups" className="link">
                Voir les sauvegardes
              </Link>
            </p>
          </Panel>
        </div>
      </>
    );
  }
  const { rest, leaving, entrances, isPrepared } = loaderData;
  return (
    <>
      <OfficeHead
        title="Site au repos"
        lead="Ce site a été remis dans un état d’avant. Il répond, mais n’envoie, ne rappelle, ne rembourse et n’encaisse rien tant que vous ne le remettez pas au travail."
      />
      <div className="grid max-w-[860px] gap-5">
        <section aria-label="La sauvegarde" className="panel grid gap-1 p-5">
          <p>
            Le site est celui du <strong>{formatMoment("fr", rest.at)}</strong>. Ce qui a été écrit
            après ce moment n’y est pas.
          </p>
          <p className="text-muted">Remis en place le {formatMoment("fr", rest.restoredAt)}.</p>
          {rest.archive && <p className="text-sm text-muted wrap-anywhere">{rest.archive}</p>}
        </section>
        <RemovalsStep step={rest.steps.departures} />
        <ProvidersStep step={rest.steps.providers} />
        <AccountsStep entrances={entrances} confirmed={rest.steps.entrances} />
        <ReleaseSection leaving={leaving} isPrepared={isPrepared} answer={actionData} />
      </div>
    </>
  );
}
