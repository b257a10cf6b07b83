import {
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirectDocument,
} from "react-router";
import { log, reasonOf } from "../../core/log/log.server.ts";
import {
  rightsContext,
  type StaffAccount,
  sessionContext,
  staffContext,
} from "../../core/staff-context.ts";
import { AppError, STATUS_OF } from "../../core/values/errors.ts";
import { mayEnter, rightsOf } from "../../core/values/roles.ts";
import { callAuth, withCookies } from "../sign-in/call-auth.server.ts";
import { signInPath } from "../sign-in/remembered-path.ts";
import { sessionOf } from "./cookies.server.ts";

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
export const mustSetUpSecondFactor = (
  account: Pick<Account, "two_factor_required" | "twoFactorEnabled">,
) => account.two_factor_required && !account.twoFactorEnabled;

/** Where an account goes that must first set up its second factor. */
const ACCOUNT = "/admin/account";

/**
 * Lets administrators and whoever has another role in, and nobody else: others are asked to sign in and
 * brought back afterwards; an account without a role is signed out at once. What each role may do is the
 * permissions' to say.
 */
export const guard: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const { account, sessionId, cookies } = await accountOf(request, context).catch(
    (error: unknown) => accountWithoutDatabase(error, sessionOf(request)),
  );
  // Whole documents from here on: the screens of the entrance are none of the application's.
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

/** The cookies that keep a session alive, but for those that the screen has set anew meanwhile. */
function cookiesNotIn({ headers }: Response, cookies: readonly string[]): string[] {
  const names = headers.getSetCookie().map(cookieName);
  return cookies.filter((line) => !names.includes(cookieName(line)));
}

/** Who was recognised lately keeps the frame; others stay outside, without being told to sign in. */
function accountWithoutDatabase(
  error: unknown,
  session: string,
): Awaited<ReturnType<typeof accountOf>> {
  if (!(error instanceof AppError)) throw error;
  const account = recentAccount(session);
  if (account) return { account, cookies: [] };
  log.warn({ reason: reasonOf(error) }, "the back office is closed");
  throw data(null, STATUS_OF[error.kind]);
}

/** How long a session is still recognised without the database. */
const LASTS_MS = 30 * 60_000;
const AT_MOST = 500;

/**
 * Whose sessions the database has confirmed lately, in this process. While it cannot be asked, those
 * people keep the frame of the back office and are told on each screen what could not be read. It opens
 * nothing: every door asks the database itself.
 */
const recentSessions = new Map<string, { account: Account; until: number }>();

function rememberSession(session: string, account: Account | undefined): void {
  // Taken out and put back, it is the last one.
  recentSessions.delete(session);
  if (account) recentSessions.set(session, { account, until: performance.now() + LASTS_MS });
  const [oldest] = recentSessions.keys();
  if (recentSessions.size > AT_MOST && oldest !== undefined) recentSessions.delete(oldest);
}

function recentAccount(session: string): Account | undefined {
  const entry = recentSessions.get(session);
  return entry && entry.until > performance.now() ? entry.account : undefined;
}
