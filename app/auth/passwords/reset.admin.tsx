import { data, Form, redirect } from "react-router";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import type { FieldErrors } from "../../core/values/check-fields.ts";
import { toastCookie } from "../../kit/toast.ts";
import { accountOfLink } from "../account/links.system.server.ts";
import { allowAttempt } from "../sign-in/attempt-limits.system.server.ts";
import { withCookies } from "../sign-in/call-auth.server.ts";
import { EntranceField, Panel } from "../sign-in/entrance-form.tsx";
import { toSignInFailure } from "../sign-in/sign-in.server.ts";
import { failureOf } from "../sign-in/sign-in.ts";
import type { Route } from "./+types/reset.admin.ts";
import { checkNewPassword } from "./new-password.server.ts";
import { choosePassword } from "./passwords.system.server.ts";
import { NEW_PASSWORD_LENGTH } from "./passwords.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const account = await accountOfLink(params.token);
    return data({ email: account?.email, problem: undefined }, { status: account ? 200 : 404 });
  } catch (error) {
    const { failure, status } = toSignInFailure(error, context);
    return data({ email: undefined, problem: failure.message }, { status });
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const wrong = (errors: FieldErrors, status: number) => data({ errors }, { status });
  const values = await readFieldsOrNone(request);
  try {
    const account = await accountOfLink(params.token);
    // The page itself says that the link is of no use any more.
    if (!account) return wrong({}, 404);
    const { ip } = context.get(requestInfoContext);
    if (!allowAttempt("password", account.id, { ip, known: false })) {
      return wrong({ password: failureOf(429, undefined).message }, 429);
    }
    const checked = await checkNewPassword(values, account);
    if (!checked.ok) return wrong(checked.errors, 400);
    const deviceCookie = await choosePassword(params.token, checked.value.password);
    if (deviceCookie === undefined) return wrong({}, 404);
    const text = "Votre mot de passe est enregistré. Vous pouvez vous connecter.";
    const toast = toastCookie({ kind: "success", text });
    return redirect("/admin/login", { headers: withCookies([toast, deviceCookie]) });
  } catch (error) {
    const { failure, status } = toSignInFailure(error, context);
    return wrong({ password: failure.message }, status);
  }
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { email, problem } = loaderData;
  const errors = actionData?.errors ?? {};
  return (
    <div className="grid gap-5">
      <title>Nouveau mot de passe · Administration</title>
      <meta name="robots" content="noindex" />
      {/* The address is a secret; without any referrer the form would have no origin and be refused. */}
      <meta name="referrer" content="same-origin" />
      <h1 className="text-2xl">
        {problem || email ? "Choisissez un mot de passe" : "Ce lien n’est plus valable"}
      </h1>
      {problem ? (
        <Panel tone="yellow" title="Erreur de connexion">
          <p>{problem}</p>
        </Panel>
      ) : email === undefined ? (
        <>
          <p>Il a déjà été utilisé ou il a expiré.</p>
          <a href="/admin/forgotten" className="button justify-self-start">
            Demander un nouveau lien
          </a>
        </>
      ) : (
        <Form method="post" noValidate className="panel grid gap-4 p-5 md:p-7">
          <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
          <p className="text-muted">Pour {email}</p>
          <EntranceField
            name="password"
            label="Nouveau mot de passe"
            type="password"
            autoComplete="new-password"
            hint={`Au moins ${NEW_PASSWORD_LENGTH} caractères : une phrase se retient mieux qu’un mot.`}
            minLength={NEW_PASSWORD_LENGTH}
            error={errors.password}
            autoFocus
          />
          <EntranceField
            name="again"
            label="Le même, une seconde fois"
            type="password"
            autoComplete="new-password"
            error={errors.again}
          />
          <button type="submit" className="button min-h-12">
            Enregistrer
          </button>
        </Form>
      )}
    </div>
  );
}
