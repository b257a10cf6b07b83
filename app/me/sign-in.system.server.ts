import { randomBytes } from "node:crypto";
import { and, eq, gt, lte, or, sql } from "drizzle-orm";
import * as z from "zod";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { cookieLine, cookieValues } from "../core/http/cookies.server.ts";
import { allow } from "../core/http/rate-limit.server.ts";
import { currentMs, currentTime } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { isSameText, keyedHash, seal, unseal } from "../core/secrets/keys.server.ts";
import { DAY, MINUTE } from "../core/values/durations.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { meLinkMail } from "./me.mail.ts";
import { meSessions, meSignIns } from "./me.table.server.ts";
import { CODE_DIGITS, CODE_TRIES, IDLE_MS, SESSION_MS, SIGN_IN_MS } from "./me.ts";

/** A request for a link: the browser that sent it has it in a cookie, the mail has it in its link. */
type SignIn = { id: string; email: string; invitation?: string };

const ASKED = "me browser";
const LINK = "me link";
const SESSION = "me session";
const ASKED_COOKIE = "me-asked";
const SESSION_COOKIE = "me";

/** Codes that may be typed for one address, whoever asked for them: beyond, only the link of the mail works. */
const CODES_A_DAY = { count: 20, perMs: DAY };
/** A button that is pressed twice is no second use. */
const SAME_USE_MS = MINUTE;

// The code of the invitation that somebody signs in for may follow.
const signInSchema = z.tuple([z.uuid(), z.string(), z.number()], z.string());

function unsealSignIn(purpose: typeof ASKED | typeof LINK, token: string): SignIn | undefined {
  const parsed = signInSchema.safeParse(unseal(purpose, token));
  if (!parsed.success) return undefined;
  const [id, email, atMs, invitation] = parsed.data;
  return currentMs() - atMs < SIGN_IN_MS ? { id, email, invitation } : undefined;
}

const cookiesOf = (request: Request, name: string) =>
  cookieValues(request.headers.get("cookie"), name);

const addressHash = (email: string) => sql<string>`link_hash(lower(${email}))`;

/** Cannot be computed without our secret. */
function codeOf({ id, email }: SignIn): string {
  const bytes = Buffer.from(keyedHash("me code", `${id} ${email}`), "base64url");
  return String(bytes.readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/**
 * Mails a link and a code, and returns the cookie of the browser that asked. Nothing is looked up, so that neither the
 * answer nor its timing reveals whether the address is known.
 */
export async function sendSignIn(
  email: string,
  language: Language,
  invitation?: string,
): Promise<string> {
  const [id, atMs] = [newId(), currentMs()];
  const token = seal(LINK, [id, email, atMs, ...(invitation ? [invitation] : [])]);
  const mail = meLinkMail({ recipient: email, language, code: codeOf({ id, email }), token });
  await asSystem("me.ask", async (db) => {
    await db.insert(meSignIns).values({ id, address_hash: addressHash(email) });
    await queueMail(db, { ...mail, key: id });
  });
  return askedCookie(email, { id, atMs });
}

/** The same cookie where no mail is sent because of the limits. */
export const askedCookie = (
  email: string,
  { id, atMs } = { id: newId(), atMs: currentMs() },
): string =>
  cookieLine(ASKED_COOKIE, seal(ASKED, [id, email, atMs]), { maxAge: SIGN_IN_MS / 1_000 });

export const clearedAskedCookie = () => cookieLine(ASKED_COOKIE, "", { maxAge: 0 });

/** What this browser asked for, while it is valid. */
export const readAsked = (request: Request): SignIn | undefined =>
  cookiesOf(request, ASKED_COOKIE)
    .map((value) => unsealSignIn(ASKED, value))
    .find((asked) => asked !== undefined);

/** What the link of a mail leads to: in the browser that asked a button, in another one the code to type there. */
export type SignInLink = { email: string } & ({ here: true } | { here: false; code: string });

/** Undefined for a link that is wrong, late, used or void. Looking changes nothing: programs that read mail look too. */
export async function readSignInLink(
  token: string,
  request: Request,
): Promise<SignInLink | undefined> {
  const link = unsealSignIn(LINK, token);
  if (!link) return undefined;
  const row = await asSystem("me.link", (db) => findValid(db, link));
  if (!row || row.used_at !== null) return undefined;
  const { email } = link;
  return readAsked(request)?.id === link.id
    ? { email, here: true }
    : { email, here: false, code: codeOf(link) };
}

async function findValid(db: SystemDb, { id }: SignIn, lock = false) {
  const now = currentMs();
  const valid = db
    .select()
    .from(meSignIns)
    .where(and(eq(meSignIns.id, id), gt(meSignIns.created_at, new Date(now - SIGN_IN_MS))));
  const [row] = await (lock ? valid.for("update") : valid);
  if (!row || row.tries >= CODE_TRIES) return undefined;
  return row.used_at && now - row.used_at.getTime() > SAME_USE_MS ? undefined : row;
}

/** The cookie of the session; `wrong`: another code may be tried; `over`: the link and its code are void. */
export type SignedIn = { cookie: string; invitation?: string } | { refused: "wrong" | "over" };

/** Signs in the browser that asked, by the code or the link of the mail. */
export function signIn(
  request: Request,
  evidence: { code: string } | { link: string },
): Promise<SignedIn> {
  return asSystem("me.enter", async (db): Promise<SignedIn> => {
    const asked = readAsked(request);
    const link = "link" in evidence ? unsealSignIn(LINK, evidence.link) : undefined;
    const row = asked && (await findValid(db, asked, true));
    if (!row) return { refused: "over" };
    if ("code" in evidence) {
      if (!allow("me-code", asked.email, CODES_A_DAY)) return { refused: "wrong" };
      if (!isSameText(codeOf(asked), evidence.code)) {
        const tries = row.tries + 1;
        await db.update(meSignIns).set({ tries }).where(eq(meSignIns.id, row.id));
        return { refused: tries < CODE_TRIES ? "wrong" : "over" };
      }
    } else if (link?.id !== row.id) {
      return { refused: "over" };
    }
    const now = currentTime();
    const used_at = row.used_at ?? now;
    await db.update(meSignIns).set({ used_at }).where(eq(meSignIns.id, row.id));
    const secret = randomBytes(24).toString("base64url");
    const session = { token_hash: keyedHash(SESSION, secret), seen_at: now };
    await db
      .insert(meSessions)
      .values({ ...session, id: row.id, address_hash: row.address_hash, created_at: now })
      .onConflictDoUpdate({ target: meSessions.id, set: session });
    return { cookie: sessionCookie(secret, asked.email), invitation: link?.invitation };
  });
}

const sessionCookie = (secret: string, email: string): string =>
  cookieLine(SESSION_COOKIE, seal(SESSION, [secret, email]), { maxAge: IDLE_MS / 1_000 });

export const clearedSessionCookie = () => cookieLine(SESSION_COOKIE, "", { maxAge: 0 });

/** Somebody who proved that they read the mail of an address. */
export type Me = { email: string; sessionId: string };

const sessionSchema = z.tuple([z.string(), z.string()]);

/** Who is signed in, and the cookie by which they stay so. */
export async function readMe(request: Request): Promise<{ me: Me; cookie?: string } | undefined> {
  const sealed = cookiesOf(request, SESSION_COOKIE).map((value) =>
    sessionSchema.safeParse(unseal(SESSION, value)),
  );
  const found = sealed.find(({ success }) => success)?.data;
  if (!found) return undefined;
  const [secret, email] = found;
  return asSystem("me.session", async (db) => {
    const now = currentTime();
    const [row] = await db
      .select()
      .from(meSessions)
      .where(
        and(
          eq(meSessions.token_hash, keyedHash(SESSION, secret)),
          gt(meSessions.seen_at, new Date(now.getTime() - IDLE_MS)),
          gt(meSessions.created_at, new Date(now.getTime() - SESSION_MS)),
        ),
      );
    if (!row) return undefined;
    const me = { email, sessionId: row.id };
    if (now.getTime() - row.seen_at.getTime() < DAY) return { me };
    await db.update(meSessions).set({ seen_at: now }).where(eq(meSessions.id, row.id));
    return { me, cookie: sessionCookie(secret, email) };
  });
}

/** Ends the session of this browser, or all of the address, what was asked for too. */
export function endSessions({ email, sessionId }: Me, everywhere: boolean): Promise<void> {
  return asSystem("me.leave", async (db) => {
    if (everywhere) await db.execute(sql`select end_me_sessions(${email})`);
    else await db.delete(meSessions).where(eq(meSessions.id, sessionId));
  });
}

/** Deletes what is over. */
export async function forgetSignIns(): Promise<void> {
  const before = (ms: number) => new Date(currentMs() - ms);
  await asSystem("me.forget", async (db) => {
    await db.delete(meSignIns).where(lte(meSignIns.created_at, before(SIGN_IN_MS)));
    await db
      .delete(meSessions)
      .where(
        or(
          lte(meSessions.seen_at, before(IDLE_MS)),
          lte(meSessions.created_at, before(SESSION_MS)),
        ),
      );
  });
}
