import { withConfirmation } from "../auth/second-factor/confirmation.system.server.ts";
import { Panel } from "../auth/sign-in/entrance-form.tsx";
import { ArchiveList } from "../backups/restore/restore-archives.tsx";
import { RestoreByCommand } from "../backups/restore/restore-by-command.tsx";
import { ChosenArchive } from "../backups/restore/restore-chosen.tsx";
import { changeRestore, readRestoreScreen } from "../backups/restore/restore-screen.server.ts";
import { FormerStates, RestoreState } from "../backups/restore/restore-state.tsx";
import { GO_BACK, PREPARE } from "../backups/restore/restores.ts";
import { useLooksWhile } from "../backups/screen/use-looks-while.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import type { Route } from "./+types/restore.admin.ts";

export const handle = { loadFailure: "Erreur lors du chargement des sauvegardes à restaurer" };

/** What was refused is shown beside how it is now: somebody else may have asked for a restore. */
export const shouldRevalidate = () => true;

const LOOK_EVERY_MS = 2_000;

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readRestoreScreen(context, url.searchParams);

export const action = (asked: Route.ActionArgs) =>
  withConfirmation(asked, [PREPARE, GO_BACK], (request) => changeRestore(request, asked.context));

/** Makes an archive the site, by way of a copy beside it, and back. */
export default function RestoreAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { isServer, isDamaged, hasKeys, hasFilesElsewhere, journal, places, chosen } = loaderData;
  const isMaking = journal.work !== undefined && journal.work.status !== "failed";
  useLooksWhile(isMaking, LOOK_EVERY_MS);
  const isTaken = isMaking || journal.due !== undefined;
  const isClosed = isServer || isDamaged || isTaken;
  return (
    <>
      <OfficeHead
        title="Restaurer"
        lead="Une copie est préparée depuis une sauvegarde, à côté du site. Au prochain démarrage, elle le remplace."
      />
      <div className="grid max-w-[860px] gap-5">
        {actionData?.problem && <Panel tone="red" title={actionData.problem} />}
        {actionData?.done && <Panel tone="green" title={actionData.done} />}
        {isDamaged && (
          <Panel tone="red" title="L’état de la restauration n’est pas lisible.">
            <p>Le journal du serveur nomme le fichier. Rien n’est retiré en attendant.</p>
          </Panel>
        )}
        {isServer && <RestoreByCommand />}
        <RestoreState journal={journal} />
        {chosen && !isClosed && hasKeys && (
          <ChosenArchive chosen={chosen} hasFilesElsewhere={hasFilesElsewhere} />
        )}
        <FormerStates states={journal.states} isClosed={isClosed} />
        <ArchiveList places={places} isClosed={isClosed || !hasKeys} />
      </div>
    </>
  );
}
