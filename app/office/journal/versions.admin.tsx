import { ArrowLeft } from "lucide-react";
import { data, Link, redirect } from "react-router";
import * as z from "zod";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { FieldErrors } from "../../core/values/check-fields.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatMoment } from "../../i18n/format.ts";
import { RestoreRefused } from "../../kit/form/restoring.server.ts";
import { OfficeHead } from "../../kit/page-head.tsx";
import { toastCookie } from "../../kit/toast.ts";
import { VERSIONS_KEPT } from "../../records/history/versions.operations.server.ts";
import {
  deleteVersion,
  listVersions,
  readVersion,
  type VersionLine,
} from "../../records/history/versions.staff.server.ts";
import { EditConflict, versionOf } from "../../records/records.staff.server.ts";
import { resourceAddress } from "../../resources/resources.office.ts";
import { findNamedRows } from "../frame/named-rows.staff.server.ts";
import type { Route } from "./+types/versions.admin.ts";
import { entityWords, fieldWords } from "./audit-labels.ts";
import { restorableAt, restoreVersion } from "./restorables.server.ts";
import { differencesOf, type FieldDifference } from "./version-differences.server.ts";
import { Acts, Against, Differences, Refused, VersionList } from "./version-parts.admin.tsx";

export const handle = { loadFailure: "Erreur lors du chargement des versions" };

/** A whole number from 1 on; nothing else is one. */
const aNumber = z.coerce.number().int().min(1).max(1_000_000);

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { table, id } = params;
  const asked = aNumber.safeParse(url.searchParams.get("v"));
  const isToday = url.searchParams.get("against") === "today";
  const screen = await asStaff(context.get(staffContext), async (db) => {
    const record = await findRecordAt(db, table, id);
    if (!record) return undefined;
    const lines = await listVersions(db, table, id);
    const shown = lines.find(({ number }) => number === asked.data) ?? lines[0];
    const differences = shown && (await differencesAt(db, table, id, lines, shown.number, isToday));
    return {
      ...record,
      isToday,
      kept: VERSIONS_KEPT,
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
  const own = await readVersion(db, table, id, number);
  if (!own) return [];
  if (!isToday) return differencesOf(db, table, own.before ?? {}, own.values);
  const today = await readVersion(db, table, id, lines[0]?.number ?? number);
  return differencesOf(db, table, own.values, today?.values ?? {});
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
      number: aNumber,
      seen: z.string().default(""),
    })
    .safeParse(fields);
  if (!checked.success) return refused({ problem: "Cette demande est incomplète." }, 400);
  const { intent, number, seen } = checked.data;
  try {
    const text = await asStaff(staff, async (db) => {
      if (intent === "restore") {
        const isNew = await restoreVersion(db, table, id, { number, seen });
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
    return explained(error, table);
  }
}

export type Refusal = { problem: string; reasons?: string[] };

const refused = (refusal: Refusal, status: number) =>
  data({ reasons: [], ...refusal } satisfies Refusal, { status });

/** Why a version did not come back, with what is in the way. */
function explained(error: unknown, table: string) {
  if (error instanceof RestoreRefused) {
    return refused(
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
    return refused({ problem }, 409);
  }
  if (!(error instanceof AppError)) throw error;
  if (error.kind === "conflict") return refused({ problem: `Impossible : ${error.message}` }, 409);
  if (error.kind === "not-found") return refused({ problem: "Cette version n’existe plus." }, 404);
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
        lead={`${kind}. Chaque enregistrement est une version : les ${kept} dernières sont gardées trois ans. Ce qui est publié ou non ne change pas quand une version revient.`}
      >
        <Link to={to} className="button quiet">
          <ArrowLeft aria-hidden="true" size={17} />
          Revenir à la fiche
        </Link>
      </OfficeHead>
      {actionData && <Refused {...actionData} to={to} />}
      {version ? (
        <div className="grid items-start gap-5 lg:grid-cols-[320px_minmax(0,1fr)]">
          <VersionList lines={lines} shown={version.number} isToday={isToday} />
          <section aria-labelledby="shown-version" className="panel grid min-w-0 gap-4 p-5">
            <header className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="shown-version" className="text-lg">
                Version {version.number}
              </h2>
              {version.number !== latest && <Against number={version.number} isToday={isToday} />}
            </header>
            <Differences differences={differences ?? []} isToday={isToday} />
            {version.number !== latest && <Acts number={version.number} seen={seen} />}
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
