import { Download, Printer, Trash2 } from "lucide-react";
import { useState } from "react";
import { data, Form, Link, redirect, useNavigation, useSubmit } from "react-router";
import { withConfirmation } from "../auth/second-factor/confirmation.system.server.ts";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../core/http/form.server.ts";
import { log } from "../core/log/log.server.ts";
import { isId } from "../core/secrets/id.ts";
import { rightsContext, staffContext } from "../core/staff-context.ts";
import { AppError } from "../core/values/errors.ts";
import { mayDo } from "../core/values/permissions.ts";
import { formatDate, formatMoment } from "../i18n/format.ts";
import { ConfirmDialog } from "../kit/form/confirm-dialog.tsx";
import { Facts } from "../kit/form/view-dialog.tsx";
import { OfficeHead } from "../kit/office-head.tsx";
import { type Toast, toastCookie } from "../kit/toast.ts";
import { deliveryText } from "../mail/mail.server.ts";
import { NO_MAIL_NOTICE } from "../mail/use-notice.ts";
import type { Route } from "./+types/person.admin.ts";
import { refuseErasure } from "./people.staff.server.ts";
import { eraseForStaff, findPersonRows, readPerson } from "./people.system.server.ts";
import { PersonPanels } from "./person-panels.admin.tsx";
import { type PersonParts, readPersonParts } from "./person-parts.staff.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement de cette personne" };

const LIST = "/admin/people";

/** All data and its erasure are read as the system, since staff may not read what mails say; the parts as the reader. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const rights = context.get(rightsContext);
  const may = (address: string) => mayDo(rights, address);
  const { rows, ...whole } = (isId(id) && may(LIST) && (await readPerson(id))) || {};
  const found = rows ?? (isId(id) && !may(LIST) ? await findPersonRows(id) : undefined);
  const parts =
    found && (await asStaff(context.get(staffContext), (db) => readPersonParts(db, found, may)));
  if (!parts) throw data(null, 404);
  return { id, parts, whole: "file" in whole ? whole : undefined };
}

const SENTENCE_OF: Partial<Record<AppError["kind"], string>> = {
  "not-found": "cette demande n’existe plus",
  forbidden: "votre compte n’est plus administrateur",
};

/** Erases the person, or refuses their request. */
export const action = (args: Route.ActionArgs) =>
  withConfirmation(args, ["erase"], (request) => decide({ ...args, request }));

async function decide({ request, context, params }: Route.ActionArgs) {
  const staff = context.get(staffContext);
  const { intent, reason = "", request: id = "", seen = "" } = await readFieldsOrNone(request);
  const answer = (kind: Toast["kind"], text: string, to = LIST) =>
    redirect(to, { headers: { "set-cookie": toastCookie({ kind, text }) } });
  try {
    if (intent === "erase") {
      const erased = isId(params.id) && (await eraseForStaff(staff, params.id, seen));
      return answer(
        "success",
        erased ? "Données effacées avec succès" : "Ces données sont déjà effacées",
      );
    }
    if (intent !== "refuse" || reason.trim() === "" || reason.length > 1000 || !isId(id)) {
      return answer(
        "error",
        "Écrivez pourquoi, en 1 000 caractères au plus",
        `${LIST}/${params.id}`,
      );
    }
    await asStaff(staff, (db) => refuseErasure(db, id, reason.trim()));
    const told = deliveryText("La personne en est prévenue par e-mail", NO_MAIL_NOTICE);
    return answer("success", `Demande refusée. ${told}`);
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error }, "erasure failed");
    const why =
      error instanceof AppError
        ? error.kind === "conflict"
          ? error.message
          : SENTENCE_OF[error.kind]
        : undefined;
    return answer(
      "error",
      why ? `Rien n’a été effacé : ${why}` : "Erreur lors de l’effacement",
      `${LIST}/${params.id}`,
    );
  }
}

/** One screen for a person: what the office has of them and, for administrators, all data, to be read or erased. */
export default function PersonAdmin({ loaderData }: Route.ComponentProps) {
  const { id, parts, whole } = loaderData;
  if (whole) return <WholePerson id={id} parts={parts} {...whole} />;
  return (
    <>
      <OfficeHead title={parts.name ?? "Personne"} lead={parts.email} />
      <PersonPanels {...parts} />
    </>
  );
}

type Whole = NonNullable<Route.ComponentProps["loaderData"]["whole"]>;

function WholePerson({ id, parts, ...whole }: Whole & { id: string; parts: PersonParts }) {
  const { file, others } = whole;
  const title = file.name ?? file.email;
  return (
    <>
      <OfficeHead
        title={title}
        lead={
          file.name
            ? `${file.email}${file.birth_date ? `, naissance le ${formatDate("fr", file.birth_date)}` : ""}`
            : "Une adresse, sans personne nommée."
        }
      >
        <button type="button" className="button quiet print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden="true" size={17} />
          Imprimer
        </button>
        <a href={`${LIST}/${id}/data.json`} className="button quiet print:hidden">
          <Download aria-hidden="true" size={17} />
          Télécharger (JSON)
        </a>
      </OfficeHead>
      {others.length > 0 && (
        <p className="mb-4 print:hidden">
          Cette adresse est aussi celle de :{" "}
          {others.map((other, place) => (
            <span key={other.id}>
              {place > 0 && ", "}
              <Link to={`${LIST}/${other.id}`} className="link">
                {other.name}
              </Link>
            </span>
          ))}
        </p>
      )}
      <PersonPanels {...parts} />
      <h2 className="mt-6 mb-3 text-xl print:hidden">Toutes ses données</h2>
      <div className="grid gap-4">
        {file.sections.map(({ title, facts }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections are never moved about
          <section key={place} className="panel p-4">
            <h3 className="mb-2 text-lg">{title}</h3>
            <Facts facts={facts} />
          </section>
        ))}
        <ErasurePanel {...whole} />
      </div>
    </>
  );
}

type Props = {
  /** The digest of what is shown. */
  seen: string;
  going: readonly string[];
  /** What ends with it, such as a membership. */
  endings: readonly string[];
  keeps: readonly string[];
  shared: readonly string[];
  obstacles: readonly string[];
  request: { id: string; created_at: Date } | undefined;
};

/** What an erasure deletes and keeps, and its button. */
function ErasurePanel({ seen, going, endings, keeps, shared, obstacles, request }: Props) {
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const [asking, setAsking] = useState(false);
  const stays = [
    ...keeps,
    ...(shared.length > 0
      ? [`${shared.join(", ")} : l’adresse est aussi celle d’autres personnes.`]
      : []),
    "Le journal de l’équipe : qui a fait quoi et quand, sans aucune valeur.",
  ];
  return (
    <section className="panel grid gap-3 p-4 print:hidden" aria-labelledby="erasure">
      <h3 id="erasure" className="text-lg">
        Effacer cette personne
      </h3>
      {request && (
        <p className="rounded-control bg-sand p-3 font-semibold">
          {`La personne l’a demandé le ${formatMoment("fr", request.created_at)}.`}
        </p>
      )}
      {going.length > 0 && (
        <p>
          <strong>Ce qui est effacé : </strong>
          {going.join(", ")}, et ce qui en reste dans la corbeille.
        </p>
      )}
      {endings.length > 0 && (
        <div role="note" className="rounded-control bg-sand p-3">
          <strong>Ce qui prend fin :</strong>
          <ul className="list-disc pl-6">
            {endings.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <strong>Ce qui reste :</strong>
        <ul className="list-disc pl-6">
          {stays.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      {obstacles.length > 0 ? (
        <div role="note" className="rounded-control bg-rose p-3 text-blood">
          <p className="font-bold">Pas encore possible :</p>
          <ul className="list-disc pl-6">
            {obstacles.map((one) => (
              <li key={one}>{one}.</li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          <button
            type="button"
            className="button danger"
            disabled={busy}
            onClick={() => setAsking(true)}
          >
            <Trash2 aria-hidden="true" size={17} />
            Effacer définitivement
          </button>
        </p>
      )}
      {request && (
        <Form method="post" className="grid max-w-[640px] gap-2">
          <input type="hidden" name="intent" value="refuse" />
          <input type="hidden" name="request" value={request.id} />
          <label htmlFor="reason" className="font-semibold">
            Refuser, et dire pourquoi à la personne
          </label>
          <textarea
            id="reason"
            name="reason"
            required
            maxLength={1000}
            rows={3}
            className="field"
          />
          <p>
            <button type="submit" className="button quiet text-blood" disabled={busy}>
              Refuser la demande
            </button>
          </p>
        </Form>
      )}
      {asking && (
        <ConfirmDialog
          title="Effacer définitivement cette personne ?"
          message={`${endings.length > 0 ? `Prend fin : ${endings.join(" ")} ` : ""}Effacé : ${going.join(", ") || "rien"}. Gardé : ${stays.join(" ")} Cette action est définitive.`}
          action="Effacer"
          close={() => setAsking(false)}
          confirm={() => submit({ intent: "erase", seen }, { method: "post" })}
        />
      )}
    </section>
  );
}
