import { redirect } from "react-router";
import { cookieValues } from "../../core/http/cookies.server.ts";
import { checkFields, type FormValues } from "../../core/values/check-fields.ts";
import { recordRefusedCode } from "../account/access-log.system.server.ts";
import { accountOfChallenge } from "../account/links.system.server.ts";
import type { SignIn } from "../sign-in/arrivals.system.server.ts";
import { callAuth } from "../sign-in/call-auth.server.ts";
import { libraryCookie, SECOND_STEP_COOKIE } from "../sign-in/cookie-names.server.ts";
import { accountKnownOn } from "../sign-in/known-devices.system.server.ts";
import { signInPath } from "../sign-in/remembered-path.ts";
import { openSession, type SignInRequest } from "../sign-in/sign-in.server.ts";
import { failureOf, NOT_ADMINISTRATOR } from "../sign-in/sign-in.ts";
import { type CodeMethod, secondFactorSchema, wrongCode } from "./second-factor.ts";
import { readFactor } from "./second-factors.system.server.ts";

/** The challenge that the first step left in a cookie, before its seal; without it there is nothing to confirm. */
export function challengeOf({ headers }: Request): string | undefined {
  const values = cookieValues(headers.get("cookie"), libraryCookie(SECOND_STEP_COOKIE));
  return values.map((value) => /^([\w-]+)\./.exec(value)?.[1]).find(Boolean);
}

/** The way in which the account behind a challenge gets its codes. */
export async function usualMethodOf(challenge: string): Promise<CodeMethod> {
  const account = await accountOfChallenge(challenge);
  return !account || (await readFactor(account.id)).authenticator ? "totp" : "otp";
}

export const firstStep = (from: string | null) =>
  signInPath({ pathname: from ?? "/admin", search: "" });

/** The library's word for a second step whose first one is too old, or was another one's. */
const LOST = "INVALID_TWO_FACTOR_COOKIE";

const PATHS: Readonly<Record<CodeMethod, string>> = {
  totp: "/two-factor/verify-totp",
  otp: "/two-factor/verify-otp",
  recovery: "/two-factor/verify-backup-code",
};
const BY: Readonly<Record<CodeMethod, SignIn["by"]>> = {
  totp: "code",
  otp: "code",
  recovery: "recovery-code",
};

/** Why somebody did not get in, or got no code. */
const refused = (error: string, status: number, cookies: readonly string[] = []) => ({
  error,
  status,
  cookies,
});

/** Sends the code of who has no authenticator. */
export async function sendCode({ request, context, from }: SignInRequest) {
  const { status, code } = await callAuth(request, context, "/two-factor/send-otp", {});
  if (code === LOST) return redirect(firstStep(from));
  if (status !== 200) return refused(wrongCode(code, status), status);
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
  if (!checked.ok) return refused(checked.errors.code ?? "Saisissez le code.", 400);
  const account = await accountOfChallenge(challengeOf(request) ?? "");
  const isKnownDevice = account && (await accountKnownOn(request, account.email));
  const answer = await callAuth(request, context, PATHS[method], checked.value, isKnownDevice);
  const { status, code, cookies } = answer;
  if (status === 200) return openSession(signInRequest, answer, BY[method]);
  if (code === LOST) return redirect(firstStep(from));
  if (account && status === 401) await recordRefusedCode(account);
  if (code === NOT_ADMINISTRATOR) return refused(failureOf(403, code).message, 403);
  return refused(wrongCode(code, status), status, cookies);
}
