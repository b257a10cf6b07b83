import {
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirectDocument,
} from "react-router";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readWithFallback } from "../../core/http/fallback.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import {
  rightsContext,
  type StaffAccount,
  sessionContext,
  staffContext,
} from "../../core/staff-context.ts";
import { AppError, DATABASE_AWAY, STATUS_OF } from "../../core/values/errors.ts";
import { holds, type Permission } from "../../core/values/permissions.ts";
import { mayEnter, rightsOf } from "../../core/values/roles.ts";
import { requiresSecondFactor } from "../second-factor/second-factor.ts";
import { callAuth, withCookies } from "../sign-in/call-auth.server.ts";
import { signInPath } from "../sign-in/sign-in.ts";
import { sessionOf } from "./cookies.server.ts";
import { recentAccount, rememberSession } from "./recent-sessions.server.ts";

/** A signed-in account as the library tells it. */
type Account = StaffAccount & {
  role: string;
  roles: readonly string[];
  is_active: boolean;
  two_factor_required: boolean;
  twoFactorEnabled: boolean;
};

/**
 * The account behind a request, and the cookies that keep its session alive.
 * @throws AppError 'unavailable' when it cannot be known.
 */
export async function accountOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ account?: Account; sessionId?: string; cookies: string[] }> {
  const token = sessionOf(request);
  if (token === "") return { cookies: [] };
  const { status, body, cookies } = await callAuth(request, context, "/get-session");
  if (status !== 200) throw new AppError("unavailable", "the session cannot be read");
  const { user, session } = body as { user?: Account; session?: { id: string } };
  rememberSession(token, user);
  return { account: user, sessionId: session?.id, cookies };
}

/** Whether an account must first set up its second factor, and may do nothing else until then. */
const mustSetUpSecondFactor = (
  account: Pick<Account, "roles" | "two_factor_required" | "twoFactorEnabled">,
) => requiresSecondFactor(account) && !account.twoFactorEnabled;

/** Where an account goes that must first set up its second factor. */
const ACCOUNT = "/admin/account";

/**
 * Lets accounts with a role in; others are sent to the sign-in screen and brought back afterwards. An account
 * without a role is signed out. What each role may do is checked by `permit`.
 */
export const guard: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const { account, sessionId, cookies } = await accountOf(request, context).catch(
    (error: unknown) => accountWithoutDatabase(error, sessionOf(request)),
  );
  // The sign-in screens are plain documents, outside the application.
  if (!account) throw redirectDocument(signInPath(url));
  const rights = rightsOf(account);
  if (!mayEnter(rights)) {
    const out = await callAuth(request, context, "/sign-out", {});
    throw redirectDocument("/admin/login?refused", { headers: withCookies(out.cookies) });
  }
  if (mustSetUpSecondFactor(account) && url.pathname !== ACCOUNT) throw redirectDocument(ACCOUNT);
  const { id, name, email } = account;
  context.set(staffContext, { id, name, email });
  context.set(rightsContext, rights);
  context.set(sessionContext, sessionId);
  const response = await next();
  withCookies(cookiesNotIn(response, cookies), response.headers);
  // After signing out, the back button must not show it again.
  response.headers.set("cache-control", "private, no-store");
  return response;
};

const cookieName = (line: string) => line.slice(0, line.indexOf("="));

/** The cookies that keep a session alive, without those that the screen's response sets itself. */
function cookiesNotIn({ headers }: Response, cookies: readonly string[]): string[] {
  const names = headers.getSetCookie().map(cookieName);
  return cookies.filter((line) => !names.includes(cookieName(line)));
}

/** A remembered session keeps the frame; others get an error instead of the sign-in screen. */
function accountWithoutDatabase(
  error: unknown,
  session: string,
): Awaited<ReturnType<typeof accountOf>> {
  if (!(error instanceof AppError)) throw error;
  const account = recentAccount<Account>(session);
  if (account) return { account, cookies: [] };
  log.warn({ reason: reasonOf(error) }, "the back office is closed");
  throw data(DATABASE_AWAY, STATUS_OF[error.kind]);
}

/** The headers of a page that only staff see: no cache and no search engine keeps it. */
export const PREVIEW_HEADERS = {
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex",
};

/** Reads what only accounts with this permission see; undefined for others. */
export function readPreview<T>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  permission: Permission,
  read: (db: StaffDb) => Promise<T | undefined>,
): Promise<T | undefined> {
  return readWithFallback(
    context,
    "draft",
    async () => {
      const { account } = await accountOf(request, context);
      if (!account || mustSetUpSecondFactor(account)) return undefined;
      if (!holds(rightsOf(account), permission)) return undefined;
      return asStaff(account, read);
    },
    () => undefined,
  );
}
