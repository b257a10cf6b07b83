import { cookieLine } from "../core/http/cookies.server.ts";

/** A message at the top right of the back office. */
export type Toast = {
  kind: "success" | "error";
  text: string;
  /** It was done, and something about it is to be looked at. */
  doubtful?: boolean;
  /** The deletion that the message's button undoes. */
  undo?: string;
  /** The act in the log that the message's button undoes. */
  revert?: string;
  /** What the message's button copies: it stays until it is closed. */
  copy?: string;
};

const COOKIE = "office_toast";
const path = "/admin";

/** Sent with a redirect: the next screen shows the message once. */
export const toastCookie = (toast: Toast) =>
  cookieLine(COOKIE, encodeURIComponent(JSON.stringify(toast)), { path, maxAge: 60 });

export const clearToast = () => cookieLine(COOKIE, "", { path, maxAge: 0 });

/** The message that a request carries. A forged one is shown to nobody but its author. */
export function readToast(cookie: string | null): Toast | undefined {
  const text = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(cookie ?? "")?.[1];
  if (text === undefined) return undefined;
  try {
    const {
      kind,
      text: message,
      undo,
      revert,
      copy,
    } = JSON.parse(decodeURIComponent(text)) as Toast;
    return {
      kind: kind === "error" ? "error" : "success",
      text: String(message),
      undo: textOr(undo),
      revert: textOr(revert),
      copy: textOr(copy),
    };
  } catch {
    return undefined;
  }
}

const textOr = (value: unknown) => (typeof value === "string" ? value : undefined);
