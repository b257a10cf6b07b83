import { data, Form, redirect } from "react-router";
import { readFieldsOrNone } from "../core/form.server.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatMoment } from "../i18n/format.ts";
import { recordAt } from "../kit/save.server.ts";
import { toastCookie } from "../kit/toast.ts";
import { Facts, ViewDialog } from "../kit/view-dialog.tsx";
import { useNotice } from "../mail/use-notice.ts";
import type { Route } from "./+types/staff-account.admin.ts";
import { findStaffAccount } from "./accounts.staff.server.ts";
import { confirming } from "./confirmation.server.ts";
import { Panel } from "./entrance-form.tsx";
import { changeStaffAccount } from "./staff-account.server.ts";

const LIST = "/admin/staff";

export async function loader({ params, context }: Route.LoaderArgs) {
  const account = await recordAt(context, params.id, findStaffAccount);
  return { account, isOwn: account.id === context.get(staffContext).id };
}

export function action(asked: Route.ActionArgs) {
  const { params, context, url } = asked;
  return confirming(asked, "all", async (request) => {
    const { intent = "" } = await readFieldsOrNone(request);
    const { done, problem, status } = await changeStaffAccount(context, params.id, intent);
    if (!done) return data({ problem }, { status });
    const cookie = toastCookie({ kind: "success", text: done });
    return redirect(LIST + url.search, { headers: { "set-cookie": cookie } });
  });
}

/** Somebody's account: how it stands, and what a colleague who proves themselves does about it. */
export default function StaffAccountAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { account, isOwn } = loaderData;
  const notice = useNotice();
  const { name, email, is_active, last_seen, two_factor_enabled, created_at } = account;
  return (
    <ViewDialog title={name} list={LIST}>
      {actionData?.problem && <Panel tone="red" title={actionData.problem} />}
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
              <Act intent="reset-factor" label="Réinitialiser" />
            </section>
          )}
          <section aria-labelledby="remove" className="grid gap-3 border-t border-line pt-4">
            <h3 id="remove" className="text-base">
              Supprimer le compte
            </h3>
            <p>
              {name} ne pourra plus entrer. {notice("La personne en est informée par e-mail.")} Ce
              qu’elle a écrit ou décidé reste sous son nom. L’adresse pourra être invitée à nouveau.
              Pour une absence, désactivez plutôt le compte : une suppression ne se reprend pas.
            </p>
            <Act intent="remove" label="Supprimer le compte" />
          </section>
        </>
      )}
    </ViewDialog>
  );
}

/** A button behind which one is asked to prove oneself. */
function Act({ intent, label }: { intent: string; label: string }) {
  return (
    <Form method="post" preventScrollReset>
      <button type="submit" name="intent" value={intent} className="button danger">
        {label}
      </button>
    </Form>
  );
}
