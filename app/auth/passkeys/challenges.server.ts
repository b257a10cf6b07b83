import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { cookieLine, cookieValue } from "../../core/http/cookies.server.ts";
import { env } from "../../core/process/env.server.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { libraryCookie, PASSKEY_COOKIE } from "../sign-in/cookie-names.server.ts";
import { CHALLENGE_MINUTES } from "./passkey.ts";

const DAY_S = 86_400;

/** Whom passkeys are made for: the host of the site, and the one origin whose pages may ask for them. */
export type RelyingParty = { host: string; origin: string };

/** Undefined where browsers have no passkeys: without encryption, but for this machine itself. */
export function relyingParty(publicUrl = env().PUBLIC_URL): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNumber = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0;
  if (isNumber || (protocol !== "https:" && !isLocal)) return undefined;
  return { host: hostname, origin };
}

/**
 * What a challenge is for, and who must come back with it: a session, or before one a browser. A challenge
 * is its own proof, so that showing the sign-in screen writes nothing down: it carries when it ends and a
 * seal of ours. What was answered is remembered until then: see `acceptPasskey`.
 */
export type PasskeyUse = { purpose: "sign-in" | "add" | "confirm"; holder: string };

const sealed = ({ purpose, holder }: PasskeyUse, content: string) =>
  `${purpose}:${holder}:${content}`;

/** A challenge for one answer. */
export function makeChallenge(use: PasskeyUse): string {
  const endsAt = Date.now() + CHALLENGE_MINUTES * MINUTE;
  const content = `${endsAt.toString(36)}:${randomBytes(16).toString("base64url")}`;
  const seal = keyring().seal("passkey", sealed(use, content));
  return Buffer.from(`${content}:${seal}`).toString("base64url");
}

/** When a challenge ends that we made for this use; undefined for one that is over or is not ours. */
export function endOfChallenge(challenge: string, use: PasskeyUse): Date | undefined {
  const [time = "", random = "", seal = ""] = Buffer.from(challenge, "base64url")
    .toString()
    .split(":");
  const endsAt = Number.parseInt(time, 36);
  const isOurs = keyring().isSeal("passkey", sealed(use, `${time}:${random}`), seal);
  return isOurs && endsAt > Date.now() ? new Date(endsAt) : undefined;
}

/** The browser that the sign-in screen was shown to, by a cookie that says nothing else. */
export const holderIn = ({ headers }: Pick<Request, "headers">): string | undefined =>
  cookieValue(headers.get("cookie"), libraryCookie(PASSKEY_COOKIE));

/** What a browser gets with the sign-in screen: who holds its challenge, and the cookie that says so. */
export function holderFor(request: Pick<Request, "headers">) {
  const holder = holderIn(request) || randomBytes(16).toString("base64url");
  const attributes = { path: "/admin/login", maxAge: DAY_S };
  return { holder, cookie: cookieLine(libraryCookie(PASSKEY_COOKIE), holder, attributes) };
}
