import { readdirSync } from "node:fs";
import { join } from "node:path";
import { data, type RouterContextProvider, redirect } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { cookieValues } from "../../core/http/cookies.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { documentHeaders } from "../../core/http/security-headers.ts";
import { log } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { checkFields, type FieldErrors, type FormValues } from "../../core/values/check-fields.ts";
import { BusyError, hasCode, isAway, WrongDatabaseError } from "../../core/values/errors.ts";
import {
  recordAccess,
  recordRefusal,
  recordRefusedCode,
  recordRefusedPasskey,
} from "../account/access-log.system.server.ts";
import { accountOfChallenge } from "../account/links.system.server.ts";
import { describeClient, notifyOwner } from "../account/notices.operations.server.ts";
import { PASSKEY, type SigningOptions } from "../passkeys/passkey.ts";
import { findPasskey, PASSKEY_PATH, PASSKEY_REFUSED } from "../passkeys/passkeys.system.server.ts";
import {
  challengeHolder,
  makeChallenge,
  readAssertion,
  relyingParty,
} from "../passkeys/webauthn.server.ts";
import {
  type CodeMethod,
  codeRefusal,
  secondFactorSchema,
} from "../second-factor/second-factor.ts";
import { readFactor, readRecoveryCodes } from "../second-factor/second-factors.system.server.ts";
import { libraryCookie, SECOND_STEP_COOKIE } from "../sessions/cookies.server.ts";
import { allowAttempt, allowDeviceNotice } from "./attempt-limits.system.server.ts";
import { type AuthAnswer, callAuth, withCookies } from "./call-auth.server.ts";
import connectionScript from "./connection.browser.ts?inline-script";
import { deviceCookie, knownAccountOnDevice } from "./known-devices.system.server.ts";
import {
  CHECK_FIELDS,
  type Failure,
  failureOf,
  NOT_ADMINISTRATOR,
  noAccountFailure,
  rememberedPath,
  schemaFailure,
  signInPath,
  signInSchema,
  unexpectedFailure,
  unreachableFailure,
} from "./sign-in.ts";

/** What the sign-in screen shows again. The password is never among it. */
export type SignInState = { email: string; errors: FieldErrors; failure?: Failure };

type SignInRequest = {
  request: Request;
  context: Readonly<RouterContextProvider>;
  /** The remembered address, to go to after the sign-in. */
  from: string | null;
};

/** What somebody gave last to sign in. */
type Proof = "password" | "code" | "recovery-code" | "passkey";

/** Signs in with e-mail and password: to the remembered screen, or to the second step. */
export async function signIn(signInRequest: SignInRequest, values: FormValues) {
  const { request, context, from } = signInRequest;
  const email = values.email ?? "";
  const checked = checkFields(values, signInSchema);
  if (!checked.ok) return formState({ email, errors: checked.errors }, 400);
  const { email: account } = checked.value;
  return withFailureState(context, email, async () => {
    const known = await knownAccountOnDevice(request, account);
    const { ip } = context.get(requestInfoContext);
    if (!allowAttempt("sign-in", account, { ip, known: known !== undefined })) {
      return failureState(email, failureOf(429, undefined), 429);
    }
    const answer = await callAuth(request, context, "/sign-in/email", checked.value, known);
    const { status, code, body, cookies } = answer;
    if (status !== 200) {
      await recordRefusal(account);
      return failureState(email, failureOf(status, code), status);
    }
    if (!body.twoFactorRedirect) return openSession(signInRequest, answer, "password");
    const step = new URLSearchParams({ from: rememberedPath(from) });
    return redirect(`/admin/login/second-factor?${step}`, { headers: withCookies(cookies) });
  });
}

/** What a browser needs to have a passkey sign, with its cookie; undefined where there are no passkeys. */
export function offerPasskey(
  request: Request,
): { options: SigningOptions; cookie: string } | undefined {
  const party = relyingParty();
  if (!party) return undefined;
  const { holder, cookie } = challengeHolder(request);
  const challenge = makeChallenge({ purpose: "sign-in", holder });
  return { options: { challenge, host: party.host, allowed: [] }, cookie };
}

const passkeyFailure: Failure = {
  kind: "other",
  message:
    "Cette clé d’accès n’a pas été acceptée, ou la demande était trop ancienne. Réessayez, ou connectez-vous avec votre mot de passe.",
};

/** Signs in with a passkey alone: to the remembered screen, or why not. */
export async function signInWithPasskey(signInRequest: SignInRequest, values: FormValues) {
  const { request, context } = signInRequest;
  const passkey = values[PASSKEY];
  const assertion = readAssertion(passkey);
  if (!assertion) return failureState("", passkeyFailure, 400);
  return withFailureState(context, "", async () => {
    const account = (await findPasskey(assertion.id))?.account;
    const known = account && (await knownAccountOnDevice(request, account.email));
    const { ip } = context.get(requestInfoContext);
    // An unknown passkey counts the same.
    const limited = account?.email ?? assertion.id;
    if (!allowAttempt("sign-in", limited, { ip, known: known !== undefined })) {
      return failureState("", failureOf(429, undefined), 429);
    }
    const answer = await callAuth(request, context, PASSKEY_PATH, { passkey }, known);
    const { status, code } = answer;
    if (status === 200) return openSession(signInRequest, answer, "passkey");
    if (account) await recordRefusedPasskey(account);
    const failure = code === PASSKEY_REFUSED ? passkeyFailure : failureOf(status, code);
    return failureState("", failure, status);
  });
}

/** The challenge in the cookie of the first step, without its seal; undefined when there is no first step. */
export function challengeIn({ headers }: Request): string | undefined {
  const values = cookieValues(headers.get("cookie"), libraryCookie(SECOND_STEP_COOKIE));
  return values.map((value) => /^([\w-]+)\./.exec(value)?.[1]).find(Boolean);
}

/** The way in which the account behind a challenge gets its codes. */
export async function defaultCodeMethod(challenge: string): Promise<CodeMethod> {
  const account = await accountOfChallenge(challenge);
  return !account || (await readFactor(account.id)).authenticator ? "totp" : "otp";
}

export const signInPathFrom = (from: string | null) =>
  signInPath({ pathname: from ?? "/admin", search: "" });

/** The library's code for a second step whose first step is too old, or was another browser's. */
const EXPIRED_CHALLENGE = "INVALID_TWO_FACTOR_COOKIE";

const CODE_PATHS: Readonly<Record<CodeMethod, string>> = {
  totp: "/two-factor/verify-totp",
  otp: "/two-factor/verify-otp",
  recovery: "/two-factor/verify-backup-code",
};

/** Why somebody did not get in, or got no code. */
const refusal = (error: string, status: number, cookies: readonly string[] = []) => ({
  error,
  status,
  cookies,
});

/** Sends a code to an account without an authenticator. */
export async function sendCode({ request, context, from }: SignInRequest) {
  const { status, code } = await callAuth(request, context, "/two-factor/send-otp", {});
  if (code === EXPIRED_CHALLENGE) return redirect(signInPathFrom(from));
  if (status !== 200) return refusal(codeRefusal(code, status), status);
  return redirect(`?${new URLSearchParams({ from: from ?? "/admin", way: "otp", sent: "" })}`);
}

/** Confirms a sign-in with a code: to the remembered screen, or why not. */
export async function confirmSignIn(
  signInRequest: SignInRequest,
  method: CodeMethod,
  values: FormValues,
) {
  const { request, context, from } = signInRequest;
  const checked = checkFields(values, secondFactorSchema);
  if (!checked.ok) return refusal(checked.errors.code ?? "Saisissez le code.", 400);
  const account = await accountOfChallenge(challengeIn(request) ?? "");
  const known = account && (await knownAccountOnDevice(request, account.email));
  const answer = await callAuth(request, context, CODE_PATHS[method], checked.value, known);
  const { status, code, cookies } = answer;
  if (status === 200) {
    return openSession(signInRequest, answer, method === "recovery" ? "recovery-code" : "code");
  }
  if (code === EXPIRED_CHALLENGE) return redirect(signInPathFrom(from));
  if (account && status === 401) await recordRefusedCode(account);
  if (code === NOT_ADMINISTRATOR) return refusal(failureOf(403, code).message, 403);
  return refusal(codeRefusal(code, status), status, cookies);
}

/**
 * Brings whoever the library has let in to the remembered screen. They get their cookies only after the
 * sign-in is logged, and the owner told of a used recovery code or a new device.
 */
async function openSession(
  { request, context, from }: SignInRequest,
  { body, cookies }: AuthAnswer,
  proof: Proof,
) {
  const account = body.user as StaffAccount | undefined;
  if (!account) return failureState("", noAccountFailure, 502);
  const isKnownDevice = (await knownAccountOnDevice(request, account.email)) === account.id;
  const client = describeClient(request, context.get(requestInfoContext).ip);
  const cookie = await asSystem("sign-in", async (db) => {
    await recordAccess(db, "sign-in", account);
    if (proof === "recovery-code") {
      await recordAccess(db, "recovery-code", account);
      const { length: left } = await readRecoveryCodes(db, account.id);
      await notifyOwner(db, account, { kind: "recovery-code-used", left, client });
    } else if (!isKnownDevice && allowDeviceNotice(account.id)) {
      await notifyOwner(db, account, { kind: "new-device", client });
    }
    return deviceCookie(db, account);
  });
  return redirect(rememberedPath(from), { headers: withCookies([...cookies, cookie]) });
}

const formState = (state: SignInState, status: number) => data(state, { status });

/** The screen again, with why nobody came in. */
function failureState(email: string, failure: Failure, status: number) {
  const both = failure.kind === "credentials";
  const errors: FieldErrors = both ? { email: CHECK_FIELDS, password: CHECK_FIELDS } : {};
  return formState({ email, errors, failure }, status);
}

/** Does a step of signing in; an error becomes what the screen shows. */
async function withFailureState<T>(
  context: Readonly<RouterContextProvider>,
  email: string,
  step: () => Promise<T>,
) {
  try {
    return await step();
  } catch (error) {
    const { failure, status } = toSignInFailure(error, context);
    return failureState(email, failure, status);
  }
}

/** Why the library could not answer. */
export function toSignInFailure(error: unknown, context: Readonly<RouterContextProvider>) {
  if (error instanceof WrongDatabaseError) return { failure: schemaFailure, status: 503 };
  if (error instanceof BusyError) return { failure: failureOf(503, undefined), status: 503 };
  if (isAway(error)) return { failure: unreachableFailure, status: 503 };
  const { reference } = context.get(requestInfoContext);
  log.error({ err: error, reference }, "sign-in failed");
  // PostgreSQL's class 42: a table, a column or a right is missing.
  const failure = hasCode(error, /^42/) ? schemaFailure : unexpectedFailure(reference);
  return { failure, status: 500 };
}

const ASSETS = "build/client/assets";

export type SignInScripts = {
  /** Comes with the sign-in screen. */
  script: string;
  /** Is fetched by that one, when it is needed. */
  ceremony: string;
};

let scripts: SignInScripts | undefined;

/** Its script is inlined, since nothing else is fetched for this screen; the other documents do not carry its hash. */
export const signInHeaders = (): Headers =>
  new Headers(
    documentHeaders({
      inline: { css: "", scripts: [connectionScript] },
      https: env().PUBLIC_URL.startsWith("https:"),
    }),
  );

export { connectionScript };

/** The addresses of the scripts for passkeys, whose built names change with their content. */
export function signInScripts(): SignInScripts {
  scripts ??= {
    script: addressOf("sign-in.browser"),
    ceremony: addressOf("ceremony.browser"),
  };
  return scripts;
}

function addressOf(name: string): string {
  if (import.meta.env.DEV) return `/app/auth/passkeys/${name}.ts`;
  const file = readdirSync(join(projectRoot, ASSETS)).find(
    (one) => one.startsWith(`${name}-`) && one.endsWith(".js"),
  );
  if (!file) throw new Error(`no ${name} in ${ASSETS}`);
  return `/assets/${file}`;
}
