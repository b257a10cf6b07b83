import type { RouterContextProvider } from "react-router";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { env } from "../../core/process/env.server.ts";
import { auth } from "../library/auth.system.server.ts";
import { CALLER_HEADER, KNOWN_HEADER } from "../library/code-guard.system.server.ts";

/** What the sign-in library answered. */
export type AuthAnswer = {
  status: number;
  /** The library's error code, such as INVALID_EMAIL_OR_PASSWORD, if any. */
  code: string | undefined;
  body: Record<string, unknown>;
  cookies: string[];
};

/**
 * Calls the sign-in library with the cookies and the address of the caller, so that its limits count the caller.
 * The router has compared the browser's origin with ours.
 * @param knownAccount The account that has signed in on this device before, if any.
 * @throws AppError 'unavailable' when the database is down.
 */
export async function callAuth(
  request: Request,
  context: Readonly<RouterContextProvider>,
  path: string,
  body?: Record<string, unknown>,
  knownAccount?: string,
): Promise<AuthAnswer> {
  const { PUBLIC_URL } = env();
  const headers = new Headers({
    origin: new URL(PUBLIC_URL).origin,
    "content-type": "application/json",
    [CALLER_HEADER]: context.get(requestInfoContext).ip,
  });
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  if (knownAccount) headers.set(KNOWN_HEADER, knownAccount);
  const call = new Request(`${PUBLIC_URL}/api/auth${path}`, {
    method: body ? "POST" : "GET",
    headers,
    body: body && JSON.stringify(body),
  });
  const answer = await auth().handler(call);
  const payload = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
  return {
    status: answer.status,
    code: typeof payload?.code === "string" ? payload.code : undefined,
    body: payload ?? {},
    cookies: answer.headers.getSetCookie(),
  };
}

/** Adds cookies to headers. */
export function withCookies(cookies: readonly string[], headers = new Headers()): Headers {
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}
