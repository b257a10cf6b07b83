import { data, Form, redirect, useLocation, useNavigation } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { AppError, STATUS_OF } from "../../core/values/errors.ts";
import { formatMoment } from "../../i18n/format.ts";
import { FormDialogFrame } from "../../kit/form/view-dialog.tsx";
import { toastCookie } from "../../kit/toast.ts";
import { findUndoableBatch } from "../../records/history/audit.staff.server.ts";
import type { Route } from "./+types/undo.admin.ts";
import { ChangeList } from "./audit-change-list.tsx";
import { type Change, changesOf, referencesIn } from "./audit-changes.ts";
import { actionWords } from "./audit-labels.ts";
import { findNamedRows } from "./named-rows.staff.server.ts";
import { findUndo, type UndoEntry, type UndoPlan, undoEntry } from "./undo.staff.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await asStaff(context.get(staffContext), async (db) => {
    const plan = await findUndo(db, params.id);
    if (!plan) return undefined;
    const changed = plan.changed.map(({ entry, ...values }) => ({
      ...values,
      entity: entry.entity,
    }));
    const named = await findNamedRows(db, [...plan.entries, ...changed].flatMap(referencesIn));
    return { plan, named };
  });
  if (!found) throw data(null, { status: 404 });
  const { plan, named } = found;
  return {
    refused: plan.refused,
    hasChanged: plan.changed.length > 0,
    records: plan.entries.map((entry) => ({
      id: entry.id,
      label: entry.label || "Données effacées",
      action: actionWords(entry.action),
      created_at: entry.created_at,
      // Undoing a creation, there is nothing to come back.
      isDeleted: entry.before === null && !/\.delete$/.test(entry.action),
      comesBack: backwards(entry, named),
      changed: changedOf(plan, entry, named),
    })),
  };
}

type Named = Awaited<ReturnType<typeof findNamedRows>>;

/** What the record would have again. */
function backwards({ entity, before, after }: UndoEntry, named: Named): Change[] {
  return before ? changesOf({ entity, before: after, after: before }, named) : [];
}

function changedOf({ changed }: UndoPlan, entry: UndoEntry, named: Named) {
  const own = changed.find((one) => one.entry.id === entry.id);
  return own && changesOf({ entity: entry.entity, before: own.before, after: own.after }, named);
}

export async function action({ params, context, url }: Route.ActionArgs) {
  try {
    const revert = await asStaff(context.get(staffContext), async (db) => {
      await undoEntry(db, params.id);
      return findUndoableBatch(db);
    });
    const toast = toastCookie({ kind: "success", text: "Changement annulé", revert });
    return redirect(`/admin/audit${url.search}`, { headers: { "set-cookie": toast } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isGone = error.kind === "not-found";
    const problem = isGone ? "la fiche, ou cette entrée, n’existe plus" : error.message;
    if (!isGone && error.kind !== "conflict") throw error;
    return data({ problem: `Rien n’est annulé : ${problem}.` }, { status: STATUS_OF[error.kind] });
  }
}

/** What comes back when a change is undone, before it is; or what stands in the way. */
export default function UndoAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { records, refused, hasChanged } = loaderData;
  const isBusy = useNavigation().formMethod === "POST";
  // The list keeps its filters.
  const back = `/admin/audit${useLocation().search}`;
  const isPossible = !refused && !hasChanged;
  const deletes = isPossible && records.some(({ isDeleted }) => isDeleted);
  return (
    <FormDialogFrame title="Annuler ce changement" back={back}>
      <Form method="post" className="grid gap-5 p-5">
        {actionData && (
          <p role="alert" className="rounded-control border-2 border-red bg-rose p-3 text-blood">
            {actionData.problem}
          </p>
        )}
        {refused && (
          <p role="status" className="rounded-control border border-ochre bg-amber p-3">
            Ce changement ne peut pas être annulé. {refused}
          </p>
        )}
        {hasChanged && (
          <p role="status" className="rounded-control border border-ochre bg-amber p-3">
            La fiche a changé depuis : rien n’est écrasé. Reprenez à la main ce qui doit revenir.
          </p>
        )}
        <ul className="grid gap-5">
          {records.map((record) => (
            <UndoneRecord key={record.id} {...record} isPossible={isPossible} />
          ))}
        </ul>
        {isPossible && (
          <p className="flex justify-end">
            <button
              type="submit"
              disabled={isBusy}
              className={deletes ? "button danger" : "button"}
            >
              Annuler ce changement
            </button>
          </p>
        )}
      </Form>
    </FormDialogFrame>
  );
}

type RecordProps = Route.ComponentProps["loaderData"]["records"][number] & { isPossible: boolean };

function UndoneRecord(props: RecordProps) {
  const { label, action, created_at, isDeleted, comesBack, changed, isPossible } = props;
  return (
    <li className="grid gap-2">
      <p>
        <strong>{label}</strong> · {action} · {formatMoment("fr", created_at)}
      </p>
      {isPossible && isDeleted && (
        <p>
          Annuler cette création supprime la fiche : elle va dans la corbeille pour 30 jours, et le
          site ne la montre plus.
        </p>
      )}
      {isPossible && comesBack.length > 0 && (
        <section>
          <h3 className="text-sm text-muted">Ce qui reviendra</h3>
          <ChangeList changes={comesBack} inBin={false} />
        </section>
      )}
      {changed && changed.length > 0 && (
        <section>
          <h3 className="text-sm text-muted">Ce qui a changé depuis</h3>
          <ChangeList changes={changed} inBin={false} />
        </section>
      )}
    </li>
  );
}
