import { ArrowLeft, CircleAlert, Undo2 } from "lucide-react";
import { useState } from "react";
import { data, Form, Link, redirect, useSubmit } from "react-router";
import * as z from "zod";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { FieldErrors } from "../../core/values/check-fields.ts";
import { AppError } from "../../core/values/errors.ts";
import { NoticePanel, useConfirmation } from "../../events/notice-panel.tsx";
import { formatMoment } from "../../i18n/format.ts";
import { ConfirmDialog } from "../../kit/form/confirm-dialog.tsx";
import { DifferenceText } from "../../kit/form/difference-text.tsx";
import { RestoreRefused } from "../../kit/form/restoring.server.ts";
import { NoticeNeeded, type PeopleNotice } from "../../kit/form/save.server.ts";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { toastCookie } from "../../kit/toast.ts";
import { MAX_VERSIONS } from "../../records/history/versions.operations.server.ts";
import {
  deleteVersion,
  listVersions,
  readVersion,
  type VersionLine,
} from "../../records/history/versions.staff.server.ts";
import { EditConflict, versionOf } from "../../records/records.staff.server.ts";
import { resourceAddress } from "../../resources/resources.office.ts";
import type { Route } from "./+types/versions.admin.ts";
import { entityWords, fieldWords } from "./audit-labels.ts";
import { findNamedRows } from "./named-rows.staff.server.ts";
import { restorableAt, restoreVersion } from "./restorables.server.ts";
import { differencesOf, type FieldDifference } from "./version-differences.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement des versions" };

/** The number of a version, from 1 on. */
const versionNumber = z.coerce.number().int().min(1).max(1_000_000);

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { table, id } = params;
  const requested = versionNumber.safeParse(url.searchParams.get("v"));
  const isToday = url.searchParams.get("against") === "today";
  const screen = await asStaff(context.get(staffContext), async (db) => {
    const record = await findRecordAt(db, table, id);
    if (!record) return undefined;
    const lines = await listVersions(db, table, id);
    const shown = lines.find(({ number }) => number === requested.data) ?? lines[0];
    const differences = shown && (await differencesAt(db, table, id, lines, shown.number, isToday));
    return {
      ...record,
      isToday,
      kept: MAX_VERSIONS,
      shown: shown?.number,
      differences,
      lines: lines.map(lineOf(table)),
    };
  });
  if (!screen) throw data(null, 404);
  return screen;
}

/** What the record of an address is called, where its form is, and the moment of its last change. */
async function findRecordAt(db: StaffDb, table: string, id: string) {
  const row = await restorableOrNone(table, id)?.find(db, id);
  if (!row) return undefined;
  const named = (await findNamedRows(db, [{ entity: table, id }])).get(`${table} ${id}`);
  const isFile = table === "static_files";
  const to = isFile ? resourceAddress(id) : (named?.to ?? "/admin");
  return {
    kind: isFile ? "Ressource" : entityWords(table),
    label: named?.label ?? "",
    to,
    seen: versionOf(row),
  };
}

function restorableOrNone(table: string, id: string) {
  try {
    return restorableAt(table, id);
  } catch {
    return undefined;
  }
}

/** What a version changed, or what lies between it and today. */
async function differencesAt(
  db: StaffDb,
  table: string,
  id: string,
  lines: readonly VersionLine[],
  number: number,
  isToday: boolean,
): Promise<FieldDifference[]> {
  const shown = await readVersion(db, table, id, number);
  if (!shown) return [];
  if (!isToday) return differencesOf(db, table, shown.before ?? {}, shown.values);
  const today = await readVersion(db, table, id, lines[0]?.number ?? number);
  return differencesOf(db, table, shown.values, today?.values ?? {});
}

export type Line = ReturnType<ReturnType<typeof lineOf>>;

/** A version as the list shows it. */
const lineOf =
  (table: string) =>
  ({ number, written_at, staff_id, staff_name, restored_from, changed }: VersionLine) => ({
    number,
    when: formatMoment("fr", written_at),
    who: staff_id ? (staff_name ?? "Compte supprimé") : "Avant le premier enregistrement",
    restored_from,
    changed: [...new Set(changed.map((field) => fieldWords(table, field)).filter(Boolean))],
  });

export async function action({ request, params, context }: Route.ActionArgs) {
  const { table, id } = params;
  const staff = context.get(staffContext);
  const fields = await readFieldsOrNone(request);
  const checked = z
    .object({
      intent: z.enum(["restore", "forget"]),
      number: versionNumber,
      seen: z.string().default(""),
      told: z.string().default(""),
    })
    .safeParse(fields);
  if (!checked.success) return refusalResponse({ problem: "Cette demande est incomplète." }, 400);
  const { intent, number, seen, told } = checked.data;
  try {
    const text = await asStaff(staff, async (db) => {
      if (intent === "restore") {
        const isNew = await restoreVersion(db, table, id, { number, seen, told });
        return isNew
          ? `Version ${number} rétablie`
          : `La version ${number} est déjà celle d’aujourd’hui`;
      }
      const record = await findRecordAt(db, table, id);
      if (!record) throw new AppError("not-found", "the record is gone");
      await deleteVersion(db, table, id, { number, label: `${record.label}, version ${number}` });
      return `Version ${number} effacée`;
    });
    return redirect(`/admin/versions/${table}/${id}`, {
      headers: { "set-cookie": toastCookie({ kind: "success", text }) },
    });
  } catch (error) {
    return failureResponse(error, table);
  }
}

export type Refusal = { problem?: string; reasons?: string[]; notice?: PeopleNotice };

const refusalResponse = (refusal: Refusal, status: number) =>
  data({ reasons: [], ...refusal } satisfies Refusal, { status });

/** Why a version did not come back, with what is in the way. */
function failureResponse(error: unknown, table: string) {
  if (error instanceof RestoreRefused) {
    return refusalResponse(
      {
        problem: "Cette version ne peut pas revenir telle quelle.",
        reasons: reasonsOf(table, error.errors),
      },
      400,
    );
  }
  if (error instanceof EditConflict) {
    const problem =
      "Quelqu’un a enregistré cette fiche entre-temps. Regardez ce qui a changé, puis recommencez.";
    return refusalResponse({ problem }, 409);
  }
  if (error instanceof NoticeNeeded) return refusalResponse({ notice: error.notice }, 409);
  if (!(error instanceof AppError)) throw error;
  if (error.kind === "conflict")
    return refusalResponse({ problem: `Impossible : ${error.message}` }, 409);
  if (error.kind === "not-found")
    return refusalResponse({ problem: "Cette version n’existe plus." }, 404);
  throw error;
}

const reasonsOf = (table: string, errors: FieldErrors): string[] =>
  Object.entries(errors).map(
    ([field, message]) => `${fieldWords(table, field.split(".", 1)[0] ?? "")} : ${message}`,
  );

export default function Versions({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, label, to, seen, shown, kept, lines, isToday, differences } = loaderData;
  const version = lines.find(({ number }) => number === shown);
  const latest = lines[0]?.number;
  return (
    <>
      <OfficeHead
        title={`Versions : ${label}`}
        lead={`${kind}. Chaque enregistrement est une version : les ${kept} dernières sont gardées trois ans. Rétablir une version ne change pas ce qui est publié.`}
      >
        <Link to={to} className="button quiet">
          <ArrowLeft aria-hidden="true" size={17} />
          Revenir à la fiche
        </Link>
      </OfficeHead>
      {actionData?.problem && (
        <Refused problem={actionData.problem} reasons={actionData.reasons} to={to} />
      )}
      {version ? (
        <div className="grid items-start gap-5 lg:grid-cols-[320px_minmax(0,1fr)]">
          <VersionList lines={lines} shown={version.number} isToday={isToday} />
          <section aria-labelledby="shown-version" className="panel grid min-w-0 gap-4 p-5">
            <header className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="shown-version" className="text-lg">
                Version {version.number}
              </h2>
              {version.number !== latest && (
                <ComparisonChoice number={version.number} isToday={isToday} />
              )}
            </header>
            <Differences differences={differences ?? []} isToday={isToday} />
            {version.number !== latest && (
              <VersionActions number={version.number} seen={seen} notice={actionData?.notice} />
            )}
          </section>
        </div>
      ) : (
        <p className="panel p-5">
          Aucune version encore : la première s’écrit au prochain enregistrement de cette fiche.
        </p>
      )}
    </>
  );
}

/** Why a version did not come back, and where its words can be taken from. */
export function Refused({
  problem,
  reasons = [],
  to,
}: Pick<Refusal, "reasons"> & { problem: string; to: string }) {
  return (
    <div role="alert" className="mb-4 rounded-control border-2 border-red bg-rose p-3">
      <p className="flex gap-2 font-bold text-blood">
        <CircleAlert aria-hidden="true" size={20} className="shrink-0" />
        {problem}
      </p>
      {reasons.length > 0 && (
        <>
          <ul className="mt-1 list-disc pl-8">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="mt-1 pl-7">
            Reprenez-en ce qui vaut encore dans{" "}
            <Link to={to} className="link">
              la fiche
            </Link>
            .
          </p>
        </>
      )}
    </div>
  );
}

type ListProps = { lines: readonly Line[]; shown: number; isToday: boolean };

export function VersionList({ lines, shown, isToday }: ListProps) {
  return (
    <ol reversed aria-label="Versions" className="panel divide-y divide-line">
      {lines.map(({ number, when, who, restored_from, changed }, place) => (
        <li key={number} className={number === shown ? "bg-mint" : ""}>
          <Link
            to={{ search: `?v=${number}${isToday && place > 0 ? "&against=today" : ""}` }}
            preventScrollReset
            aria-current={number === shown ? "true" : undefined}
            className="block px-4 py-3"
          >
            <span className="flex flex-wrap items-center justify-between gap-2">
              <strong>Version {number}</strong>
              {place === 0 && <Badge tone="good">Aujourd’hui</Badge>}
            </span>
            <span className="block text-sm">{when}</span>
            <span className="block text-sm text-muted wrap-anywhere">
              {who}
              {restored_from !== null && ` · version ${restored_from} rétablie`}
            </span>
            {changed.length > 0 && (
              <span className="block text-sm text-muted">{changed.join(", ")}</span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Compares the version with the one before it, or with today. */
export function ComparisonChoice({ number, isToday }: { number: number; isToday: boolean }) {
  const choice = (today: boolean, label: string) => (
    <Link
      to={{ search: `?v=${number}${today ? "&against=today" : ""}` }}
      preventScrollReset
      aria-current={today === isToday ? "true" : undefined}
      className="border-b-3 border-transparent px-3 py-2 font-semibold text-muted aria-[current]:border-green aria-[current]:text-ink"
    >
      {label}
    </Link>
  );
  return (
    <nav aria-label="Comparaison" className="flex flex-wrap">
      {choice(false, "Ce qu’elle a changé")}
      {choice(true, "Depuis cette version")}
    </nav>
  );
}

type DifferencesProps = { differences: readonly FieldDifference[]; isToday: boolean };

export function Differences({ differences, isToday }: DifferencesProps) {
  if (differences.length === 0) {
    return (
      <p className="text-muted">
        {isToday ? "Rien n’a changé depuis." : "Elle est identique à la version précédente."}
      </p>
    );
  }
  return (
    <dl className="grid gap-4">
      {differences.map(({ name, stretches }) => (
        <div key={name}>
          <dt className="font-semibold">{name}</dt>
          <dd className="mt-1">
            <DifferenceText stretches={stretches} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What can be done with an old version. */
export function VersionActions({
  number,
  seen,
  notice,
}: {
  number: number;
  seen: string;
  notice?: PeopleNotice;
}) {
  const confirm = useConfirmation(notice, "Rétablir");
  const [asking, setAsking] = useState(false);
  const submit = useSubmit();
  return (
    <Form method="post" className="flex flex-wrap gap-3 border-t border-line pt-4">
      {notice && (
        <div className="w-full">
          <NoticePanel notice={notice} />
        </div>
      )}
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="seen" value={seen} />
      <button type="submit" name="intent" value="restore" className="button">
        <Undo2 aria-hidden="true" size={17} />
        {notice ? confirm : "Rétablir cette version"}
      </button>
      <button type="button" className="button quiet text-blood" onClick={() => setAsking(true)}>
        Effacer cette version
      </button>
      {asking && (
        <ConfirmDialog
          title={`Effacer la version ${number} ?`}
          message="Son contenu ne sera plus lisible nulle part, définitivement. Utile pour un nom ou une image qui n’aurait jamais dû y figurer."
          action="Effacer"
          close={() => setAsking(false)}
          confirm={() => submit({ intent: "forget", number, seen }, { method: "post" })}
        />
      )}
    </Form>
  );
}
