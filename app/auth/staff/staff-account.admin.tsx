import { data, Form, redirect } from "react-router";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { formatRoles } from "../../core/values/roles.ts";
import { formatMoment } from "../../i18n/format.ts";
import { recordAt } from "../../kit/form/save.server.ts";
import { Facts, ViewDialog } from "../../kit/form/view-dialog.tsx";
import { toastCookie } from "../../kit/toast.ts";
import { useNotice } from "../../mail/use-notice.ts";
import { formatSeen } from "../../records/seen.ts";
import { withConfirmation } from "../second-factor/confirmation.system.server.ts";
import { Panel } from "../sign-in/entrance-form.tsx";
import type { Route } from "./+types/staff-account.admin.ts";
import { findStaffAccount } from "./accounts.staff.server.ts";
import { RoleBoxes } from "./role-boxes.tsx";
import { changeStaffAccount, changeStaffRoles, type RolesState } from "./staff-account.server.ts";
import { boxesOf, rolesSchema } from "./staff-roles.ts";

const LIST = "/admin/staff";

/** Why nothing was changed. */
type Refusal = { problem?: string; roles?: RolesState };

export async function loader({ params, context }: Route.LoaderArgs) {
  const account = await recordAt(context, params.id, findStaffAccount);
  return { account, isOwn: account.id === context.get(staffContext).id };
}

/** Roles that cannot be saved, since none is ticked, are refused before anything is asked. */
const isComplete = (values: FormValues) =>
  values.intent !== "roles" || rolesSchema.safeParse(values).success;

export function action(args: Route.ActionArgs) {
  const { params, context, url } = args;
  return withConfirmation(args, isComplete, async (request) => {
    const values = await readFieldsOrNone(request);
    const { done, status, ...refusal } =
      values.intent === "roles"
        ? await changeStaffRoles(context, params.id, values)
        : await changeStaffAccount(context, params.id, values);
    if (!done) return data<Refusal>(refusal, { status });
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
          ["Rôles", formatRoles(account) || "Aucun"],
          ["Accès", is_active ? "Actif" : "Désactivé"],
          ["Validation en deux étapes", two_factor_enabled ? "Activée" : "Désactivée"],
          ["Dernière visite", last_seen ? formatMoment("fr", new Date(last_seen)) : "Aucune"],
          ["Compte créé", formatMoment("fr", created_at)],
        ]}
      />
      {isOwn ? (
        <p className="text-muted">
          C’est votre compte : il se règle dans{" "}
          <a href="/admin/account" className="link">
            Mon compte
          </a>
          .
        </p>
      ) : (
        <>
          {is_active && <Roles account={account} state={actionData?.roles} />}
          {two_factor_enabled && (
            <section
              aria-labelledby="reset-factor"
              className="grid gap-3 border-t border-line pt-4"
            >
              <h3 id="reset-factor" className="text-base">
                Réinitialiser la validation en deux étapes
              </h3>
              <p>
                Pour qui a perdu son téléphone et ses codes de secours. Vérifiez d’abord, de vive
                voix, que c’est bien {name} qui le demande. Ses appareils sont déconnectés ; son mot
                de passe suffit ensuite pour entrer et activer de nouveau la validation en deux
                étapes.
              </p>
              <Act intent="reset-factor" label="Réinitialiser" seen={formatSeen(account)} />
            </section>
          )}
          <section aria-labelledby="remove" className="grid gap-3 border-t border-line pt-4">
            <h3 id="remove" className="text-base">
              Supprimer le compte
            </h3>
            <p>
              {name} ne pourra plus entrer. {notice("La personne en est informée par e-mail.")} Ce
              qu’elle a écrit ou décidé reste sous son nom. L’adresse pourra être invitée à nouveau.
              Pour une absence, désactivez plutôt le compte : une suppression est définitive.
            </p>
            <Act intent="remove" label="Supprimer le compte" seen={formatSeen(account)} />
          </section>
        </>
      )}
    </ViewDialog>
  );
}

type RolesProps = {
  account: Route.ComponentProps["loaderData"]["account"];
  state: RolesState | undefined;
};

/** What the account may do, to be changed. */
function Roles({ account, state }: RolesProps) {
  const notice = useNotice();
  if (account.admission_asked_by) {
    return <p className="rounded-control bg-amber p-3 text-ochre">{WAITS}</p>;
  }
  const values = state?.values ?? boxesOf(account);
  const field = (name: string) => ({
    name,
    defaultValue: values[name] ?? "",
    error: state?.errors[name],
  });
  return (
    <Form method="post" preventScrollReset className="grid gap-3 border-t border-line pt-4">
      <input type="hidden" name="seen" value={formatSeen(account)} />
      <RoleBoxes field={field} />
      <p className="text-muted">
        Un changement s’applique aussitôt, sur tous ses appareils.{" "}
        {notice("La personne en est informée par e-mail.")} Pour en faire un administrateur, une
        autre personne doit l’approuver, ou vous-même 24 heures plus tard si vous êtes la seule.
      </p>
      <p>
        <button type="submit" name="intent" value="roles" className="button">
          Enregistrer les rôles
        </button>
      </p>
    </Form>
  );
}

const WAITS =
  "Cette personne attend de devenir administrateur : approuvez ou retirez la demande dans la liste des comptes.";

/** A button behind which one is asked to prove oneself. */
function Act({ intent, label, seen }: { intent: string; label: string; seen: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="seen" value={seen} />
      <button type="submit" name="intent" value={intent} className="button danger">
        {label}
      </button>
    </Form>
  );
}
