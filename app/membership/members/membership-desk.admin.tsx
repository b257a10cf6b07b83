import { Search } from "lucide-react";
import { Form, Link, Outlet } from "react-router";
import * as z from "zod";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { ofName } from "../../i18n/elision.ts";
import { wordOf } from "../../kit/list/filter-bar.tsx";
import { intent, runIntents } from "../../kit/list/intents.server.ts";
import { Empty } from "../../kit/list/list-page.tsx";
import { OfficeHead } from "../../kit/office-head.tsx";
import { BOX, Labelled } from "../../payments/offline/cash-form.admin.tsx";
import { cashFields } from "../../payments/offline/cash-schema.ts";
import { BackToPayments } from "../../payments/payment-badges.admin.tsx";
import type { Route } from "./+types/membership-desk.admin.ts";
import { DESK } from "./member-payments.admin.tsx";
import { findAtDesk, recordMembershipPayment } from "./member-payments.staff.server.ts";
import { memberLabel, STATUS_CHOICES, TYPE_CHOICES } from "./members.ts";

export const handle = { loadFailure: "Erreur lors de la recherche d’un membre" };

const LONGEST = 100;

export async function loader({ context, url }: Route.LoaderArgs) {
  const words = (url.searchParams.get("q") ?? "").trim().slice(0, LONGEST);
  return { words, found: await asStaff(context.get(staffContext), (db) => findAtDesk(db, words)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntents(request, context, {
    cash: intent(
      z.object({ id: z.uuid(), ...cashFields }),
      async (db, { id, ...cash }) => {
        const { first_name } = await recordMembershipPayment(db, id, cash);
        return `Paiement ${ofName(first_name)} enregistré avec succès`;
      },
      "Erreur lors de l’encaissement",
    ),
  });
}

/** Where the treasury finds the member who stands at the desk and pays. */
export default function MembershipDeskAdmin({ loaderData }: Route.ComponentProps) {
  const { words, found } = loaderData;
  return (
    <>
      <OfficeHead
        title="Encaisser une adhésion"
        lead="Cherchez la personne par son nom ou son e-mail, puis encaissez ce qu’elle doit."
      >
        <BackToPayments />
      </OfficeHead>
      <Form role="search" className="panel mb-4 flex flex-wrap items-end gap-3 p-4">
        <div className="min-w-0 grow">
          <Labelled label="Nom ou e-mail du membre">
            <input
              key={words}
              name="q"
              type="search"
              defaultValue={words}
              maxLength={LONGEST}
              required
              autoComplete="off"
              className={BOX}
            />
          </Labelled>
        </div>
        <button type="submit" className="button">
          <Search aria-hidden="true" size={17} />
          Chercher
        </button>
      </Form>
      {words !== "" && found.length === 0 && (
        <Empty
          title="Aucun membre de ce nom"
          first="Remplissez sa demande avec elle, sur le formulaire du site. Ensuite, cherchez-la ici pour encaisser."
          action={
            <a href="/membership" target="_blank" rel="noreferrer" className="button quiet">
              Nouvelle demande d’adhésion
            </a>
          }
        />
      )}
      {found.length > 0 && (
        <ul className="panel divide-y divide-line px-4">
          {found.map(({ id, email, member_type, status, ...names }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-3">
              <Link
                to={`${DESK}/${id}?${new URLSearchParams({ q: words })}`}
                preventScrollReset
                className="link font-semibold wrap-anywhere"
              >
                {memberLabel(names)}
              </Link>
              <span className="text-muted wrap-anywhere">
                {email} · {wordOf(TYPE_CHOICES, member_type)} · {wordOf(STATUS_CHOICES, status)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Outlet />
    </>
  );
}
