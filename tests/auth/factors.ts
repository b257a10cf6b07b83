import { expect } from "vitest";
import { totp } from "../support/totp.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import type { inspector } from "./inspect.ts";

const STEP_MS = 30_000;
const MAIL_CODE = /Votre code\u202f: (\d{6})/;

export async function signedIn() {
  const email = await administrator();
  const browser = new TestBrowser();
  await browser.signIn(email, PASSWORD);
  return { email, browser };
}

/** An account with an authenticator. `nextCode` shows codes that were not used, three of them. */
export async function withAuthenticator() {
  const { email, browser } = await signedIn();
  const started = await browser.change({ intent: "second-factor", password: PASSWORD });
  const uri = started.state.setup?.uri ?? "";
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const began = Date.now();
  let shift = -1;
  const nextCode = () => {
    if (shift > 1) throw new Error("no code is left that was not used");
    return totp(secret, began + STEP_MS * shift++);
  };
  const confirmed = await browser.change({ intent: "confirm", uri, code: nextCode() });
  expect(confirmed.state.done).toBe("Validation en deux étapes activée");
  return {
    email,
    browser,
    secret,
    nextCode,
    codes: confirmed.state.recoveryCodes ?? [],
    confirmed,
  };
}

/** What reads the codes in an account's mail. */
export function mailCodes({ rows, mailsTo }: ReturnType<typeof inspector>) {
  const codesIn = async (email: string) =>
    (await mailsTo(email)).map((text) => MAIL_CODE.exec(text)?.[1]).filter((code) => code);
  /** The code that `send` makes arrive. */
  async function sent(email: string, send: () => Promise<unknown>): Promise<string> {
    const { length } = await codesIn(email);
    await send();
    await expect.poll(async () => (await codesIn(email)).length).toBe(length + 1);
    return (await codesIn(email)).at(-1) ?? "";
  }
  return {
    sent,
    rows,
    /** An account whose codes come by mail. */
    async withMailCodes() {
      const { email, browser } = await signedIn();
      const started = await browser.change({ intent: "second-factor", password: PASSWORD });
      const uri = started.state.setup?.uri ?? "";
      const code = await sent(email, () => browser.change({ intent: "send-code", uri, sent: "" }));
      const confirmed = await browser.change({ intent: "confirm", uri, sent: "1", code });
      expect(confirmed.state.done).toBe("Validation en deux étapes activée");
      return { email, browser, codes: confirmed.state.recoveryCodes ?? [] };
    },
  };
}
