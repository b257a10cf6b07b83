import { Ban, Eye } from "lucide-react";
import { useState } from "react";
import { telAddress } from "../../core/values/phone.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { Badge, ToggleBadge } from "../../kit/list/row-controls.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import { RecordLink } from "../../kit/record-link.tsx";
import { usePrefetch } from "../../kit/use-prefetch.ts";
import { useNotice } from "../../mail/use-notice.ts";
import type { RegistrationRow } from "../registrations.staff.server.ts";
import { isLive } from "../registrations.ts";
import { findWarning } from "./registration-labels.ts";
import { STATUS_LABELS } from "./registration-status-labels.ts";

/** The list, whose action takes every change of a registration. */
export const LIST = "/admin/registrations";

type Standing = Pick<RegistrationRow, "status" | "proof_needed" | "is_duplicate" | "is_test"> & {
  is_sample?: boolean;
  position?: number | null;
  is_outside?: boolean;
  lacks_guardian?: boolean;
};

/** The status of a registration and, until it has ended, its warning. */
export function StatusBadge({ status, position, is_test, is_sample, ...row }: Standing) {
  const { label, tone } = STATUS_LABELS[status];
  const warning = isLive(status) ? findWarning(row) : undefined;
  return (
    <>
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={tone}>{position ? `${label} : n°\u00a0${position}` : label}</Badge>
        {is_sample && <Badge tone="plain">Exemple</Badge>}
        {is_test && <Badge tone="bad">Essai</Badge>}
      </span>
      {warning && (
        <p title={warning.reason} className="mt-1 text-sm font-semibold text-blood">
          {warning.label}
        </p>
      )}
    </>
  );
}

type Visitor = Pick<RegistrationRow, "id" | "status" | "checked_in_at">;

/** Toggles whether the holder of a confirmed place was present. */
export function Presence({ id, status, checked_in_at: at }: Visitor) {
  if (status !== "confirmed") return <span className="text-muted">—</span>;
  return (
    <ToggleBadge
      id={id}
      on={at !== null}
      labels={["Présent", "Attendu"]}
      hints={[
        `Arrivée : ${at && formatMoment("fr", at)}. Retirer la présence`,
        "Enregistrer la présence",
      ]}
    />
  );
}

/** A place waits for somebody whom no message told: whom to call, and that it is done. */
export function CallPerson({ id, phone }: { id: string; phone: string }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
      <a href={telAddress(phone)} className="link">
        {phone}
      </a>
      <ToldButton id={id} className="link" />
    </p>
  );
}

/** Starts the time that somebody has to take a place, from now. */
export function ToldButton({ id, className }: { id: string; className: string }) {
  const { submit, pending } = useIntent(LIST);
  return (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={() => submit("tell", { id })}
      title="La personne sait qu’une place l’attend : son délai court dès maintenant"
      className={className}
    >
      Prévenu
    </button>
  );
}

/** The buttons at the end of a row. */
export function RegistrationActions(row: Cancelled) {
  const prefetch = usePrefetch();
  const name = `${row.first_name} ${row.last_name}`;
  return (
    <>
      <RecordLink
        id={row.id}
        prefetch={prefetch}
        aria-label={`Voir l’inscription ${ofName(name)}`}
        title="Voir"
        className="icon-button"
      >
        <Eye aria-hidden="true" size={17} />
      </RecordLink>
      {isLive(row.status) && (
        <CancelButton row={row} className="icon-button danger">
          <Ban aria-hidden="true" size={17} />
        </CancelButton>
      )}
    </>
  );
}

type Cancelled = Pick<
  RegistrationRow,
  "id" | "first_name" | "last_name" | "status" | "amount" | "currency"
>;
type CancelProps = { row: Cancelled; className: string; children: React.ReactNode };

/** Cancels a registration after a confirmation that states the consequences. */
export function CancelButton({ row, className, children }: CancelProps) {
  const { submit, pending } = useIntent(LIST);
  const [asking, setAsking] = useState(false);
  const notice = useNotice();
  const name = `${row.first_name} ${row.last_name}`;
  return (
    <>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => setAsking(true)}
        aria-label={`Annuler l’inscription ${ofName(name)}`}
        title="Annuler l’inscription"
        className={className}
      >
        {children}
      </button>
      {asking && (
        <ConfirmDialog
          title={`Annuler l’inscription ${ofName(name)} ?`}
          message={`${consequences(row)} ${notice(INFORMED)}`}
          action="Annuler l’inscription"
          keep="Garder l’inscription"
          close={() => setAsking(false)}
          confirm={() => submit("cancel", { id: row.id })}
        />
      )}
    </>
  );
}

const INFORMED = "La personne en est informée par e-mail.";

function consequences({ status, amount, currency }: Cancelled): string {
  if (status === "waiting") return "Elle perd son rang dans la liste d’attente.";
  const free = "La place revient à la liste d’attente, ou redevient libre.";
  if (status !== "confirmed" || amount === 0) return free;
  const sum = formatAmount("fr", amount, currency);
  return `${free} Ce qui a été payé (${sum}) est à rembourser depuis les paiements.`;
}
