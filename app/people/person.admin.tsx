import { Download, Printer } from "lucide-react";
import { data, Link, redirect } from "react-router";
import { confirming } from "../auth/second-factor/confirmation.server.ts";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../core/http/form.server.ts";
import { log } from "../core/log/log.server.ts";
import { isId } from "../core/secrets/id.ts";
import { staffContext } from "../core/staff-context.ts";
import { AppError } from "../core/values/errors.ts";
import { formatDate } from "../i18n/format.ts";
import { Facts } from "../kit/form/view-dialog.tsx";
import { OfficeHead } from "../kit/page-head.tsx";
import { type Toast, toastCookie } from "../kit/toast.ts";
import { sentOrKept } from "../mail/mail.server.ts";
import { NO_MAIL_NOTICE } from "../mail/use-notice.ts";
import type { Route } from "./+types/person.admin.ts";
import { ErasurePanel } from "./erasure-panel.admin.tsx";
import { refuseErasure } from "./people.staff.server.ts";
import { eraseForStaff, readPerson } from "./people.system.server.ts";

export const handle = { loadFailure: "Erreur lors du chargement de cette personne" };

const LIST = "/admin/people";

/** The guard let the member of staff in; what mails say of somebody, only the product itself reads. */
export async function loader({ params }: Route.LoaderArgs) {
  const person = isId(params.id) ? await readPerson(params.id) : undefined;
  if (!person) throw data(null, 404);
  return { id: params.id, ...person };
}

const SENTENCE_OF: Partial<Record<AppError["kind"], string>> = {
  "not-found": "cette demande n’existe plus",
  forbidden: "votre compte n’est plus administrateur",
};

/** Erases the person, or refuses what they asked for; then the list, or this page, says so. */
export const action = (asked: Route.ActionArgs) =>
  confirming(asked, ["erase"], (request) => decide({ ...asked, request }));

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
    const told = sentOrKept("La personne en est prévenue par e-mail", NO_MAIL_NOTICE);
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
      why ? `Rien n’a été effacé : ${why}` : "Erreur lors de l’effacement",
      `${LIST}/${params.id}`,
    );
  }
}

/** Everything that is held of somebody, to be read, printed, taken away or erased. */
export default function PersonAdmin({ loaderData }: Route.ComponentProps) {
  const { id, file, others } = loaderData;
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
          Cette adresse est aussi celle de :{" "}
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
      <div className="grid gap-4">
        {file.sections.map(({ title, facts }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections are never moved about
          <section key={place} className="panel p-4">
            <h2 className="mb-2 text-lg">{title}</h2>
            <Facts facts={facts} />
          </section>
        ))}
        <ErasurePanel {...loaderData} />
      </div>
    </>
  );
}
