import { readdirSync } from "node:fs";
import { join } from "node:path";
import { data, type RouterContextProvider, redirect } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { cookieValues } from "../../core/http/cookies.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { log } from "../../core/log/log.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { checkFields, type FieldErrors, type FormValues } from "../../core/values/check-fields.ts";
import { AppError } from "../../core/values/errors.ts";
import {
  recordAccess,
  recordRefusal,
  recordRefusedCode,
  recordRefusedPasskey,
} from "../account/access-log.system.server.ts";
import type { Place } from "../account/account-notice.mail.ts";
import { type AccountName, accountOfChallenge } from "../account/links.system.server.ts";
import { notifyOwner, placeOf } from "../account/notices.operations.server.ts";
import { PASSKEY_PATH, PASSKEY_REFUSED } from "../passkeys/library.system.server.ts";
import { PASSKEY, type SigningOptions } from "../passkeys/passkey.ts";
import { findPasskey } from "../passkeys/passkeys.system.server.ts";
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
import { deviceCookie, knownAccountOnDevice } from "./known-devices.system.server.ts";
import { rememberedPath, signInPath } from "./remembered-path.ts";
import {
  CHECK_FIELDS,
  type Failure,
  failureOf,
  NOT_ADMINISTRATOR,
  noAccountFailure,
  schemaFailure,
  signInSchema,
  unexpectedFailure,
  unreachableFailure,
} from "./sign-in.ts";

/** What the sign-in screen shows again. The password is never among it. */
export type SignInState = {
  email: string;
  errors: FieldErrors;
  failure?: Failure;
};

type SignInRequest = {
  request: Request;
  context: Readonly<RouterContextProvider>;
  /** The address to go to afterwards, as it was remembered. */
  from: string | null;
};

/** Signs in with e-mail and password: to the remembered screen, or to the second step. */
export async function signIn(signInRequest: SignInRequest, values: FormValues) {
  const email = values.email ?? "";
  const checked = checkFields(values, signInSchema);
  if (!checked.ok) return formState({ email, errors: checked.errors }, 400);
  const account = checked.value.email;
  try {
    const { request, context, from } = signInRequest;
    const isKnownDevice = await knownAccountOnDevice(request, account);
    const { ip } = context.get(requestInfoContext);
    if (!allowAttempt("sign-in", account, { ip, known: isKnownDevice !== undefined })) {
      return failureState(email, failureOf(429, undefined), 429);
    }
    const answer = await callAuth(request, context, "/sign-in/email", checked.value, isKnownDevice);
    const { status, code, body, cookies } = answer;
    if (status !== 200) {
      await recordRefusal(account);
      return failureState(email, failureOf(status, code), status);
    }
    if (!body.twoFactorRedirect) return await openSession(signInRequest, answer, "password");
    const step = new URLSearchParams({ from: rememberedPath(from) });
    return redirect(`/admin/login/second-factor?${step}`, { headers: withCookies(cookies) });
  } catch (error) {
    const { failure, status } = failureOfError(error, signInRequest.context);
    return failureState(email, failure, status);
  }
}

/**
 * Brings whoever the library has let in to the remembered screen. Nobody gets their cookies before it
 * is written down, and their owner told, that they came.
 */
async function openSession(
  signInRequest: SignInRequest,
  { body, cookies }: AuthAnswer,
  by: CompletedSignIn["by"],
) {
  const account = body.user as CompletedSignIn["account"] | undefined;
  if (!account) return failureState("", noAccountFailure, 502);
  const { request, context, from } = signInRequest;
  const isKnownDevice = (await knownAccountOnDevice(request, account.email)) === account.id;
  const place = placeOf(request, context.get(requestInfoContext).ip);
  const deviceCookie = await recordSignIn({ account, by, isKnownDevice, place });
  return redirect(rememberedPath(from), { headers: withCookies([...cookies, deviceCookie]) });
}

const formState = (state: SignInState, status: number) => data(state, { status });

/** The screen again, with why nobody came in. */
function failureState(email: string, failure: Failure, status: number) {
  const both = failure.kind === "credentials";
  const errors: FieldErrors = both ? { email: CHECK_FIELDS, password: CHECK_FIELDS } : {};
  return formState({ email, errors, failure }, status);
}

/** Why the library could not answer. */
export function failureOfError(error: unknown, context: Readonly<RouterContextProvider>) {
  if (error instanceof AppError && error.kind === "unavailable") {
    return { failure: unreachableFailure, status: 503 };
  }
  const { reference } = context.get(requestInfoContext);
  log.error({ err: error, reference }, "sign-in failed");
  return {
    failure: isSchemaError(error) ? schemaFailure : unexpectedFailure(reference),
    status: 500,
  };
}

/** PostgreSQL's class 42: a table, a column or a right that a statement counts on is missing. */
function isSchemaError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/^42/.test(String((cause as { code?: string }).code))) return true;
  }
  return false;
}

/** The challenge that the first step left in a cookie, before its seal; without it there is nothing to confirm. */
export function challengeIn({ headers }: Request): string | undefined {
  const values = cookieValues(headers.get("cookie"), libraryCookie(SECOND_STEP_COOKIE));
  return values.map((value) => /^([\w-]+)\./.exec(value)?.[1]).find(Boolean);
}

/** The way in which the account behind a challenge gets its codes. */
export async function defaultCodeMethod(challenge: string): Promise<CodeMethod> {
  const account = await accountOfChallenge(challenge);
  return !account || (await readFactor(account.id)).authenticator ? "totp" : "otp";
}

export const firstStepPath = (from: string | null) =>
  signInPath({ pathname: from ?? "/admin", search: "" });

/** The library's word for a second step whose first one is too old, or was another one's. */
const EXPIRED_CHALLENGE = "INVALID_TWO_FACTOR_COOKIE";

const PATHS: Readonly<Record<CodeMethod, string>> = {
  totp: "/two-factor/verify-totp",
  otp: "/two-factor/verify-otp",
  recovery: "/two-factor/verify-backup-code",
};
const BY: Readonly<Record<CodeMethod, CompletedSignIn["by"]>> = {
  totp: "code",
  otp: "code",
  recovery: "recovery-code",
};

/** Why somebody did not get in, or got no code. */
const refusal = (error: string, status: number, cookies: readonly string[] = []) => ({
  error,
  status,
  cookies,
});

/** Sends the code of who has no authenticator. */
export async function sendCode({ request, context, from }: SignInRequest) {
  const { status, code } = await callAuth(request, context, "/two-factor/send-otp", {});
  if (code === EXPIRED_CHALLENGE) return redirect(firstStepPath(from));
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
  const isKnownDevice = account && (await knownAccountOnDevice(request, account.email));
  const answer = await callAuth(request, context, PATHS[method], checked.value, isKnownDevice);
  const { status, code, cookies } = answer;
  if (status === 200) return openSession(signInRequest, answer, BY[method]);
  if (code === EXPIRED_CHALLENGE) return redirect(firstStepPath(from));
  if (account && status === 401) await recordRefusedCode(account);
  if (code === NOT_ADMINISTRATOR) return refusal(failureOf(403, code).message, 403);
  return refusal(codeRefusal(code, status), status, cookies);
}

/** What the sign-in screen gives a browser to have a passkey sign, and its cookie; undefined where there are none. */
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
  const signed = readAssertion(passkey);
  if (!signed) return failureState("", passkeyFailure, 400);
  try {
    const account = (await findPasskey(signed.id))?.account;
    const known = account && (await knownAccountOnDevice(request, account.email));
    const { ip } = context.get(requestInfoContext);
    // A passkey that nobody has counts the same.
    if (!allowAttempt("sign-in", account?.email ?? signed.id, { ip, known: known !== undefined })) {
      return failureState("", failureOf(429, undefined), 429);
    }
    const answer = await callAuth(request, context, PASSKEY_PATH, { passkey }, known);
    const { status, code } = answer;
    if (status === 200) return await openSession(signInRequest, answer, "passkey");
    if (account) await recordRefusedPasskey(account);
    return failureState(
      "",
      code === PASSKEY_REFUSED ? passkeyFailure : failureOf(status, code),
      status,
    );
  } catch (error) {
    const { failure, status } = failureOfError(error, context);
    return failureState("", failure, status);
  }
}

const ASSETS = "build/client/assets";

export type SignInScripts = {
  /** Comes with the sign-in screen. */
  script: string;
  /** Is fetched by that one, when it is needed. */
  ceremony: string;
};

let scripts: SignInScripts | undefined;

/** The addresses of the sign-in screen's scripts: built under names that change with them. */
export function signInScripts(): SignInScripts {
  scripts ??= { script: addressOf("sign-in.browser"), ceremony: addressOf("ceremony.browser") };
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

/** Somebody whom the sign-in library has let in. */
export type CompletedSignIn = {
  account: AccountName;
  /** What was given last. */
  by: "password" | "code" | "recovery-code" | "passkey";
  /** Whether the account has signed in on this device before. */
  isKnownDevice: boolean;
  place: Place;
};

/**
 * Writes down that somebody came, and tells the owner of the account what they may want to know: that
 * a recovery code is gone, or that the device is a new one. Returns the cookie that makes it a known one.
 */
export function recordSignIn({
  account,
  by,
  isKnownDevice,
  place,
}: CompletedSignIn): Promise<string> {
  return asSystem("sign-in", async (db) => {
    await recordAccess(db, "sign-in", account);
    if (by === "recovery-code") {
      await recordAccess(db, "recovery-code", account);
      const { length: remaining } = await readRecoveryCodes(db, account.id);
      await notifyOwner(db, account, { kind: "recovery-code-used", left: remaining, place });
    } else if (!isKnownDevice && allowDeviceNotice(account.id)) {
      await notifyOwner(db, account, { kind: "new-device", place });
    }
    return deviceCookie(db, account);
  });
}
