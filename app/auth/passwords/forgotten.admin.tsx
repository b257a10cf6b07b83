import { setTimeout as pause } from "node:timers/promises";
import { data, Form } from "react-router";
import * as z from "zod";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { checkFields } from "../../core/values/check-fields.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { allowAttempt } from "../sign-in/attempt-limits.system.server.ts";
import { callAuth } from "../sign-in/call-auth.server.ts";
import { EntranceField, Panel } from "../sign-in/entrance-form.tsx";
import { knownAccountOnDevice } from "../sign-in/known-devices.system.server.ts";
import { toSignInFailure } from "../sign-in/sign-in.server.ts";
import { emailSchema, failureOf } from "../sign-in/sign-in.ts";
import type { Route } from "./+types/forgotten.admin.ts";

const schema = z.object({ email: emailSchema });
/** What the library answers takes at least this long: the time does not tell whether the account exists. */
const MIN_ANSWER_MS = 400;

export const loader = () => ({ reachable: isMailConfigured() });

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readFieldsOrNone(request);
  const email = values.email ?? "";
  const wrong = (error: string, status: number) =>
    data({ email, error, sent: false, reachable: true }, { status });
  const checked = checkFields(values, schema);
  if (!checked.ok) return wrong("Email invalide", 400);
  try {
    const accountEmail = checked.value.email;
    const isKnownDevice = (await knownAccountOnDevice(request, accountEmail)) !== undefined;
    const { ip } = context.get(requestInfoContext);
    if (!allowAttempt("forgotten", accountEmail, { ip, known: isKnownDevice })) {
      return wrong(failureOf(429, undefined).message, 429);
    }
    const call = callAuth(request, context, "/request-password-reset", checked.value);
    const [{ status, code }] = await Promise.all([call, pause(MIN_ANSWER_MS)]);
    if (status !== 200) return wrong(failureOf(status, code).message, status);
    // The same whether there is such an account or not.
    return data({ email, error: undefined, sent: true, reachable: isMailConfigured() });
  } catch (error) {
    const { failure, status } = toSignInFailure(error, context);
    return wrong(failure.message, status);
  }
}

export default function Forgotten({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <title>Mot de passe oublié · Administration</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-2xl">Mot de passe oublié</h1>
      {actionData?.sent ? (
        <SentPanel email={actionData.email} reachable={actionData.reachable} />
      ) : (
        <Form method="post" noValidate className="panel grid gap-4 p-5 md:p-7">
          <EntranceField
            name="email"
            label="E-mail"
            type="email"
            autoComplete="username"
            hint={
              loaderData.reachable
                ? "L’adresse de votre compte : nous y envoyons un lien."
                : "L’adresse de votre compte. Ce site ne peut pas envoyer d’e-mail : le lien est gardé sur le serveur, demandez-le à la personne qui s’en occupe."
            }
            defaultValue={actionData?.email}
            error={actionData?.error}
            autoFocus
          />
          <button type="submit" className="button min-h-12">
            {loaderData.reachable ? "Envoyer le lien" : "Préparer le lien"}
          </button>
        </Form>
      )}
      <a href="/admin/login" className="link justify-self-start">
        Revenir à la connexion
      </a>
    </div>
  );
}

function SentPanel({ email, reachable }: { email: string; reachable: boolean }) {
  if (reachable) {
    return (
      <Panel tone="green" title="Regardez vos e-mails">
        <p>
          Si un compte existe pour {email}, un lien pour choisir un nouveau mot de passe y arrive
          dans quelques minutes. Il est valable une heure.
        </p>
      </Panel>
    );
  }
  return (
    <Panel tone="orange" title="Message gardé sur le serveur">
      <p>
        Si un compte existe pour {email}, son lien est gardé sur le serveur pendant une heure : ce
        site ne peut pas envoyer d’e-mail. Demandez-le à la personne qui s’occupe du serveur.
      </p>
    </Panel>
  );
}
