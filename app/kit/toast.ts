import { cookieLine } from "../core/http/cookies.server.ts";
import { newId } from "../core/secrets/id.server.ts";

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
  /** Of a message that a redirect carried: two answers may bring the same one. */
  key?: string;
};

const COOKIE = "office_toast";
const path = "/admin";

/** Sent with a redirect: the next screen shows the message once. */
export const toastCookie = (toast: Toast) =>
  cookieLine(COOKIE, encodeURIComponent(JSON.stringify({ ...toast, key: newId() })), {
    path,
    maxAge: 60,
  });

/** What a screen that reads itself again at this moment may still ask for: the browser drops the first answer then. */
const REPEATED_FOR_SECONDS = 2;

/**
 * The message for an answer, and the cookie that goes with it. Of a document it is cleared at once; data may be asked
 * for again before they are shown, which then carry the same message by its key.
 */
export function takeToast({ headers }: Request): { toast: Toast | undefined; line?: string } {
  const read = readToast(headers.get("cookie"));
  if (!read) return { toast: undefined };
  const { shown, ...toast } = read;
  if (headers.get("sec-fetch-dest") !== "empty")
    return { toast: shown ? undefined : toast, line: cookieLine(COOKIE, "", { path, maxAge: 0 }) };
  const value = encodeURIComponent(JSON.stringify({ ...toast, shown: true }));
  return {
    toast,
    ...(!shown && { line: cookieLine(COOKIE, value, { path, maxAge: REPEATED_FOR_SECONDS }) }),
  };
}

/** The message that a request carries. A forged one is shown to nobody but its author. */
function readToast(cookie: string | null): (Toast & { shown: boolean }) | undefined {
  const text = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(cookie ?? "")?.[1];
  if (text === undefined) return undefined;
  try {
    const {
      kind,
      text: message,
      undo,
      revert,
      copy,
      key,
      shown,
    } = JSON.parse(decodeURIComponent(text)) as Toast & { shown?: boolean };
    return {
      kind: kind === "error" ? "error" : "success",
      text: String(message),
      undo: textOr(undo),
      revert: textOr(revert),
      copy: textOr(copy),
      key: textOr(key),
      shown: shown === true,
    };
  } catch {
    return undefined;
  }
}

const textOr = (value: unknown) => (typeof value === "string" ? value : undefined);
