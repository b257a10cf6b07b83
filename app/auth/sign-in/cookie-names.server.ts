import { cookiesAreSecure } from "../../core/http/cookies.server.ts";

/** Where pages are encrypted, this stands before the names: browsers then keep plain pages out. */
export const SECURE = "__Secure-";
export const COOKIE_PREFIX = "fge";
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;
export const SECOND_STEP_COOKIE = `${COOKIE_PREFIX}.two_factor`;
export const DEVICE_COOKIE = `${COOKIE_PREFIX}.device`;
export const PASSKEY_COOKIE = `${COOKIE_PREFIX}.passkey`;

/** The name under which the sign-in library sets a cookie. */
export const libraryCookie = (name: string): string => (cookiesAreSecure() ? SECURE + name : name);
