import { data, type RouterContextProvider, redirect } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { MAX_OFFICE_BYTES, readFields } from "../../core/http/form.server.ts";
import { sessionContext, staffContext } from "../../core/staff-context.ts";
import type { FormValues } from "../../core/values/check-fields.ts";
import { AppError } from "../../core/values/errors.ts";
import { type Toast, toastCookie } from "../../kit/toast.ts";
import { sentOrKept } from "../../mail/mail.server.ts";
import { recordRefusedCode } from "../account/access-log.system.server.ts";
import { type AccountRequest, callerOf, refusePassword } from "../account/account-change.server.ts";
import { confirmByPasskey, passkeyQuestion } from "../passkeys/confirm.system.server.ts";
import { sendMailCode } from "../sign-in/mail-codes.system.server.ts";
import { rememberedPath } from "../sign-in/remembered-path.ts";
import { maySendCode, takeCodeTry } from "../sign-in/tries.system.server.ts";
import {
  PROOF,
  PROOF_FROM,
  PROOF_PASSKEY,
  PROOF_SEND,
  type ProofMeans,
  type Question,
} from "./confirmation.ts";
import { confirmSession, isConfirmed, type SessionOf } from "./confirmations.system.server.ts";
import { CODE_KEPT, codeSchema, wrongCode } from "./second-factor.ts";
import { isDigits, readFactor, withCode } from "./second-factors.system.server.ts";

/** Of a request, what an action or a loader is given. */
export type Asked = { request: Request; context: Readonly<RouterContextProvider>; url: URL };

/** Which of the things that an action does are dangerous: all, some by their intent, or what a look at the fields tells. */
type Dangerous = "all" | readonly string[] | ((values: FormValues) => boolean | Promise<boolean>);

/**
 * Runs an action, and asks for the second factor before what is dangerous. The question is thrown: the frame
 * shows it in place of the screen, with what was typed in it, and its answer comes to the same action.
 * @param run The action, which reads the request that it is given.
 */
export async function confirming<T>(
  asked: Asked,
  dangerous: Dangerous,
  run: (request: Request) => Promise<T>,
): Promise<T | Response> {
  const values = await readFields(asked.request, MAX_OFFICE_BYTES);
  // What cannot be read here, the action cannot read either.
  if (!values || !(await isDangerous(dangerous, values))) return run(asked.request);
  const { given, from, fields } = splitProof(values);
  const question = { to: asked.url.pathname + asked.url.search, fields: Object.entries(fields) };
  const refusal = await prove(asked, given);
  if (refusal) throw data({ question: { ...question, ...refusal.words } }, refusal.status);
  if (given.proof === undefined && !given.passkey) return run(asked.request);
  const answer = await run(withoutProof(asked.request, fields));
  return carried(answer, from) ?? answer;
}

/** Lets a file of people's data go to who proved themselves; others are asked first, and come back. */
export async function confirmedDownload({ context, url }: Asked): Promise<void> {
  if (await isConfirmed(sessionIn(context))) return;
  const to = url.pathname + url.search;
  throw redirect(`/admin/account/confirm?${new URLSearchParams({ to })}`);
}

/** What the screen of `confirmedDownload` asks; undefined when nothing needs to be asked any more. */
export async function questionFor({
  context,
}: Asked): Promise<Pick<Question, "means" | "passkey"> | undefined> {
  const session = sessionIn(context);
  if (await isConfirmed(session)) return undefined;
  return { means: await meansOf(session.userId), passkey: await passkeyQuestion(session) };
}

/** The answer to that question: undefined when it was right. */
export async function answerQuestion(asked: Asked): Promise<Refusal | undefined> {
  return prove(asked, splitProof((await readFields(asked.request, MAX_OFFICE_BYTES)) ?? {}).given);
}

/** What was answered, apart from what it was asked for. */
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
function sessionIn(context: Readonly<RouterContextProvider>) {
  const sessionId = context.get(sessionContext);
  if (sessionId === undefined) throw new AppError("unavailable", "the session cannot be read");
  return { userId: context.get(staffContext).id, sessionId };
}

async function meansOf(userId: string): Promise<ProofMeans> {
  const { on, authenticator } = await readFactor(userId);
  if (!on) return "password";
  return authenticator ? "authenticator" : "mail";
}

type Refusal = { words: Pick<Question, "means" | "error" | "sent" | "passkey">; status: number };
type Given = ReturnType<typeof splitProof>["given"];

/** Looks at what was answered, if anything. Who answered a moment ago in this session is asked nothing. */
async function prove(asked: Asked, given: Given): Promise<Refusal | undefined> {
  const session = sessionIn(asked.context);
  if (await isConfirmed(session)) return undefined;
  const refusal = await look(asked, session, given);
  if (!refusal) return undefined;
  return { ...refusal, words: { ...refusal.words, passkey: await passkeyQuestion(session) } };
}

async function look(
  { request, context }: Asked,
  session: SessionOf,
  { proof, passkey, send }: Given,
): Promise<Refusal | undefined> {
  const staff = context.get(staffContext);
  const means = await meansOf(staff.id);
  const refuse = (status: number, error?: string) => ({ words: { means, error }, status });
  if (send && means === "mail") {
    if (!maySendCode(staff.id)) return refuse(429, wrongCode(undefined, 429));
    await sendMailCode(staff);
    return { words: { means, sent: sentOrKept("Code envoyé par e-mail", CODE_KEPT) }, status: 403 };
  }
  if (send || (proof === undefined && !passkey)) return refuse(403);
  const values = { password: proof ?? "" };
  const { sessionId } = session;
  const account = { intent: "confirm", values, staff, sessionId, request, context };
  if (passkey) {
    const wrong = await confirmByPasskey(account, passkey);
    return wrong && refuse(wrong.status, wrong.error);
  }
  if (means !== "password") return proveByCode(account, values.password, refuse);
  const wrong = await refusePassword(account, "password");
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
  if (isDigits(code.data) && !(await takeCodeTry(staff.id, await callerOf(account)))) {
    return refuse(429, wrongCode(undefined, 429));
  }
  const factor = await readFactor(staff.id);
  const confirmed = await withCode(staff, factor, code.data, async (db) => {
    await confirmSession(db, { userId: staff.id, sessionId });
    return true;
  });
  if (confirmed) return undefined;
  await recordRefusedCode(staff);
  return refuse(400, wrongCode(undefined, 400));
}

/** The request as it was before the question: the code is for nobody's eyes, and no form shows it again. */
function withoutProof({ url, headers }: Request, fields: FormValues): Request {
  const own = new Headers(headers);
  own.delete("content-length");
  own.delete("content-type");
  return new Request(url, { method: "POST", headers: own, body: new URLSearchParams(fields) });
}

/**
 * The message of a button that was pressed on a screen which the question has replaced: it is shown there, after
 * a redirect. Undefined for other answers.
 */
function carried(answer: unknown, from: string | undefined): Response | undefined {
  const { data: body } = Object(answer) as { data?: unknown };
  const { toast } = Object(body) as { toast?: Toast };
  if (!toast) return undefined;
  return redirect(rememberedPath(from ?? null), { headers: { "set-cookie": toastCookie(toast) } });
}
