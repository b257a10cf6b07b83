import { type LicenceList, readList, replaces } from "./licence-list.ts";
import type { Contact } from "./offline-check.ts";

// What a phone keeps for checks without a network, in one cache of the browser that page and service worker share.

const CACHE = "licences";
const LIST = "/V/list";
const CLUBS = "/V/clubs";
const CONTACT = "/V/contact";
const LANGUAGE = "/V/language";
export const CONTROL = "/V/control";
export const IN_ENGLISH = "/en";
/** After the address of the page: the language that is chosen from now on. */
export const [FRENCH, ENGLISH] = ["?fr", "?en"];

// Without https a browser keeps nothing.
const kept = async (address: string): Promise<Response | undefined> =>
  "caches" in globalThis
    ? (await caches.open(CACHE)).match(address, { ignoreVary: true })
    : undefined;
const keep = async (address: string, response: Response): Promise<void> =>
  (await caches.open(CACHE)).put(address, response);

/** The list that this phone holds, if it is a true one. */
export async function heldList(): Promise<LicenceList | undefined> {
  const response = await kept(LIST);
  return response && readList(new Uint8Array(await response.arrayBuffer()));
}

/** What a club is called, if this phone was told so. */
export async function heldClub(number: number): Promise<string | undefined> {
  const names: unknown = await (await kept(CLUBS))?.json().catch(() => undefined);
  const name: unknown = Object(names)[number];
  return typeof name === "string" ? name : undefined;
}

/** The time of the server and of this phone, when they last met. */
export const lastContact = async (): Promise<Contact | undefined> =>
  (await kept(CONTACT))?.json().catch(() => undefined);

/** Asks for a newer list. One that is older, or that nobody of ours signed, changes nothing. @throws without a network. */
export async function refreshList(): Promise<void> {
  const response = await fetch(LIST, { cache: "no-cache" });
  const server = Date.parse(response.headers.get("date") ?? "");
  if (server) await keep(CONTACT, new Response(JSON.stringify({ server, phone: Date.now() })));
  if (!response.ok) return;
  const copy = response.clone();
  const list = await readList(new Uint8Array(await response.arrayBuffer()));
  if (list && replaces(list, await heldList())) await keep(LIST, copy);
  // Without them an answer says no club, and is as true.
  const clubs = await fetch(CLUBS, { cache: "no-cache" }).catch(() => undefined);
  if (clubs?.ok) await keep(CLUBS, clubs);
}

/** Empty for French, which has no prefix. */
export const chosenPrefix = async (): Promise<string> =>
  (await (await kept(LANGUAGE))?.text()) ?? "";

export const keepChoice = (prefix: string): Promise<void> => keep(LANGUAGE, new Response(prefix));

/** Keeps the page in a language. @throws without a network. */
export async function keepPage(prefix: string): Promise<void> {
  const page = await fetch(prefix + CONTROL, { cache: "no-cache" });
  if (page.ok && !page.redirected) await keep(prefix + CONTROL, page);
}

export const hasPage = async (prefix: string): Promise<boolean> =>
  (await kept(prefix + CONTROL)) !== undefined;

/** The page that answers without a network, in the chosen language if it was ever opened in it. */
export const heldPage = async (prefix: string): Promise<Response | undefined> =>
  (await kept(prefix + CONTROL)) ?? (await kept(CONTROL)) ?? kept(IN_ENGLISH + CONTROL);
