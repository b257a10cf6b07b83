import { Check, KeyRound, MailPlus, MailX } from "lucide-react";
import { useState } from "react";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { formatRoles } from "../../core/values/roles.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatMoment } from "../../i18n/format.ts";
import { EmailText } from "../../kit/email-text.tsx";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { intent, runIntents, seenIntent, seenToggleIntent } from "../../kit/list/intents.server.ts";
import { ListPage, listShouldRevalidate } from "../../kit/list/list-page.tsx";
import { Badge, EditLink, ToggleBadge } from "../../kit/list/row-controls.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { RecordLink } from "../../kit/record-link.tsx";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { NO_MAIL_NOTICE, useNotice } from "../../mail/use-notice.ts";
import { parseListQuery } from "../../records/list/list-query.ts";
import { withConfirmation } from "../second-factor/confirmation.system.server.ts";
import { requiresSecondFactor } from "../second-factor/second-factor.ts";
import type { Route } from "./+types/staff.admin.ts";
import {
  deactivateStaff,
  listStaff,
  requireSecondFactor,
  type StaffRow,
  waiveSecondFactor,
} from "./accounts.staff.server.ts";
import {
  admissionMessage,
  approveAdmission,
  invitationMessage,
  reinviteStaff,
  requestActivation,
  withdrawActivation,
  withdrawInvitation,
} from "./invitations.staff.server.ts";
import { STAFF_LIST } from "./staff-list.ts";

export const handle = { loadFailure: "Erreur lors du chargement des comptes" };

export const shouldRevalidate = listShouldRevalidate;

export function loader({ context, url }: Route.LoaderArgs) {
  const query = parseListQuery(STAFF_LIST, url.searchParams);
  return asStaff(context.get(staffContext), async (db) => ({
    query,
    reachable: isMailConfigured(),
    ...(await listStaff(db, query)),
  }));
}

const one = z.object({ ids: z.uuid() });

const INTENTS = {
  toggle: seenToggleIntent(
    {
      run: async (db, id) => admissionMessage(await requestActivation(db, id)),
      text: (said) => said,
    },
    {
      run: async (db, id) => `Compte ${ofName(await deactivateStaff(db, id))} désactivé`,
      text: (said) => said,
    },
  ),
  "second-factor": seenToggleIntent(
    { run: requireSecondFactor, text: () => "Validation en deux étapes exigée" },
    { run: waiveSecondFactor, text: () => "Validation en deux étapes facultative" },
  ),
  admit: seenIntent(
    one,
    async (db, { ids }) => admissionMessage(await approveAdmission(db, ids)),
    "Erreur lors de l’approbation",
  ),
  "withdraw-activation": seenIntent(
    one,
    async (db, { ids }) => `Demande pour ${await withdrawActivation(db, ids)} retirée`,
    "Erreur lors du retrait",
  ),
  withdraw: seenIntent(
    one,
    async (db, { ids }) => `Invitation ${ofName(await withdrawInvitation(db, ids))} retirée`,
    "Erreur lors du retrait",
  ),
  invite: intent(
    one,
    async (db, { ids }) => invitationMessage(await reinviteStaff(db, ids)),
    "Erreur lors de l’envoi",
  ),
};

/** Who lets somebody in, keeps somebody out or makes it easier to come in proves themselves. */
const isDangerous = ({ intent, on }: FormValues) =>
  ["toggle", "admit", "invite"].includes(intent ?? "") ||
  (intent === "second-factor" && on !== "on");

export function action(args: Route.ActionArgs) {
  return withConfirmation(args, isDangerous, (request) =>
    runIntents(request, args.context, INTENTS),
  );
}

const waitWords = (from: Date | null) =>
  from ? `À approuver dès le ${formatMoment("fr", from)}` : "Attend une deuxième personne";

const columnsWhere = (reachable: boolean) => [
  {
    title: "Compte",
    sort: "name",
    className: "main",
    cell: ({ id, name, email }: StaffRow) => (
      <>
        <RecordLink id={id}>{name}</RecordLink>
        <p className="text-muted wrap-anywhere">
          <EmailText email={email} />
        </p>
      </>
    ),
  },
  {
    title: "Rôles",
    cell: (row: StaffRow) => formatRoles(row) || "Aucun",
  },
  { title: "Validation en deux étapes", cell: (row: StaffRow) => <SecondFactorCell {...row} /> },
  {
    title: "Dernière visite",
    cell: ({ last_seen, email_verified, is_active, ...row }: StaffRow) => {
      const { admission_asked_by, admission_from } = row;
      if (admission_asked_by) {
        const words = waitWords(admission_from);
        return <Badge tone="wait">{is_active ? `Administrateur : ${words}` : words}</Badge>;
      }
      if (last_seen) return formatMoment("fr", new Date(last_seen));
      if (email_verified) return "—";
      return <Badge tone="wait">{reachable ? "Invitation envoyée" : "Invitation gardée"}</Badge>;
    },
  },
  {
    title: "Accès",
    cell: ({ id, name, role, is_active, admission_asked_by }: StaffRow) =>
      admission_asked_by && !is_active ? (
        <Badge tone="plain">Pas encore</Badge>
      ) : (
        <ToggleBadge
          id={id}
          on={is_active}
          labels={["Actif", "Désactivé"]}
          hints={["Désactiver", "Activer"]}
          question={{
            title: `Désactiver le compte ${ofName(name)} ?`,
            message: `Tous ses appareils sont déconnectés aussitôt. ${
              reachable ? "La personne en est informée par e-mail." : NO_MAIL_NOTICE
            }${role === "admin" ? " Pour l’activer à nouveau, il faudra une deuxième personne." : ""}`,
            action: "Désactiver",
          }}
        />
      ),
  },
];

export default function StaffAdmin({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead
        title="Comptes"
        lead="Qui peut entrer dans l’administration."
        primary={{ label: "Inviter", to: "new" }}
      />
      <ListPage
        list={loaderData}
        noun={["compte", "comptes"]}
        caption="Comptes de l’administration"
        columns={columnsWhere(loaderData.reachable)}
        nameOf={({ name }) => name}
        actions={(row) => <RowActions {...row} />}
        empty={{ title: "Aucun compte", filtered: "Aucun compte.", first: "Aucun compte." }}
      />
    </>
  );
}

/** What the account has, and whether it must. */
function SecondFactorCell({ id, name, two_factor_enabled, ...row }: StaffRow) {
  const { submit, pending } = useIntent();
  const required = pending ? pending.get("on") === "on" : requiresSecondFactor(row);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={two_factor_enabled ? "good" : "plain"}>
        {two_factor_enabled ? "Activée" : "Désactivée"}
      </Badge>
      <label className="inline-flex items-center gap-1.5 text-sm">
        <input
          type="checkbox"
          checked={required}
          onChange={() => submit("second-factor", { ids: id, on: required ? "" : "on" })}
          aria-label={`Exiger la validation en deux étapes ${ofName(name)}`}
          className="size-4 shrink-0 accent-leaf"
        />
        <KeyRound aria-hidden="true" size={14} className="shrink-0" /> Obligatoire
      </label>
    </span>
  );
}

/** Of an invitation: to send it again, or to take it back. Of an account: the way to the rest. */
function RowActions(row: StaffRow) {
  const { id, name, email_verified, admission_asked_by } = row;
  const { submit, pending } = useIntent();
  const busy = pending !== undefined;
  const again = useNotice()("Renvoyer l’invitation", "Montrer le lien de l’invitation");
  if (admission_asked_by) return <AdmissionActions {...row} />;
  if (email_verified) return <EditLink id={id} name={name} />;
  return (
    <>
      <button
        type="button"
        disabled={busy}
        onClick={() => submit("invite", { ids: id })}
        aria-label={`${again} à ${name}`}
        title={again}
        className="icon-button"
      >
        <MailPlus aria-hidden="true" size={17} />
      </button>
      <WithdrawButton name={name} busy={busy} withdraw={() => submit("withdraw", { ids: id })} />
    </>
  );
}

/** Of somebody who waits to be let in: to agree, or to take the wish back. */
function AdmissionActions({ id, name, email_verified, is_active }: StaffRow) {
  const { submit, pending } = useIntent();
  const busy = pending !== undefined;
  return (
    <>
      <button
        type="button"
        disabled={busy}
        onClick={() => submit("admit", { ids: id })}
        aria-label={`Approuver l’accès ${ofName(name)}`}
        className="button small"
      >
        <Check aria-hidden="true" size={15} />
        Approuver
      </button>
      {email_verified || is_active ? (
        <button
          type="button"
          disabled={busy}
          onClick={() => submit("withdraw-activation", { ids: id })}
          aria-label={`Retirer la demande pour ${name}`}
          title="Retirer la demande"
          className="icon-button danger"
        >
          <MailX aria-hidden="true" size={17} />
        </button>
      ) : (
        <WithdrawButton name={name} busy={busy} withdraw={() => submit("withdraw", { ids: id })} />
      )}
    </>
  );
}

type WithdrawProps = { name: string; busy: boolean; withdraw: () => void };

/** Takes an invitation back, after a question. */
function WithdrawButton({ name, busy, withdraw }: WithdrawProps) {
  const [asking, setAsking] = useState(false);
  const notice = useNotice();
  return (
    <>
      <button
        type="button"
        disabled={busy}
        onClick={() => setAsking(true)}
        aria-label={`Retirer l’invitation ${ofName(name)}`}
        title="Retirer l’invitation"
        className="icon-button danger"
      >
        <MailX aria-hidden="true" size={17} />
      </button>
      {asking && (
        <ConfirmDialog
          title={`Retirer l’invitation ${ofName(name)} ?`}
          message={`Le lien de l’invitation, s’il est parti, n’est plus valable. ${notice("La personne en est alors informée par e-mail.")} Son adresse pourra être invitée à nouveau.`}
          action="Retirer l’invitation"
          keep="Garder l’invitation"
          close={() => setAsking(false)}
          confirm={withdraw}
        />
      )}
    </>
  );
}
