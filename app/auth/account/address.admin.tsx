import { data, Form, redirect } from "react-router";
import { isUniqueViolation } from "../../core/values/errors.ts";
import { toastCookie } from "../../kit/toast.ts";
import { withCookies } from "../sign-in/call-auth.server.ts";
import { Panel } from "../sign-in/entrance-form.tsx";
import { toSignInFailure } from "../sign-in/sign-in.server.ts";
import type { Route } from "./+types/address.admin.ts";
import { addressOfLink, confirmAddress } from "./links.system.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const email = await addressOfLink(params.token);
    return data({ email, problem: undefined }, { status: email ? 200 : 404 });
  } catch (error) {
    const { failure, status } = toSignInFailure(error, context);
    return data({ email: undefined, problem: failure.message }, { status });
  }
}

/** Only a press of the button changes anything: programs open the links of mails. */
export async function action({ params, context }: Route.ActionArgs) {
  try {
    if (!(await confirmAddress(params.token))) return data({ error: undefined }, { status: 404 });
  } catch (error) {
    if (isUniqueViolation(error)) {
      return data(
        { error: "Cette adresse est maintenant celle d’un autre compte." },
        { status: 409 },
      );
    }
    const { failure, status } = toSignInFailure(error, context);
    return data({ error: failure.message }, { status });
  }
  const toast = toastCookie({ kind: "success", text: "Votre adresse a été changée." });
  return redirect("/admin/account", { headers: withCookies([toast]) });
}

export default function Address({ loaderData, actionData }: Route.ComponentProps) {
  const { email, problem = actionData?.error } = loaderData;
  return (
    <div className="grid gap-5">
      <title>Nouvelle adresse · Administration</title>
      <meta name="robots" content="noindex" />
      {/* The address is a secret; without any referrer the form would have no origin and be refused. */}
      <meta name="referrer" content="same-origin" />
      <h1 className="text-2xl">Nouvelle adresse de votre compte</h1>
      {problem && <Panel tone="red" title={problem} />}
      {email === undefined && !problem && (
        <Panel tone="orange" title="Ce lien n’est plus valable">
          <p>Il a déjà été utilisé ou il a expiré.</p>
          <a href="/admin/account" className="link justify-self-start">
            Revenir à mon compte
          </a>
        </Panel>
      )}
      {email !== undefined && (
        <Form method="post" className="panel grid gap-4 p-5 md:p-7">
          <p>
            Vous vous connecterez désormais avec <strong>{email}</strong>.
          </p>
          <button type="submit" className="button min-h-12">
            Confirmer cette adresse
          </button>
        </Form>
      )}
    </div>
  );
}
