import { data, Form, redirect } from "react-router";
import { checkFields } from "../platform/check-fields.ts";
import { typedFields } from "../platform/form.server.ts";
import type { Route } from "./+types/second-factor.admin.ts";
import { recordRefusedCode } from "./accounts.system.server.ts";
import { callAuth, withCookies } from "./call-auth.server.ts";
import { EntranceField, EntranceToast, Panel } from "./entrance-form.tsx";
import { signInPath } from "./remembered-path.ts";
import { CODE_MINUTES, secondFactorSchema, WAYS, type Way, wrongCode } from "./second-factor.ts";
import { enter, failureOfError } from "./sign-in.server.ts";
import { failureOf, NOT_ADMINISTRATOR } from "./sign-in.ts";

const wayOf = (url: URL): Way => WAYS.find((way) => way === url.searchParams.get("way")) ?? "totp";

/** The first step left this challenge, and its seal; without it there is nothing to confirm. */
const CHALLENGE = /(?:^|;\s*)(?:__Secure-)?fge\.two_factor=([\w-]+)\./;
const challengeOf = ({ headers }: Request) => CHALLENGE.exec(headers.get("cookie") ?? "")?.[1];

export function loader({ request, url }: Route.LoaderArgs) {
  const from = url.searchParams.get("from");
  if (!challengeOf(request)) throw redirect(firstStep(from));
  return { way: wayOf(url), from: from ?? "/admin", sent: url.searchParams.has("sent") };
}

const firstStep = (from: string | null) => signInPath({ pathname: from ?? "/admin", search: "" });

const PATHS: Readonly<Record<Way, string>> = {
  totp: "/two-factor/verify-totp",
  otp: "/two-factor/verify-otp",
  recovery: "/two-factor/verify-backup-code",
};

export async function action({ request, context, url }: Route.ActionArgs) {
  const wrong = (error: string, status: number) => data({ error }, { status });
  const from = url.searchParams.get("from");
  const typed = await typedFields(request);
  try {
    if ("send" in typed) {
      const { status, code } = await callAuth(request, context, "/two-factor/send-otp", {});
      if (code === LOST) return redirect(firstStep(from));
      if (status !== 200) return wrong(wrongCode(code, status), status);
      return redirect(`?${new URLSearchParams({ from: from ?? "/admin", way: "otp", sent: "" })}`);
    }
    const checked = checkFields(typed, secondFactorSchema);
    if (!checked.ok) return wrong(checked.errors.code ?? "Saisissez le code.", 400);
    const answer = await callAuth(request, context, PATHS[wayOf(url)], checked.value);
    if (answer.status === 200) return await enter(answer, from);
    if (answer.code === LOST) return redirect(firstStep(from));
    if (answer.status === 401) await recordRefusedCode(challengeOf(request) ?? "");
    if (answer.code === NOT_ADMINISTRATOR) return wrong(failureOf(403, answer.code).message, 403);
    return data(
      { error: wrongCode(answer.code, answer.status) },
      { status: answer.status, headers: withCookies(answer.cookies) },
    );
  } catch (error) {
    const { failure, status } = failureOfError(error, context);
    return wrong(failure.message, status);
  }
}

/** The library's word for a second step whose first one is too old, or was another one's. */
const LOST = "INVALID_TWO_FACTOR_COOKIE";

const HINTS: Readonly<Record<Way, string>> = {
  totp: "Les six chiffres que montre votre application d’authentification.",
  otp: "Les six chiffres que nous vous avons envoyés par e-mail.",
  recovery: "L’un des codes de secours que vous avez gardés. Chacun sert une fois.",
};

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { way, from, sent } = loaderData;
  const to = (other: Way) => `?${new URLSearchParams({ from, way: other })}`;
  const error = problemOf(actionData);
  return (
    <div className="grid gap-5">
      <title>Second facteur · Administration</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-2xl">Confirmez que c’est vous</h1>
      {error && <EntranceToast kind="error" text={error} />}
      {sent && !error && (
        <Panel tone="green" title="Code envoyé">
          <p>Regardez vos e-mails : le code est valable {CODE_MINUTES} minutes.</p>
        </Panel>
      )}
      <Form method="post" noValidate className="panel grid gap-4 p-5 md:p-7">
        <EntranceField
          name="code"
          label={way === "recovery" ? "Code de secours" : "Code"}
          type="text"
          inputMode={way === "recovery" ? undefined : "numeric"}
          autoComplete="one-time-code"
          hint={HINTS[way]}
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
        {way !== "totp" && (
          <a href={to("totp")} className="link">
            Utiliser l’application
          </a>
        )}
        <Form method="post">
          <button type="submit" name="send" className="link">
            {sent ? "Renvoyer un code par e-mail" : "Recevoir un code par e-mail"}
          </button>
        </Form>
        {way !== "recovery" && (
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

/** The code's own problem, or why a proven account may not enter. */
function problemOf(state: Route.ComponentProps["actionData"]): string | undefined {
  if (!state) return undefined;
  return "error" in state ? state.error : state.failure?.message;
}
