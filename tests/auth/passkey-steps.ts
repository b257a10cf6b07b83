import { expect } from "vitest";
import { action as accountAction } from "../../app/auth/account/account.admin.tsx";
import type { AccountState } from "../../app/auth/account/account-change.server.ts";
import { offerPasskey, signInWithPasskey } from "../../app/auth/sign-in/sign-in.server.ts";
import { PASSWORD, TestBrowser } from "./browser.ts";
import { signedIn } from "./factors.ts";
import { SoftKey } from "./soft-key.ts";

const ACCOUNT = "/admin/account";
type Faults = Parameters<SoftKey["sign"]>[1];

/** Presses a button of one's own account, as its screen does. */
export async function pressAccount(browser: TestBrowser, values: Record<string, string>) {
  const pressed = await browser.press(accountAction as never, ACCOUNT, values);
  return { ...pressed, state: pressed.data as AccountState };
}

/** What a browser gets to make a passkey, once its owner confirmed. */
export async function begin(browser: TestBrowser, proof = PASSWORD) {
  const { state } = await pressAccount(browser, { intent: "passkey-add", "proof.code": proof });
  if (!state.passkey) throw new Error("nothing came to make a passkey with");
  return state.passkey.options;
}

/** Adds a passkey to the account of who is signed in. */
export async function add(browser: TestBrowser, name = "Téléphone", proof = PASSWORD) {
  const key = new SoftKey();
  const passkey = key.make(await begin(browser, proof));
  const { state } = await pressAccount(browser, { intent: "passkey-save", passkey, name });
  expect(state.done).toBe("Clé d’accès ajoutée");
  return key;
}

/** Somebody signed in who has a passkey. */
export async function withPasskey() {
  const { email, browser } = await signedIn();
  return { email, browser, key: await add(browser) };
}

/** What the sign-in screen gives this browser. */
export function offered(browser: TestBrowser) {
  const offer = offerPasskey(browser.request);
  if (!offer) throw new Error("no passkey is offered");
  browser.keep([offer.cookie]);
  return offer.options;
}

/** Sends what a passkey signed; the status, where it leads and what the screen says. */
export async function send(browser: TestBrowser, passkey: string, from: string | null = null) {
  const { request, context } = browser;
  const answer = await signInWithPasskey({ request, context, from }, { passkey });
  if (answer instanceof Response) {
    browser.keep(answer.headers.getSetCookie());
    return { status: answer.status, to: answer.headers.get("location"), message: undefined };
  }
  const { failure } = answer.data;
  return { status: answer.init?.status, to: null, message: failure?.message };
}

/** Signs in by a passkey from a browser of its own. */
export async function enter(key: SoftKey, faults: Faults = {}, browser = new TestBrowser()) {
  const answer = await send(browser, key.sign(offered(browser), faults), "/admin/news");
  return { ...answer, browser };
}
