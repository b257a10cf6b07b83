import { CircleCheck, CircleX, KeyRound, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { data, Form, type RouterContextProvider, redirect } from "react-router";
import { ping } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import { mayEnter, rightsOf } from "../../core/values/roles.ts";
import { CHALLENGE_MINUTES, PASSKEY, type SigningOptions } from "../passkeys/passkey.ts";
import { relyingParty } from "../passkeys/webauthn.server.ts";
import { accountOf } from "../sessions/guard.server.ts";
import { countAccounts } from "../staff/accounts.system.server.ts";
import type { Route } from "./+types/sign-in.admin.ts";
import { callAuth } from "./call-auth.server.ts";
import { EntranceField, EntranceToast, Panel } from "./entrance-form.tsx";
import {
  connectionScript,
  offerPasskey,
  type SignInScripts,
  type SignInState,
  signIn,
  signInHeaders,
  signInScripts,
  signInWithPasskey,
} from "./sign-in.server.ts";
import { type Failure, rememberedPath, unreachableFailure } from "./sign-in.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { account } = await accountOf(request, context).catch(() => ({ account: undefined }));
  if (account && mayEnter(rightsOf(account))) {
    throw redirect(rememberedPath(url.searchParams.get("from")));
  }
  // Most people come with their password: what a passkey takes comes with a screen of its own.
  const isByPasskey = url.searchParams.has("passkey");
  const { options, cookie } = (isByPasskey && offerPasskey(request)) || {};
  return data(
    {
      offline: { script: connectionScript, message: unreachableFailure.message },
      checks: await checkConnection(request, context),
      refused: url.searchParams.has("refused"),
      passkey: options && { options, ...signInScripts() },
      passkeyPath: !isByPasskey && relyingParty() ? passkeyPath(url) : undefined,
    },
    { headers: cookie === undefined ? undefined : { "set-cookie": cookie } },
  );
}

function passkeyPath({ pathname, searchParams }: URL): string {
  const search = new URLSearchParams(searchParams);
  search.set("passkey", "1");
  return `${pathname}?${search}`;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const values = await readFieldsOrNone(request);
  // The loader tests the connection for every answer: that is all a test needs, and what was typed.
  if (values.intent === "retest") {
    return data<SignInState>({ email: values.email ?? "", errors: {} });
  }
  const signInRequest = { request, context, from: url.searchParams.get("from") };
  return values.intent === "passkey"
    ? signInWithPasskey(signInRequest, values)
    : signIn(signInRequest, values);
}

export const headers = () => signInHeaders();

const FORM = "sign-in";

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { checks, refused, passkey, passkeyPath: toPasskey, offline } = loaderData;
  const failure = actionData?.failure;
  return (
    <div className="grid gap-5">
      <title>Connexion · Administration</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-2xl">Connexion</h1>
      {failure && <EntranceToast kind="error" text={failure.message} />}
      {failure && <FailurePanel failure={failure} email={actionData.email} />}
      {refused && !actionData && <DeniedPanel />}
      {/* Said once is enough: the answer to an attempt may be the same warning. */}
      {failure?.message !== offline.message && (
        <template id="offline">
          <EntranceToast kind="error" text={offline.message} />
          <Panel tone="yellow" title="Erreur de connexion">
            <p>{offline.message}</p>
            <button
              type="submit"
              form={FORM}
              name="intent"
              value="retest"
              className="button quiet small"
            >
              <RotateCw aria-hidden="true" size={15} className="shrink-0" />
              Tester à nouveau
            </button>
          </Panel>
        </template>
      )}
      <Form id={FORM} method="post" noValidate className="panel grid gap-4 p-5 md:p-7">
        <EntranceField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.email}
          error={actionData?.errors.email}
          autoFocus={!actionData?.email}
        />
        <EntranceField
          name="password"
          label="Mot de passe"
          type="password"
          autoComplete="current-password"
          error={actionData?.errors.password}
          autoFocus={Boolean(actionData?.email)}
        />
        <button type="submit" className="button min-h-12">
          Se connecter
        </button>
        <p className="text-center">
          <a href="/admin/forgotten" className="link">
            Mot de passe oublié ?
          </a>
        </p>
      </Form>
      {passkey && <SignInByPasskey {...passkey} />}
      {toPasskey && (
        <a href={toPasskey} className="button quiet min-h-12">
          Se connecter avec une clé d’accès
        </a>
      )}
      <ConnectionStatus checks={checks} email={actionData?.email} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, hashed in the CSP */}
      <script type="module" dangerouslySetInnerHTML={{ __html: offline.script }} />
    </div>
  );
}

/** Tries the connection again, and keeps the address that was typed. */
function Retest({ email }: { email: string | undefined }) {
  return (
    <Form method="post">
      <input type="hidden" name="email" value={email ?? ""} />
      <button type="submit" name="intent" value="retest" className="button quiet small">
        <RotateCw aria-hidden="true" size={15} className="shrink-0" />
        Tester à nouveau
      </button>
    </Form>
  );
}

function DeniedPanel({ children }: { children?: ReactNode }) {
  return (
    <Panel tone="red" title="Accès refusé">
      {children}
      <p>Seuls les administrateurs peuvent accéder à cette section.</p>
    </Panel>
  );
}

type FailureProps = { failure: Failure; email: string };

/** What became of the try, and what one can do about it. */
function FailurePanel({ failure, email }: FailureProps) {
  const message = <p>{failure.message}</p>;
  switch (failure.kind) {
    case "server":
      return (
        <Panel tone="orange" title="Problème du serveur">
          {message}
          <p>C’est en général temporaire.</p>
          <Retest email={email} />
          <a href="/readyz" className="link justify-self-start">
            État du service
          </a>
        </Panel>
      );
    case "connectivity":
      return (
        <Panel tone="yellow" title="Erreur de connexion">
          {message}
          <Retest email={email} />
        </Panel>
      );
    case "denied":
      return <DeniedPanel>{message}</DeniedPanel>;
    case "unexpected":
      return (
        <Panel tone="red" title="Erreur inattendue">
          {message}
        </Panel>
      );
    default:
      return (
        <Panel tone="red" title="Erreur de connexion">
          {message}
        </Panel>
      );
  }
}

type ConnectionCheck = { name: string; ok: boolean; ms: number };

const CHECK_WITHIN_MS = 4_000;

/** Tries what signing in depends on; the screen shows the first two checks, the others on demand. */
function checkConnection(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ConnectionCheck[]> {
  return Promise.all([
    timed("Base de données", ping),
    timed("Service d’authentification", async () => {
      const { status } = await callAuth(request, context, "/ok");
      if (status !== 200) throw new Error(`the sign-in library answers ${status}`);
      // The library answers this without its accounts, and lets nobody in then.
      await countAccounts();
    }),
    timed("Lecture des comptes", countAccounts),
    timed("Session", () => accountOf(request, context)),
  ]);
}

async function timed(name: string, work: () => Promise<unknown>): Promise<ConnectionCheck> {
  const began = performance.now();
  const answers = work().then(
    () => true,
    () => false,
  );
  const ok = await withTimeout(answers, CHECK_WITHIN_MS, () => false);
  return { name, ok, ms: Math.round(performance.now() - began) };
}

type StatusProps = { checks: readonly ConnectionCheck[]; email: string | undefined };

/** Whether one can sign in at all: two checks, four for who asks. */
function ConnectionStatus({ checks, email }: StatusProps) {
  const [first, more] = [checks.slice(0, 2), checks.slice(2)];
  return (
    <section aria-labelledby="connection" className="panel grid gap-2 p-4">
      <h2 id="connection" className="text-base">
        État de la connexion
      </h2>
      <ul className="grid gap-1">{first.map(checkLine)}</ul>
      {/* Open when there is something to see. */}
      <details open={more.some(({ ok }) => !ok)}>
        <summary className="link inline-block py-1 text-sm">Plus de détails</summary>
        <ul className="mt-1 grid gap-1">{more.map(checkLine)}</ul>
      </details>
      <Retest email={email} />
    </section>
  );
}

const checkLine = ({ name, ok, ms }: ConnectionCheck) => {
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <li key={name} className="flex items-center gap-2 text-sm">
      <Icon aria-hidden="true" size={17} className={`shrink-0 ${ok ? "text-leaf" : "text-red"}`} />
      <span>{name}</span>
      <span className="ml-auto whitespace-nowrap text-muted tabular-nums">
        {ok ? `OK · ${ms} ms` : "Ne répond pas"}
      </span>
    </li>
  );
};

const UNABLE =
  "Une clé d’accès demande JavaScript et un navigateur qui la prend en charge. Sinon, utilisez votre mot de passe.";
const UNREACHABLE =
  "La page n’a pas pu se charger en entier. Réessayez, ou utilisez votre mot de passe.";

type Props = SignInScripts & { options: SigningOptions };

/** The way in by passkey. Its script shows it, where the browser has passkeys, instead of the sentence before it. */
function SignInByPasskey({ options, script, ceremony }: Props) {
  return (
    <>
      <p>{UNABLE}</p>
      <div
        hidden
        data-passkey={JSON.stringify(options)}
        data-minutes={CHALLENGE_MINUTES}
        data-ceremony={ceremony}
        data-unreachable={UNREACHABLE}
      >
        <Form method="post">
          <input type="hidden" name="intent" value="passkey" />
          <input type="hidden" name={PASSKEY} />
          <button type="button" className="button quiet min-h-12 w-full">
            <KeyRound aria-hidden="true" size={18} className="shrink-0" />
            Se connecter avec une clé d’accès
          </button>
        </Form>
        <p aria-live="polite" className="field-error" />
      </div>
      <script type="module" src={script} />
    </>
  );
}
