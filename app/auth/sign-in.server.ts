import { data, type RouterContextProvider, redirect } from "react-router";
import { checkFields, type FieldErrors, type Typed } from "../core/check-fields.ts";
import { AppError } from "../core/errors.ts";
import { log } from "../core/log.server.ts";
import { pageInfoContext } from "../core/page-info.ts";
import { recordRefusal } from "./access-log.system.server.ts";
import { type Arrival, arrive } from "./arrivals.system.server.ts";
import { type AuthAnswer, callAuth, withCookies } from "./call-auth.server.ts";
import { accountKnownOn } from "./known-devices.system.server.ts";
import { placeOf } from "./notices.system.server.ts";
import { rememberedPath } from "./remembered-path.ts";
import {
  CHECK_FIELDS,
  type Failure,
  failureOf,
  noAccount,
  signInSchema,
  unexpected,
  unreachable,
  wrongSchema,
} from "./sign-in.ts";
import { mayTry } from "./tries.system.server.ts";

/** What the sign-in screen shows again. The password is never among it. */
export type SignInState = {
  email: string;
  errors: FieldErrors;
  failure?: Failure;
};

export type SignInRequest = {
  request: Request;
  context: Readonly<RouterContextProvider>;
  /** The address to go to afterwards, as it was remembered. */
  from: string | null;
};

/** Signs in with e-mail and password: to the remembered screen, or to the second step. */
export async function signIn(asking: SignInRequest, typed: Typed) {
  const email = typed.email ?? "";
  const checked = checkFields(typed, signInSchema);
  if (!checked.ok) return again({ email, errors: checked.errors }, 400);
  const account = checked.value.email;
  try {
    const { request, context, from } = asking;
    const known = await accountKnownOn(request, account);
    const { ip } = context.get(pageInfoContext);
    if (!mayTry("sign-in", account, { ip, known: known !== undefined })) {
      return failed(email, failureOf(429, undefined), 429);
    }
    const answer = await callAuth(request, context, "/sign-in/email", checked.value, known);
    const { status, code, body, cookies } = answer;
    if (status !== 200) {
      await recordRefusal(account);
      return failed(email, failureOf(status, code), status);
    }
    if (!body.twoFactorRedirect) return await enter(asking, answer, "password");
    const step = new URLSearchParams({ from: rememberedPath(from) });
    return redirect(`/admin/login/second-factor?${step}`, { headers: withCookies(cookies) });
  } catch (error) {
    const { failure, status } = failureOfError(error, asking.context);
    return failed(email, failure, status);
  }
}

/**
 * Brings whoever the library has let in to the remembered screen. Nobody gets their cookies before it
 * is written down, and their owner told, that they came.
 */
export async function enter(
  asking: SignInRequest,
  { body, cookies }: AuthAnswer,
  by: Arrival["by"],
) {
  const account = body.user as Arrival["account"] | undefined;
  if (!account) return failed("", noAccount, 502);
  const { request, context, from } = asking;
  const known = (await accountKnownOn(request, account.email)) === account.id;
  const place = placeOf(request, context.get(pageInfoContext).ip);
  const deviceCookie = await arrive({ account, by, known, place });
  return redirect(rememberedPath(from), { headers: withCookies([...cookies, deviceCookie]) });
}

const again = (state: SignInState, status: number) => data(state, { status });

function failed(email: string, failure: Failure, status: number) {
  const both = failure.kind === "credentials";
  const errors: FieldErrors = both ? { email: CHECK_FIELDS, password: CHECK_FIELDS } : {};
  return again({ email, errors, failure }, status);
}

/** Why the library could not answer. */
export function failureOfError(error: unknown, context: Readonly<RouterContextProvider>) {
  if (error instanceof AppError && error.kind === "unavailable") {
    return { failure: unreachable, status: 503 };
  }
  const { reference } = context.get(pageInfoContext);
  log.error({ err: error, reference }, "sign-in failed");
  return { failure: isSchemaError(error) ? wrongSchema : unexpected(reference), status: 500 };
}

/** PostgreSQL's class 42: a table, a column or a right that a statement counts on is missing. */
function isSchemaError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/^42/.test(String((cause as { code?: string }).code))) return true;
  }
  return false;
}
