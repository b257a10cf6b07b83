import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newNetwork, type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// What staff end while a page that offers to pay for it is open in some browser.

let site: OpenSite;
let event: string;

beforeAll(async () => {
  site = await openSharedSite();
  event = await site.insert("events", { title: "Tournoi", date: "2099-01-01" });
  await site.insert("event_packages", {
    event_id: event,
    key: "standard",
    name: "Standard",
    description: "Une place.",
    amount: 5000,
  });
});
afterAll(() => site?.close());

const read = async (address: string) => (await fetch(site.url + address)).text();

const post = (address: string, fields: Record<string, string>) =>
  fetch(site.url + address, {
    method: "POST",
    headers: { origin: site.url, ...newNetwork() },
    body: new URLSearchParams(fields),
  });

/** Somebody registers for a paid place; the addresses of their order and of their ticket. */
async function register(): Promise<{ id: string; order: string; ticket: string }> {
  const email = `${randomUUID()}@example.org`;
  const answer = await post(`/events/${event}?register=1`, {
    priceId: "standard",
    email,
    firstName: "Hawa",
    lastName: "Soumah",
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: "hawa",
    platform: "pc",
    acceptRules: "on",
    acceptTerms: "on",
  });
  const order = new URL(answer.url).pathname;
  const [{ id, ticket_token }] = await site.query(
    "select id, ticket_token from event_registrations where email = $1",
    [email],
  );
  return { id, order, ticket: `/tickets/${ticket_token}` };
}

/** What the pay button of a page sends. */
async function buttonOf(page: string): Promise<Record<string, string>> {
  const html = await read(page);
  const field = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "";
  return { intent: "pay", key: field("key"), charge: field("charge") };
}

/** Holds the event after all: the first press shows who will be told, the second one confirms it. */
async function reopenEvent(): Promise<void> {
  const form = `/admin/events/${event}`;
  const fields = { ...fieldsIn(await (await site.staff.get(form)).text()), status: "upcoming" };
  const question = await site.staff.post(form, fields);
  const asked = await question.text();
  expect(question.status, /role="alert".{0,900}/s.exec(asked)?.[0]).toBe(409);
  const told = /name="told" value="([^"]*)"/.exec(asked)?.[1] ?? "";
  expect((await site.staff.post(form, { ...fields, told })).status).toBeLessThan(400);
}

/** What the form of a page would send as it stands. */
function fieldsIn(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input\b[^>]*\bname="([^"]+)"[^>]*\bvalue="([^"]*)"[^>]*>/g);
  const areas = html.matchAll(/<textarea\b[^>]*\bname="([^"]+)"[^>]*>([^<]*)</g);
  const choices = html.matchAll(
    /<select\b[^>]*\bname="([^"]+)"[^>]*>(?:(?!<\/select>).)*<option value="([^"]*)" selected=""/gs,
  );
  return Object.fromEntries(
    [...inputs, ...areas, ...choices]
      .filter(([tag]) => !/type="(?:checkbox|radio)"/.test(tag) || tag.includes('checked=""'))
      .map(([, name = "", value = ""]) => [name, value]),
  );
}

const orderOf = async (id: string): Promise<string> =>
  (await site.query("select id from orders where subject_id = $1", [id]))[0]?.id;

/** Cancels the event with its numbers and a reason; a job then ends its registrations. */
async function cancelEvent(): Promise<void> {
  const form = `/admin/events/${event}/cancel`;
  const status = { intent: "status", ids: event, status: "cancelled" };
  const led = await site.staff.press("/admin/events?status=upcoming", event, status);
  expect(led.headers.get("location")).toBe(`${form}?status=upcoming#list`);
  const seen =
    /name="seen" value="([^"]*)"/.exec(await (await site.staff.get(form)).text())?.[1] ?? "";
  const answer = await site.staff.post(form, {
    cancellation_reason: "La salle est inondée.",
    seen,
  });
  expect(answer.status).toBe(302);
}

/** Takes the place that is offered again, and gives the address of its new order. */
async function takeAgain(ticket: string): Promise<string> {
  await expect.poll(() => read(ticket), { timeout: 10_000 }).toContain('value="accept"');
  return new URL((await post(ticket, { intent: "accept" })).url).pathname;
}

test("whoever comes by another name of the host pays and comes back there, since a form may end nowhere else", async () => {
  const { order } = await register();
  const send = (address: string, fields: Record<string, string>) =>
    fetch(site.url + address, {
      method: "POST",
      redirect: "manual",
      headers: { origin: site.url, ...newNetwork() },
      body: new URLSearchParams(fields),
    }).then((answer) => answer.headers.get("location") ?? `no redirect but ${answer.status}`);
  const operator = await send(order, await buttonOf(order));
  expect(operator).toMatch(/^\/payments\/simulated\/[\w-]+$/);
  expect(await read(operator)).toContain(`href="${order}?back=1"`);
  expect(await send(operator, { action: "approve", notices: "1" })).toBe(`${order}?back=1`);
});

test("an event that is cancelled: old tabs are told, and pay again once it is not", async () => {
  const { id, order, ticket } = await register();
  const button = await buttonOf(order);
  const paying = await post(order, button);
  expect(paying.url).toContain("/payments/simulated/");
  await cancelEvent();
  for (const pressed of [button, { ...button, key: randomUUID() }]) {
    const answer = await post(order, pressed);
    expect([answer.status, new URL(answer.url).pathname]).toEqual([200, order]);
    const page = await answer.text();
    expect(page).toContain("Cet événement est annulé");
    expect(page).not.toContain('name="key"');
    expect(page).not.toContain("/payments/simulated/");
  }
  expect(await read(ticket)).not.toContain("/payments/");
  const cash = await site.staff.post("/admin/payments", {
    intent: "cash",
    id: await orderOf(id),
    key: randomUUID(),
    receipt: "",
    seen_due: "5000",
  });
  expect(cash.status).toBe(409);
  expect(await cash.text()).toContain("cette commande n’attend plus de paiement");
  // The page asked the provider, who now waits for nobody.
  const simulated = await (await fetch(paying.url)).text();
  expect(simulated).not.toContain('name="action"');
  await reopenEvent();
  const next = await takeAgain(ticket);
  const again = await post(next, await buttonOf(next));
  expect(again.url).toContain("/payments/simulated/");
  // Cancelled once more while the provider waits: whoever has just paid is told what becomes of it.
  await post(new URL(again.url).pathname, { action: "silence", notices: "0" });
  await cancelEvent();
  expect(await read(next)).toContain("Si vous venez de payer, votre paiement vous sera remboursé.");
  await reopenEvent();
});

test("a registration that staff cancel: its page says who did, in place of a button", async () => {
  const { id, order, ticket } = await register();
  const button = await buttonOf(order);
  const answered = await site.staff.press("/admin/registrations", id, { intent: "cancel", id });
  expect(answered.status).toBe(200);
  const answer = await post(order, button);
  const page = await answer.text();
  expect(page).toContain("La fédération a annulé votre inscription");
  expect(page).not.toContain('name="key"');
  expect(await read(ticket)).not.toContain("/payments/");
});

test("an application whose member is suspended or deleted asks for no money", async () => {
  const html = await read("/membership");
  const type = /15[\s\u202f\u00a0]000[\s\S]*?type=([0-9a-f-]{36})/.exec(html)?.[1] ?? "";
  const email = `${randomUUID()}@example.org`;
  const answer = await post(`/membership?type=${type}`, {
    type,
    firstName: "Aïssatou",
    lastName: "Bah",
    email,
    phone: "622 12 34 56",
    birthDate: "2000-01-01",
    address: "Quartier Dixinn, Conakry",
    city: "Conakry",
    experience: "beginner",
    games: "Football",
    acceptTerms: "on",
    motivation: "Je veux jouer avec les meilleurs du pays et progresser chaque semaine.",
  });
  const application = new URL(answer.url).pathname;
  const order = /\/payments\/[\w-]{30,}/.exec(await answer.text())?.[0] ?? "";
  const button = await buttonOf(application);
  const [{ id }] = await site.query("select id from members where email = $1", [email]);
  const set = (status: string) =>
    site.staff.press("/admin/members", id, { intent: "status", ids: id, status });
  // Nobody has a licence before the payment: the list alone suspends.
  await set("suspended");
  expect(await (await post(order, button)).text()).toContain("Votre adhésion est suspendue");
  expect(await read(application)).not.toContain('name="key"');
  await set("pending");
  expect(await read(application)).toContain('name="key"');
  await site.staff.press("/admin/members", id, { intent: "delete", ids: id });
  const page = await (await post(order, button)).text();
  expect(page).toContain("Cette demande d’adhésion n’existe plus");
  expect(page).not.toContain('name="key"');
});
