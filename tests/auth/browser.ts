import "../mail/settings.ts";
import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { changeAccount } from "../../app/auth/account/account.server.ts";
import { questionIn } from "../../app/auth/second-factor/confirmation.ts";
import { accountOf } from "../../app/auth/sessions/guard.server.ts";
import { callAuth } from "../../app/auth/sign-in/call-auth.server.ts";
import { signIn } from "../../app/auth/sign-in/sign-in.server.ts";
import { resetAdministrator } from "../../app/auth/staff/accounts.system.server.ts";
import { changeStaffAccount } from "../../app/auth/staff/staff-account.server.ts";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { requestInfoContext } from "../../app/core/http/request-info.ts";
import { profiles } from "../../app/core/profiles.table.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { sessionContext, staffContext } from "../../app/core/staff-context.ts";
import { formatSeen } from "../../app/records/seen.ts";

type Answer = Response | { data: unknown; init: ResponseInit | null };

let visitors = 0;

/** A browser of its own address, which keeps its cookies. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly ip: string;

  constructor(ip = `41.82.${(visitors >> 8) & 255}.${visitors++ & 255}`) {
    this.ip = ip;
  }

  get request(): Request {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Request("https://fge.example/admin", {
      headers: { cookie, "user-agent": "Mozilla/5.0 (Linux; Android 13) Chrome/140.0" },
    });
  }

  get context(): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(requestInfoContext, { degraded: false, ip: this.ip, nonce: "n", reference: "r" });
    return context;
  }

  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(pair.indexOf("=") + 1));
    }
  }

  /** Signs in; the status, where it leads, and what the screen would show. */
  async signIn(email: string, password: string, from: string | null = null) {
    const asking = { request: this.request, context: this.context, from };
    const answer: Answer = await signIn(asking, { email, password });
    if (answer instanceof Response) {
      this.keep(answer.headers.getSetCookie());
      return { status: answer.status, to: answer.headers.get("location"), state: undefined };
    }
    const state = answer.data as Awaited<Exclude<ReturnType<typeof signIn>, Response>> & object;
    return { status: answer.init?.status, to: null, state: state as never as SignInAnswer };
  }

  /** Asks the library at one of its paths. */
  async ask(path: string, body?: Record<string, unknown>) {
    const answer = await callAuth(this.request, this.context, path, body);
    this.keep(answer.cookies);
    return answer;
  }

  /** Changes one's own account, as its screen does. */
  async change(values: Record<string, string>) {
    const { request, context } = await this.asStaff();
    const change = await changeAccount(request, context, values);
    this.keep(change.cookies);
    return change;
  }

  /** Changes somebody else's account, as its screen does once one has proved oneself. */
  async changeOther(id: string, intent: string) {
    const { context } = await this.asStaff();
    return changeStaffAccount(context, id, { intent, seen: await seenAccount(id) });
  }

  /** Presses a button of a screen: what it answers, or the question that stands before it. */
  async press(action: ScreenAction, path: string, values: Record<string, string>, id = "") {
    const { request, context } = await this.asStaff();
    const url = new URL(path, request.url);
    const { headers } = request;
    const sent = new Request(url, { method: "POST", headers, body: new URLSearchParams(values) });
    const answer = (await action({ request: sent, context, url, params: { id } } as never).catch(
      (thrown: unknown) => thrown,
    )) as Answer;
    if (answer instanceof Response) return { status: answer.status, answer };
    if (!("data" in answer)) throw answer;
    const question = questionIn(answer.data);
    return { status: answer.init?.status ?? 200, data: answer.data, question };
  }

  /** What an action of the back office is given: the request, and who sends it. */
  async asStaff() {
    const { account, sessionId } = await accountOf(this.request, this.context);
    if (!account) throw new Error("nobody is signed in");
    const { context } = this;
    context.set(staffContext, account);
    context.set(sessionContext, sessionId);
    return { request: this.request, context, account };
  }

  /** Who the back office would say is there. */
  async account() {
    const { account, cookies } = await accountOf(this.request, this.context);
    this.keep(cookies);
    return account;
  }
}

type ScreenAction = (asked: never) => Promise<unknown>;

type SignInAnswer = {
  email: string;
  errors: Record<string, string>;
  failure?: { kind: string; message: string };
};

export const PASSWORD = "une phrase assez longue";

/** Makes an administrator; its address. */
export async function administrator(): Promise<string> {
  const email = `${newId()}@example.org`;
  await resetAdministrator({ name: "Aïssatou Diallo", email, password: PASSWORD });
  return email;
}

/** An account as the screens show it. */
export const seenAccount = (id: string): Promise<string> =>
  asSystem("test", async (db) => {
    const { updated_at } = profiles;
    const [row] = await db
      .select({ id: profiles.id, updated_at })
      .from(profiles)
      .where(eq(profiles.id, id));
    return row ? formatSeen(row) : "";
  });
