import { cookieLine } from "../../core/http/cookies.server.ts";
import { SEEN, YEAR } from "./office-cookies.ts";

/** Remembers when the notifications were last looked at. */
export const seenCookie = (at: Date) =>
  cookieLine(SEEN, String(at.getTime()), { path: "/admin", maxAge: YEAR });
