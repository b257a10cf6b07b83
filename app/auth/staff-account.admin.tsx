import { data, redirect } from "react-router";
import { readFieldsOrNone } from "../core/form.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { recordAt } from "../kit/save.server.ts";
import { toastCookie } from "../kit/toast.ts";
import { Facts, ViewDialog } from "../kit/view-dialog.tsx";
import type { Route } from "./+types/staff-account.admin.ts";
import type { State } from "./account-sections.tsx";
import { findStaffAccount } from "./accounts.staff.server.ts";
import { Panel } from "./entrance-form.tsx";
import { CodeByMail, PasswordGate } from "./second-factor-section.tsx";
import { readFactor } from "./second-factors.system.server.ts";
import { changeStaffAccount } from "./staff-account.server.ts";

const LIST = "/admin/staff";

export async function loader({ params, context }: Route.LoaderArgs) {
  const account = await recordAt(context, params.id, findStaffAccount);
  const { id } = context.get(staffContext);
  return { account, isOwn: account.id === id, factor: await readFactor(id) };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const values = await readFieldsOrNone(request);
  const { state, status } = await changeStaffAccount(request, context, params.id, values);
  if (!state.done || state.intent === "send-code") return data(state, { status });
  const cookie = toastCookie({ kind: "success", text: state.done });
  return redirect(LIST + url.search, { headers: { "set-cookie": cookie } });
}

/** Somebody's account: how it stands, and what a colleague does about it with their own password. */
export default function StaffAccountAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { account, isOwn, factor } = loaderData;
  const { name, email, is_active, last_seen, two_factor_enabled, created_at } = account;
  const state: State = actionData;
  const gate = { state, factor: factor.on ? factor : undefined };
  return (
    <ViewDialog title={name} list={LIST}>
      {state?.problem && <Panel tone="red" title={state.problem} />}
      {state?.done && <Panel tone="green" title={state.done} />}
      <Facts
        facts={[
          ["E-mail", email],
          ["Accès", is_active ? "Actif" : "Désactivé"],
          ["Second facteur", two_factor_enabled ? "En place" : "Absent"],
          ["Dernière visite", last_seen ? formatMoment("fr", new Date(last_seen)) : "Aucune"],
          ["Compte créé", formatMoment("fr", created_at)],
        ]}
      />
      {isOwn ? (
        <p className="text-muted">
          C’est votre compte : il se règle dans{" "}
          <a href="/admin/account" className="link">
            Mon compte
          </a>
          .
        </p>
      ) : (
        <>
          <CodeByMail factor={factor} state={state} />
          {two_factor_enabled && (
            <section
              aria-labelledby="reset-factor"
              className="grid gap-3 border-t border-line pt-4"
            >
              <h3 id="reset-factor" className="text-base">
                Réinitialiser le second facteur
              </h3>
              <p>
                Pour qui a perdu son téléphone et ses codes de secours. Vérifiez d’abord, de vive
                voix, que c’est bien {name} qui le demande. Ses appareils sont déconnectés ; son mot
                de passe suffit ensuite pour entrer et mettre un nouveau second facteur en place.
              </p>
              <PasswordGate {...gate} intent="reset-factor" submit="Réinitialiser" />
            </section>
          )}
          <section aria-labelledby="remove" className="grid gap-3 border-t border-line pt-4">
            <h3 id="remove" className="text-base">
              Supprimer le compte
            </h3>
            <p>
              {name} ne pourra plus entrer. La personne en est informée par e-mail, et ce qu’elle a
              écrit ou décidé reste sous son nom. L’adresse pourra être invitée à nouveau. Pour une
              absence, désactivez plutôt le compte : une suppression ne se reprend pas.
            </p>
            <PasswordGate {...gate} intent="remove" submit="Supprimer le compte" danger />
          </section>
        </>
      )}
    </ViewDialog>
  );
}
