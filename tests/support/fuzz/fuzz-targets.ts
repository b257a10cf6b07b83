import { exampleAddress, mappedRoutes } from "../browser/site-map.ts";
import { type Fields, formsOf } from "../forms.ts";
import { fieldNamesOf, intentsOf, wordsOf } from "../intents.ts";

/** One address that is tried, with what could be sent to it. */
export type Target = {
  address: string;
  /** How many pieces of it are somebody's own words: the last ones. */
  pattern: string;
  forms: Fields[];
  /** Changes of a list, with the fields that they read. */
  intents: string[];
  fieldNames: string[];
  /** Words and rows that a request may name. */
  words: string[];
  ids: string[];
};

const person = {
  firstName: "Aïssatou",
  lastName: "Bah",
  email: "aissatou@example.org",
  phone: "622 12 34 56",
  birthDate: "2001-02-03",
};
const player = {
  ...person,
  gamertag: "aissa",
  platform: "mobile",
  acceptRules: "on",
  acceptTerms: "on",
};
const TYPE = "01930000-0000-7000-8000-000000005001";

/** Public forms with fields that they accept: most changes of these are noticed by nothing but a rule. */
const PUBLIC_FORMS: Record<string, Fields> = {
  "/newsletter": { email: person.email, whatsapp: person.phone, consent: "on" },
  "/": { email: person.email, whatsapp: person.phone, consent: "on" },
  "/contact": {
    name: "Aïssatou Bah",
    email: person.email,
    subject: "Club",
    message: "Un message assez long.",
  },
  [`/membership?type=${TYPE}`]: {
    ...person,
    type: TYPE,
    address: "Quartier Taouyah, Ratoma",
    city: "Conakry",
    experience: "beginner",
    games: "EA Sports FC",
    motivation: "Je veux jouer pour la Guinée et apprendre avec les meilleurs.",
    acceptTerms: "on",
  },
  "/events/01930000-0000-7000-8000-000000002001?register=1": { ...player, priceId: "standard" },
  // Free, so that it leads to a ticket.
  "/events/01930000-0000-7000-8000-000000002006?register=1": { ...player, priceId: "en-ligne" },
  // Keys of nobody, in the form that ours have: others go no further than the router.
  "/tickets/no-such-ticket-0123456789": { intent: "give-up", email: person.email },
  "/tickets/proof/no-such-receipt-of-a-registration-0123456789": { intent: "code", code: "042137" },
  "/newsletter/return/no-such-return-of-a-subscription-0123456789": {},
  "/newsletter/unsubscribe/no-such-token-0123456789": { status: "active" },
};

/** What the server answers without the router. */
const BESIDES = [
  "/healthz",
  "/readyz",
  "/pictures/logo.svg",
  "/assets/x.js",
  "/files/uploads/x.png",
];

/** What else such an address is asked with. */
const QUERIES: Record<string, string> = {
  "/admin/files/upload": "?filename=a.txt&category_id=&is_public=on",
  "/admin/files/:id/replace": "?filename=a.pdf",
  "/admin/files/zip": "?ids=01930000-0000-7000-8000-000000007001",
};

const bare = (address: string, pattern = address): Target => ({
  address,
  pattern,
  forms: [],
  intents: [],
  fieldNames: [],
  words: [],
  ids: [],
});

/** The public forms, and the pages that somebody comes to who sends them: of a ticket, of a payment. */
export async function formTargets(url: string): Promise<Target[]> {
  const forms = Object.entries(PUBLIC_FORMS).flatMap(([address, fields]) =>
    ["", "/en"].map((language) => ({ ...bare(language + address), forms: [fields] })),
  );
  const further: Target[] = [];
  for (let ahead: Target[] = forms, step = 0; step < 3; step++) {
    ahead = (await Promise.all(ahead.map((target) => pagesAfter(url, target)))).flat();
    further.push(...ahead);
  }
  return [...forms, ...further];
}

/** Where each form of a page leads, when that is a page with forms of its own. */
async function pagesAfter(url: string, { address, forms }: Target): Promise<Target[]> {
  const result: Target[] = [];
  for (const fields of forms) {
    const body = new URLSearchParams(fields);
    const sent = await fetch(url + address, { method: "POST", redirect: "manual", body });
    const { pathname } = new URL(sent.headers.get("location") ?? address, url);
    if (pathname === address.split("?", 1)[0]) continue;
    // A ticket shows its form when it is asked for.
    const html = await (await fetch(`${url + pathname}?give-up=1`)).text();
    const here = formsOf(html, pathname);
    if (here.length > 0) result.push({ ...bare(pathname), forms: here });
  }
  return result;
}

/** Every address of the site map, with the forms and rows that whoever has this cookie finds there. */
export async function routeTargets(url: string, cookie = ""): Promise<Target[]> {
  const routes = await mappedRoutes();
  const result: Target[] = BESIDES.map((address) => bare(address));
  for (const { pattern, file } of routes) {
    const address = exampleAddress(pattern);
    const answer = await fetch(url + address, { headers: { cookie }, redirect: "manual" });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
    const html = isPage ? await answer.text() : ((await answer.body?.cancel()) ?? "");
    result.push({
      address: address + (QUERIES[pattern] ?? ""),
      pattern,
      forms: formsOf(html, address),
      intents: intentsOf(file),
      fieldNames: fieldNamesOf(file),
      words: wordsOf(file),
      ids: [...new Set(html.match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? [])],
    });
  }
  return result;
}
