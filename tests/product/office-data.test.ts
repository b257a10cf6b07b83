import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { exampleAddress, type MappedRoute, mappedRoutes } from "../support/browser/site-map.ts";
import { textsIn } from "../support/database/database-texts.ts";
import { faultsOf, type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// A hydrated screen sends its data to the browser. Every text of the database is looked for in it: what
// nobody may see must not be there at all, and the rest only where the screen shows it.

/** Answers that are no screen: files, and what the screens ask for while one works in them. */
const NO_SCREEN = /\/(?:address|export|zip|upload|replace|choose|login|logout|forgotten|reset)\b/;
const screens = (await mappedRoutes()).filter(
  ({ pattern }) => pattern.startsWith("/admin") && !NO_SCREEN.test(pattern),
);

/** What opens something, or was written to one person: in no data, whatever shows it. */
const SECRETS = [
  "auth_accounts.password",
  "auth_sessions.token",
  "auth_two_factors.secret",
  "auth_two_factors.backup_codes",
  "auth_verifications.identifier",
  "auth_verifications.value",
  "members.application_token",
  "members.browser",
  "mail_outbox.text_body",
  "mail_outbox.html_body",
  "payments.redirect_url",
  "static_files.sha256",
  "events.search_text",
  "members.search_text",
  "members.sort_name",
  "orders.search_text",
];

/** The address of a person's own page is a secret too, but where staff are offered to open it. */
const OFFERED: Record<string, string> = {
  "orders.token": "/admin/payments/:id",
  "event_registrations.ticket_token": "/admin/registrations/:id",
};

/** What comes to the browser and is shown there otherwise than by its own letters, or only once asked for. */
const SHOWN_OTHERWISE: Record<string, string> = {
  "site_settings.setting_value": "the preview of the settings is in one language at a time",
  "membership_types.features": "a card of the list shows the first ones",
  "static_files.original_filename": "shown when the files are a table",
  "file_categories.icon": "drawn",
  "file_categories.color": "painted",
};

let site: OpenSite;
/** The columns in which each text of the database stands: what was there before other tests added to it. */
const columnsOf = new Map(inject("texts"));
const addresses = new Map<string, string>();

beforeAll(async () => {
  site = await openSharedSite();
  for (const { pattern } of screens) addresses.set(pattern, await realAddress(pattern));
});
afterAll(() => site?.close());

/** An address with something at it; the samples' is not enough where they have none. */
async function realAddress(pattern: string): Promise<string> {
  const tables: Record<string, string> = {
    "/admin/payments/:id": "orders where kind = 'registration'",
    "/admin/registrations/:id": "event_registrations where email = 'aissatou.bah@example.org'",
    "/admin/members/:id": "members where email = 'aissatou.bah@example.org'",
    "/admin/messages/:id": "contact_messages",
    "/admin/files/:id": "static_files where sha256 is not null",
    "/admin/files/categories/:id": "file_categories",
  };
  const table = tables[pattern];
  if (!table) return exampleAddress(pattern);
  const [row] = await site.query(`select id from ${table} order by created_at limit 1`);
  return pattern.replace(":id", row?.id);
}

/** Every text that the router sends for a screen: its own part, without the frame around it. */
async function dataOf(route: MappedRoute): Promise<string[]> {
  const own = new URLSearchParams({ _routes: route.id });
  const answer = await site.staff.get(`${addresses.get(route.pattern)}.data?${own}`);
  expect(answer.headers.get("content-type")).toBe("text/x-script");
  return readStream(await answer.text());
}

/** The router's stream: lines of JSON, those of what comes later with a name before them. */
const readStream = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => textsIn(JSON.parse(line.replace(/^P\d+:/, ""))));

const ENTITIES = { "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** What the screen shows: its document without the scripts, which bring the data once more. */
async function shownBy({ pattern }: MappedRoute): Promise<string> {
  const html = await (await site.staff.get(addresses.get(pattern) ?? "")).text();
  return (
    html
      .replaceAll(/<script[\s\S]*?<\/script>/g, "")
      // Where an address may break; what stands on both sides of it is one text.
      .replaceAll(/<wbr\/>(?:<!-- -->)?|<!-- -->(?=<wbr)/g, "")
      .replaceAll(
        /&(?:quot|#x27|lt|gt|amp);/g,
        (entity) => ENTITIES[entity as keyof typeof ENTITIES],
      )
  );
}

test("the database holds every kind of secret that is looked for", async () => {
  const all = new Set([...columnsOf.values()].flat());
  for (const secret of [...SECRETS, ...Object.keys(OFFERED)]) expect(all, secret).toContain(secret);
});

test("the data of a screen holds no secret, and nothing that the screen does not show", async () => {
  const faults = await faultsOf(screens, async (route) => {
    let visible = await shownBy(route);
    const wrong: string[] = [];
    for (const text of await dataOf(route)) {
      const columns = columnsOf.get(text) ?? [];
      if (columns.length === 0) continue;
      const isSecret = columns.some(
        (column) =>
          SECRETS.includes(column) || (OFFERED[column] ?? route.pattern) !== route.pattern,
      );
      const isAllowed = columns.some((column) => column in SHOWN_OTHERWISE);
      // Another test may have changed a list between the document and its data.
      if (!isSecret && !isAllowed && !visible.includes(text)) visible += await shownBy(route);
      if (isSecret || !(isAllowed || visible.includes(text)))
        wrong.push(`${route.pattern}: ${columns.join(", ")}: ${text.slice(0, 60)}`);
    }
    return wrong;
  });
  expect([...new Set(faults)]).toEqual([]);
});

test("the frame around every screen tells who works in it and what is new, and no secret", async () => {
  const answer = await site.staff.get("/admin.data?_routes=admin");
  const result = readStream(await answer.text()).flatMap((text) => columnsOf.get(text) ?? []);
  expect(result).toContain("profiles.email");
  for (const secret of [...SECRETS, ...Object.keys(OFFERED)]) expect(result).not.toContain(secret);
});

test("who is not signed in gets none of it, whatever part is asked for", async () => {
  const faults = await faultsOf(screens, async (route) => {
    const wrong: string[] = [];
    for (const query of ["", `?${new URLSearchParams({ _routes: route.id })}`, "?_routes=none"]) {
      const answer = await site.get(`${addresses.get(route.pattern)}.data${query}`);
      const texts = readStream(await answer.text()).filter((text) => columnsOf.has(text));
      if (answer.status !== 202 || texts.length > 0)
        wrong.push(`${route.pattern}${query}: ${answer.status} ${texts}`);
    }
    return wrong;
  });
  expect(faults).toEqual([]);
});
