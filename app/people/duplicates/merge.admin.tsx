import type { ReactNode } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { log } from "../../core/log/log.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { rightsContext, staffContext } from "../../core/staff-context.ts";
import { AppError } from "../../core/values/errors.ts";
import { mayDo } from "../../core/values/permissions.ts";
import { formatAmount, formatDate, several } from "../../i18n/format.ts";
import { wordOf } from "../../kit/list/filter-bar.tsx";
import { Badge } from "../../kit/list/row-controls.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { type Toast, toastCookie } from "../../kit/toast.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { NO_MAIL_NOTICE, useNotice } from "../../mail/use-notice.ts";
import { STATUS_CHOICES, TYPE_CHOICES } from "../../membership/members/members.ts";
import { STATUS_LABELS } from "../../registrations/admin/registration-status-labels.ts";
import { readPerson } from "../people.system.server.ts";
import { type PersonParts, readPersonParts } from "../person-parts.staff.server.ts";
import type { Route } from "./+types/merge.admin.ts";
import { keepApart, mergePeople, readMerge } from "./duplicates.system.server.ts";
import type { MergePlan } from "./merge-plan.operations.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement de ces deux personnes" };

const LIST = "/admin/people/duplicates";

/** Two people side by side, and what a merge would do; the first of the address stays. */
export async function loader({ params: { kept, gone }, context }: Route.LoaderArgs) {
  if (!isId(kept) || !isId(gone)) throw data(null, 404);
  const plan = await readMerge(kept, gone);
  if (!plan) throw data(null, 404);
  if (plan === "same") throw redirect(`/admin/people/${kept}`);
  const rights = context.get(rightsContext);
  const side = async (id: string, of: "kept" | "gone") => {
    const person = await readPerson(id);
    if (!person) throw data(null, 404);
    const parts = await asStaff(context.get(staffContext), (db) =>
      readPersonParts(db, person.rows, (address) => mayDo(rights, address)),
    );
    const { email, first_name, last_name, birth_date } = plan[of];
    return factsOf(
      { email, name: `${first_name} ${last_name}`, birth_date, ...plan.sides[of] },
      parts,
    );
  };
  const { moves, licence, notes, refusals, digest } = plan;
  return {
    ids: { kept, gone },
    kept: await side(kept, "kept"),
    gone: await side(gone, "gone"),
    told: [...new Set([plan.kept.email, plan.gone.email])],
    merge: { moves, licence, notes, refusals, digest },
  };
}

type Head = MergePlan["sides"]["kept"] & { email: string; name: string; birth_date: string | null };

/** What is shown of a person, each fact in lines. */
function factsOf({ email, name, birth_date, phones, guardians }: Head, parts: PersonParts) {
  const { licence, club, memberships, registrations, payments, mails } = parts;
  return {
    name,
    email,
    birth: birth_date ? [formatDate("fr", birth_date)] : [],
    phones,
    guardians,
    licence: [licence?.words, club && `Club\u202f: ${club}`].filter((line) => line !== undefined),
    memberships: memberships.map(
      ({ member_type, status, membership_end: end }) =>
        `${wordOf(TYPE_CHOICES, member_type)}, ${wordOf(STATUS_CHOICES, status).toLowerCase()}${end ? `, jusqu’au ${formatDate("fr", end)}` : ""}`,
    ),
    registrations: registrations.map(
      ({ event, date, status }) =>
        `${event}, ${formatDate("fr", date)}, ${STATUS_LABELS[status].label.toLowerCase()}`,
    ),
    payments: payments.map(
      ({ label_fr, price_amount, price_currency }) =>
        `${label_fr}, ${formatAmount("fr", price_amount, price_currency)}`,
    ),
    mails: mails.length > 0 ? [several(mails.length, "message", "messages")] : [],
  };
}

/** Makes them one, or says that they are two. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const staff = context.get(staffContext);
  const { kept = "", gone = "" } = params;
  const { intent, seen = "" } = await readFieldsOrNone(request);
  const answer = (kind: Toast["kind"], text: string, to: string) =>
    redirect(to, { headers: { "set-cookie": toastCookie({ kind, text }) } });
  if (!isId(kept) || !isId(gone)) throw data(null, 404);
  try {
    if (intent === "apart") {
      await keepApart(staff, kept, gone);
      return answer("success", "Ces deux personnes ne seront plus proposées ensemble", LIST);
    }
    if (intent !== "merge") throw data(null, 400);
    const isDone = await mergePeople(staff, { keptId: kept, goneId: gone, seen });
    const told = deliveryText("La personne en est prévenue par e-mail", NO_MAIL_NOTICE);
    return answer(
      "success",
      isDone ? `Fusion faite. ${told}` : "Ces deux fiches sont déjà celles d’une personne",
      `/admin/people/${kept}`,
    );
  } catch (error) {
    if (error instanceof AppError && error.kind === "not-found") throw data(null, 404);
    if (!(error instanceof AppError) || error.kind !== "conflict") {
      if (error instanceof Response || !(error instanceof Error)) throw error;
      log.error({ err: error }, "a merge failed");
      return answer("error", "Erreur lors de la fusion", `${LIST}/${kept}/${gone}`);
    }
    const text = `Rien n’a été fusionné\u202f: ${error.message}`;
    return answer("error", text, `${LIST}/${kept}/${gone}`);
  }
}

type Data = Route.ComponentProps["loaderData"];
type Facts = Data["kept"];

const ROWS: readonly { label: string; lines: (facts: Facts) => readonly string[]; own?: true }[] = [
  { label: "Nom", lines: ({ name }) => [name] },
  { label: "Adresse e-mail", lines: ({ email }) => [email] },
  { label: "Date de naissance", lines: ({ birth }) => birth },
  { label: "Téléphone", lines: ({ phones }) => phones },
  { label: "Responsable légal", lines: ({ guardians }) => guardians },
  { label: "Licence", lines: ({ licence }) => licence },
  { label: "Adhésions", lines: ({ memberships }) => memberships, own: true },
  { label: "Inscriptions", lines: ({ registrations }) => registrations, own: true },
  { label: "Paiements", lines: ({ payments }) => payments, own: true },
  { label: "Messages envoyés", lines: ({ mails }) => mails, own: true },
];

export default function MergeAdmin({ loaderData }: Route.ComponentProps) {
  const { ids, kept, gone } = loaderData;
  return (
    <>
      <OfficeHead
        title={"Une personne ou deux\u202f?"}
        lead={
          "Ce qui diffère est marqué. À gauche, la personne qui reste\u202f: son adresse, son nom et son numéro de licence."
        }
      />
      <section className="panel">
        <div className="grid grid-cols-2 gap-3 border-b border-line p-4 wrap-anywhere">
          <Side id={ids.kept} title="Reste" name={kept.name} />
          <Side id={ids.gone} title="S’y ajoute" name={gone.name}>
            <Link to={`${LIST}/${ids.gone}/${ids.kept}`} replace className="link">
              Garder plutôt celle-ci
            </Link>
          </Side>
        </div>
        <ul className="divide-y divide-line">
          {ROWS.map(({ label, lines, own }) => {
            const [one, other] = [lines(kept), lines(gone)];
            if (one.length + other.length === 0) return null;
            const isOther = !own && one.join("\n") !== other.join("\n");
            return (
              <li key={label} className="p-4">
                <h2 className="mb-1 flex flex-wrap items-center gap-2 text-base font-semibold">
                  {label}
                  {isOther && <Badge tone="wait">Différent</Badge>}
                </h2>
                <div className="grid grid-cols-2 gap-3 wrap-anywhere">
                  <Lines lines={one} />
                  <Lines lines={other} />
                </div>
              </li>
            );
          })}
        </ul>
      </section>
      <Consequences {...loaderData} />
    </>
  );
}

type SideProps = { id: string; title: string; name: string; children?: ReactNode };

const Side = ({ id, title, name, children }: SideProps) => (
  <div>
    <p className="text-sm text-muted">{title}</p>
    <p>
      <Link to={`/admin/people/${id}`} className="link font-semibold">
        {name}
      </Link>
    </p>
    {children}
  </div>
);

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    <p className="text-muted">—</p>
  ) : (
    <ul>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
        <li key={place}>{line}</li>
      ))}
    </ul>
  );

/** What moves, which number goes on and who is told, before the button. */
function Consequences({ kept, gone, told, merge }: Data) {
  const busy = useNavigation().state !== "idle";
  const notice = useNotice();
  const { moves, licence, notes, refusals, digest } = merge;
  const moved = [
    moves.memberships > 0 && several(moves.memberships, "adhésion", "adhésions"),
    moves.registrations > 0 && several(moves.registrations, "inscription", "inscriptions"),
    moves.payments > 0 && several(moves.payments, "paiement", "paiements"),
  ].filter((one) => one !== false);
  return (
    <section className="panel mt-4 grid gap-3 p-4">
      <h2 className="text-lg">Fusionner ces deux fiches</h2>
      <ul className="list-disc pl-6 wrap-anywhere">
        <li>{`${moved.join(", ")} de ${gone.name} (${gone.email})\u202f: désormais ${ofKept(kept)}.`}</li>
        {licence && <li>{`Le numéro de licence ${licence.kept} reste.`}</li>}
        {licence?.replaced.map((number) => (
          <li key={number}>
            {`Le numéro ${number} n’est plus valable\u202f: un contrôle de sa carte répond «\u202fCarte remplacée\u202f».`}
          </li>
        ))}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>Les paiements restent tels quels, avec le nom et le montant.</li>
        <li>
          {notice(`La personne est prévenue par e-mail, à ${told.join(" et à ")}.`)} Les liens
          d’avant ne fonctionnent plus.
        </li>
        <li>{"La fusion peut être défaite pendant 30 jours, dans «\u202fDoublons\u202f»."}</li>
      </ul>
      {refusals.length > 0 && (
        <div role="note" className="rounded-control bg-rose p-3 text-blood">
          <p className="font-bold">{"Pas encore possible\u202f:"}</p>
          <ul className="list-disc pl-6">
            {refusals.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="seen" value={digest} />
        {refusals.length === 0 && (
          <button type="submit" name="intent" value="merge" className="button" disabled={busy}>
            Fusionner
          </button>
        )}
        <button type="submit" name="intent" value="apart" className="button quiet" disabled={busy}>
          Ce sont deux personnes
        </button>
      </Form>
    </section>
  );
}

const ofKept = ({ name, email }: Facts) => `sous le nom ${name} et l’adresse ${email}`;
