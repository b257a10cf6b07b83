import { and, eq, gt } from "drizzle-orm";
import { data, type RouterContextProvider, redirect } from "react-router";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { MAX_OFFICE_BYTES, readFields } from "../../core/http/form.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { sessionContext, staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { AppError, DATABASE_AWAY, isAway, STATUS_OF } from "../../core/values/errors.ts";
import { type Toast, toastCookie } from "../../kit/toast.ts";
import { deliveryText } from "../../mail/mail.server.ts";
import { recordRefusedCode, recordRefusedPasskey } from "../account/access-log.system.server.ts";
import {
  type AccountRequest,
  passwordRefusal,
  readCaller,
} from "../account/account-change.server.ts";
import { authSessions } from "../library/auth.table.server.ts";
import type { SigningOptions } from "../passkeys/passkey.ts";
import { acceptPasskey, usableKeys } from "../passkeys/passkeys.system.server.ts";
import { makeChallenge, readAssertion, relyingParty } from "../passkeys/webauthn.server.ts";
import {
  allowAttempt,
  allowCodeAttempt,
  allowCodeMail,
} from "../sign-in/attempt-limits.system.server.ts";
import { rememberedPath } from "../sign-in/sign-in.ts";
import {
  CONFIRMED_MINUTES,
  PROOF,
  PROOF_FROM,
  PROOF_PASSKEY,
  PROOF_SEND,
  type ProofMethod,
  type Question,
} from "./confirmation.ts";
import { CODE_NOT_MAILED, codeRefusal, codeSchema } from "./second-factor.ts";
import { isSixDigits, readFactor, sendMailCode, withCode } from "./second-factors.system.server.ts";

/** The arguments of a loader or an action. */
export type RouteArgs = { request: Request; context: Readonly<RouterContextProvider>; url: URL };

/** Which changes of an action need a confirmation: all, some by their `intent`, or by their fields. */
type Dangerous = "all" | readonly string[] | ((values: FormValues) => boolean | Promise<boolean>);

/**
 * Runs an action, after asking for the second factor where it is dangerous. The question is thrown: the frame
 * shows it in place of the screen, with the typed fields, and its answer comes to the same action.
 * @param run The action, which must read the request that it is given.
 */
export async function withConfirmation<T>(
  args: RouteArgs,
  dangerous: Dangerous,
  run: (request: Request) => Promise<T>,
): Promise<T | Response> {
  const values = await readFields(args.request, MAX_OFFICE_BYTES);
  if (!values || !(await isDangerous(dangerous, values))) return run(args.request);
  const { given, from, fields } = splitProof(values);
  const question = { to: args.url.pathname + args.url.search, fields: Object.entries(fields) };
  const refusal = await checkProof(args, given).catch((error: unknown) => {
    if (isAway(error)) throw data(DATABASE_AWAY, STATUS_OF.unavailable);
    throw error;
  });
  if (refusal) throw data({ question: { ...question, ...refusal.words } }, refusal.status);
  if (given.proof === undefined && !given.passkey) return run(args.request);
  const answer = await run(withoutProof(args.request, fields));
  return redirectWithToast(answer, from) ?? answer;
}

/** Before a download of people's data: redirects to the question until it is answered. */
export async function requireConfirmation({ context, url }: RouteArgs): Promise<void> {
  if (await isConfirmed(currentSession(context))) return;
  const to = url.pathname + url.search;
  throw redirect(`/admin/account/confirm?${new URLSearchParams({ to })}`);
}

/** What the screen of `requireConfirmation` asks; undefined when the session is confirmed. */
export async function confirmationQuestion({
  context,
}: RouteArgs): Promise<Pick<Question, "method" | "passkey"> | undefined> {
  const session = currentSession(context);
  if (await isConfirmed(session)) return undefined;
  return { method: await proofMethodOf(session.userId), passkey: await passkeyQuestion(session) };
}

/** Checks the answer to that question: undefined when it was right. */
export async function answerConfirmation(args: RouteArgs): Promise<Refusal | undefined> {
  return checkProof(
    args,
    splitProof((await readFields(args.request, MAX_OFFICE_BYTES)) ?? {}).given,
  );
}

/** The fields of the answer, apart from those of the form. */
function splitProof(values: FormValues) {
  const {
    [PROOF]: proof,
    [PROOF_PASSKEY]: passkey,
    [PROOF_SEND]: send,
    [PROOF_FROM]: from,
    ...fields
  } = values;
  return { given: { proof, passkey, send: send !== undefined }, from, fields };
}

function isDangerous(dangerous: Dangerous, values: FormValues): boolean | Promise<boolean> {
  if (dangerous === "all") return true;
  if (typeof dangerous === "function") return dangerous(values);
  return dangerous.includes(values.intent ?? "");
}

/** @throws AppError 'unavailable' while the database cannot tell which session it is. */
function currentSession(context: Readonly<RouterContextProvider>) {
  const sessionId = context.get(sessionContext);
  if (sessionId === undefined) throw new AppError("unavailable", "the session cannot be read");
  return { userId: context.get(staffContext).id, sessionId };
}

async function proofMethodOf(userId: string): Promise<ProofMethod> {
  const { on, authenticator } = await readFactor(userId);
  if (!on) return "password";
  return authenticator ? "authenticator" : "mail";
}

type Refusal = { words: Pick<Question, "method" | "error" | "sent" | "passkey">; status: number };
type ProofFields = ReturnType<typeof splitProof>["given"];

/** Why a session is not confirmed; undefined when it is, or the answer was right. */
async function checkProof(args: RouteArgs, given: ProofFields): Promise<Refusal | undefined> {
  const session = currentSession(args.context);
  if (await isConfirmed(session)) return undefined;
  const refusal = await checkAnswer(args, session, given);
  if (!refusal) return undefined;
  return { ...refusal, words: { ...refusal.words, passkey: await passkeyQuestion(session) } };
}

async function checkAnswer(
  { request, context }: RouteArgs,
  session: SessionKey,
  { proof, passkey, send }: ProofFields,
): Promise<Refusal | undefined> {
  const staff = context.get(staffContext);
  const method = await proofMethodOf(staff.id);
  const refuse = (status: number, error?: string) => ({ words: { method, error }, status });
  if (send && method === "mail") {
    if (!allowCodeMail(staff.id)) return refuse(429, codeRefusal(undefined, 429));
    await sendMailCode(staff);
    return {
      words: { method, sent: deliveryText("Code envoyé par e-mail", CODE_NOT_MAILED) },
      status: 403,
    };
  }
  if (send || (proof === undefined && !passkey)) return refuse(403);
  const values = { password: proof ?? "" };
  const { sessionId } = session;
  const account = { intent: "confirm", values, staff, sessionId, request, context };
  if (passkey) {
    const wrong = await confirmByPasskey(account, passkey);
    return wrong && refuse(wrong.status, wrong.error);
  }
  if (method !== "password") return proveByCode(account, values.password, refuse);
  const wrong = await passwordRefusal(account, "password");
  if (wrong) return refuse(wrong.status, wrong.state.errors.password);
  await asSystem("session.confirm", (db) => confirmSession(db, session));
  return undefined;
}

async function proveByCode(
  account: AccountRequest,
  proof: string,
  refuse: (status: number, error?: string) => Refusal,
): Promise<Refusal | undefined> {
  const { staff, sessionId } = account;
  const code = codeSchema.safeParse(proof);
  if (!code.success) return refuse(400, code.error.issues[0]?.message);
  if (isSixDigits(code.data) && !(await allowCodeAttempt(staff.id, await readCaller(account)))) {
    return refuse(429, codeRefusal(undefined, 429));
  }
  const factor = await readFactor(staff.id);
  const confirmed = await withCode(staff, factor, code.data, async (db) => {
    await confirmSession(db, { userId: staff.id, sessionId });
    return true;
  });
  if (confirmed) return undefined;
  await recordRefusedCode(staff);
  return refuse(400, codeRefusal(undefined, 400));
}

/** The request without the fields of the answer, so that no form shows the code again. */
function withoutProof({ url, headers }: Request, fields: FormValues): Request {
  const own = new Headers(headers);
  own.delete("content-length");
  own.delete("content-type");
  return new Request(url, { method: "POST", headers: own, body: new URLSearchParams(fields) });
}

/** The question has replaced the screen, so the action's message is shown there after a redirect. */
function redirectWithToast(answer: unknown, from: string | undefined): Response | undefined {
  const { data: body } = Object(answer) as { data?: unknown };
  const { toast } = Object(body) as { toast?: Toast };
  if (!toast) return undefined;
  return redirect(rememberedPath(from ?? null), { headers: { "set-cookie": toastCookie(toast) } });
}

// A confirmation is stored in the row of its session: it is valid there alone and ends with it. Triggers clear it
// when the account's password, address or second factor changes.

/** One session of an account. */
type SessionKey = { userId: string; sessionId: string };

const matchesSession = ({ userId, sessionId }: SessionKey) =>
  and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId));

/** Whether a session was confirmed within the last minutes. */
async function isConfirmed(session: SessionKey): Promise<boolean> {
  const since = new Date(Date.now() - CONFIRMED_MINUTES * MINUTE);
  const rows = await asSystem("session.confirmed", (db) =>
    db
      .select({ id: authSessions.id })
      .from(authSessions)
      .where(and(matchesSession(session), gt(authSessions.confirmedAt, since))),
  );
  return rows.length > 0;
}

/** Marks a session as confirmed. */
async function confirmSession(db: SystemDb, session: SessionKey): Promise<void> {
  await db.update(authSessions).set({ confirmedAt: new Date() }).where(matchesSession(session));
}

/** What a browser needs to answer the question by a passkey, where the account has one. */
async function passkeyQuestion(session: SessionKey): Promise<SigningOptions | undefined> {
  const party = relyingParty();
  if (!party) return undefined;
  const allowed = await usableKeys(session.userId, party.host);
  if (allowed.length === 0) return undefined;
  const challenge = makeChallenge({ purpose: "confirm", holder: session.sessionId });
  return { challenge, host: party.host, allowed };
}

/** Confirms a session by a passkey of its account; why not, or undefined when it is done. */
async function confirmByPasskey(
  { staff, sessionId, context }: AccountRequest,
  field: string,
): Promise<{ status: number; error: string } | undefined> {
  const { ip } = context.get(requestInfoContext);
  // A signed-in browser is a known device.
  if (!allowAttempt("password", staff.id, { ip, known: true })) {
    return { status: 429, error: codeRefusal(undefined, 429) };
  }
  const signed = readAssertion(field);
  const use = { purpose: "confirm", holder: sessionId } as const;
  const session = { userId: staff.id, sessionId };
  const accepted =
    signed && (await acceptPasskey(use, signed, (db) => confirmSession(db, session), staff.id));
  if (accepted) return undefined;
  await recordRefusedPasskey(staff);
  return { status: 400, error: "Cette clé d’accès n’a pas été acceptée. Réessayez." };
}
