import { data, Form, redirect } from "react-router";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { withCookies } from "../sign-in/call-auth.server.ts";
import { EntranceField, EntranceToast, Panel } from "../sign-in/entrance-form.tsx";
import {
  challengeIn,
  confirmSignIn,
  defaultCodeMethod,
  sendCode,
  signInPathFrom,
  toSignInFailure,
} from "../sign-in/sign-in.server.ts";
import type { Route } from "./+types/second-factor.admin.ts";
import { CODE_METHODS, CODE_MINUTES, type CodeMethod, WITHOUT_MAIL } from "./second-factor.ts";

const chosenMethod = (url: URL) =>
  CODE_METHODS.find((method) => method === url.searchParams.get("way"));

export async function loader({ request, url }: Route.LoaderArgs) {
  const from = url.searchParams.get("from");
  const challenge = challengeIn(request);
  if (!challenge) throw redirect(signInPathFrom(from));
  // The action tells when the database is away.
  const usual = await defaultCodeMethod(challenge).catch((): CodeMethod => "totp");
  const method = chosenMethod(url) ?? usual;
  const sent = url.searchParams.has("sent");
  return { usual, method, from: from ?? "/admin", sent, reachable: isMailConfigured() };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const signInRequest = { request, context, from: url.searchParams.get("from") };
  const values = await readFieldsOrNone(request);
  try {
    const method = chosenMethod(url) ?? (await defaultCodeMethod(challengeIn(request) ?? ""));
    const answer =
      "send" in values
        ? await sendCode(signInRequest)
        : await confirmSignIn(signInRequest, method, values);
    if (!("error" in answer)) return answer;
    const { error, status, cookies } = answer;
    return data({ error }, { status, headers: withCookies(cookies) });
  } catch (error) {
    const { failure, status } = toSignInFailure(error, context);
    return data({ error: failure.message }, { status });
  }
}

const HINTS: Readonly<Record<CodeMethod, string>> = {
  totp: "Les six chiffres que montre votre application d’authentification.",
  otp: "Les six chiffres que nous vous envoyons par e-mail.",
  recovery: "L’un des codes de secours que vous avez gardés. Chacun ne peut servir qu’une fois.",
};

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { usual, method, from, sent, reachable } = loaderData;
  const to = (other: CodeMethod) => `?${new URLSearchParams({ from, way: other })}`;
  const error = problemOf(actionData);
  return (
    <div className="grid gap-5">
      <title>Validation en deux étapes · Administration</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-2xl">Confirmez que c’est vous</h1>
      {error && <EntranceToast kind="error" text={error} />}
      {sent && !error && (
        <Panel
          tone={reachable ? "green" : "orange"}
          title={reachable ? "Code envoyé" : "Code gardé sur le serveur"}
        >
          <p>
            {reachable
              ? "Regardez vos e-mails"
              : "Ce site ne peut pas envoyer d’e-mail, demandez-le à la personne qui s’occupe du serveur"}{" "}
            : le code est valable {CODE_MINUTES} minutes.
          </p>
        </Panel>
      )}
      <Form method="post" noValidate className="panel grid gap-4 p-5 md:p-7">
        <EntranceField
          name="code"
          label={method === "recovery" ? "Code de secours" : "Code"}
          type="text"
          inputMode={method === "recovery" ? undefined : "numeric"}
          autoComplete="one-time-code"
          hint={method === "otp" && !reachable ? WITHOUT_MAIL : HINTS[method]}
          error={error}
          autoFocus
        />
        <label className="flex items-center gap-3">
          <input type="checkbox" name="trustDevice" className="size-5 accent-leaf" />
          Ne plus demander sur cet appareil pendant 30 jours
        </label>
        <button type="submit" className="button min-h-12">
          Continuer
        </button>
      </Form>
      <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {usual === "totp" && method !== "totp" && (
          <a href={to("totp")} className="link">
            Utiliser l’application
          </a>
        )}
        {usual === "otp" && (
          <Form method="post">
            <button type="submit" name="send" className="link">
              {sendLabel(reachable, sent)}
            </button>
          </Form>
        )}
        {method !== "recovery" && (
          <a href={to("recovery")} className="link">
            Utiliser un code de secours
          </a>
        )}
        <a href="/admin/login" className="link">
          Revenir à la connexion
        </a>
      </div>
    </div>
  );
}

function sendLabel(reachable: boolean, sent: boolean): string {
  if (!reachable) return "Préparer un code sur le serveur";
  return sent ? "Renvoyer un code par e-mail" : "Recevoir un code par e-mail";
}

/** The code's own problem, or why a proven account may not enter. */
function problemOf(state: Route.ComponentProps["actionData"]): string | undefined {
  if (!state) return undefined;
  return "error" in state ? state.error : state.failure?.message;
}
