import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMINISTRATOR } from "../support/office.ts";
import { type Product, startProduct } from "../support/product.ts";
import { StaffClient } from "../support/staff-client.ts";

// What staff end while a page that offers to pay for it is open in some browser.

const EVENT = "01930000-0000-7000-8000-000000002001";

let product: Product;
let staff: StaffClient;

beforeAll(async () => {
  product = await startProduct({
    PAYMENTS_SIMULATED: "1",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  staff = await StaffClient.signIn(product.url);
}, 120_000);
afterAll(() => product?.stop());

const read = async (address: string) => (await fetch(product.url + address)).text();

const post = (address: string, fields: Record<string, string>) =>
  fetch(product.url + address, {
    method: "POST",
    headers: { origin: product.url },
    body: new URLSearchParams(fields),
  });

/** Somebody registers for a paid place; the addresses of their order and of their ticket. */
async function register(language: "" | "/en"): Promise<{ order: string; ticket: string }> {
  const event = `${language}/events/${EVENT}?register=1`;
  const priceId = /name="priceId"[^>]*value="([^"]+)"/.exec(await read(event))?.[1] ?? "";
  const email = `${randomUUID()}@example.org`;
  const answer = await post(event, {
    ...{ priceId, email, firstName: "Hawa", lastName: "Soumah", phone: "622 12 34 56" },
    ...{
      birthDate: "2001-02-03",
      gamertag: "hawa",
      platform: "pc",
      acceptRules: "on",
      acceptTerms: "on",
    },
  });
  const order = new URL(answer.url).pathname;
  const ticket = await fetch(product.url + order.replace("/payments/", "/tickets/"));
  return { order, ticket: new URL(ticket.url).pathname };
}

/** What the pay button of a page sends. */
async function buttonOf(page: string): Promise<Record<string, string>> {
  const html = await read(page);
  const field = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "";
  return { intent: "pay", key: field("key"), charge: field("charge") };
}

const setStatus = (status: string) =>
  staff.press("/admin/events", EVENT, { intent: "status", ids: EVENT, status });

/** Cancels the event with its numbers and a reason; a job then ends its registrations. */
async function cancelEvent(): Promise<void> {
  const form = `/admin/events/${EVENT}/cancel`;
  const seen = /name="seen" value="([^"]*)"/.exec(await (await staff.get(form)).text())?.[1] ?? "";
  const answer = await staff.post(form, { cancellation_reason: "La salle est inondée.", seen });
  expect(answer.status).toBe(302);
}

/** Takes the place that is offered again, and gives the address of its new order. */
async function takeAgain(ticket: string): Promise<string> {
  await expect.poll(() => read(ticket), { timeout: 10_000 }).toContain('value="accept"');
  return new URL((await post(ticket, { intent: "accept" })).url).pathname;
}

async function idsOfNewest(list: string): Promise<string> {
  const html = await (await staff.get(list)).text();
  const id = new RegExp(`${list}/([0-9a-f-]{36})`).exec(html)?.[1];
  if (!id) throw new Error(`nothing in ${list}`);
  return id;
}

test.each([
  ["", "Cet événement est annulé", "Si vous venez de payer, votre argent vous sera rendu."],
  ["/en", "This event has been cancelled", "If you have just paid, your money will be returned"],
] as const)(
  "an event that is cancelled: old tabs of '%s' are told, and pay again once it is not",
  async (...row) => {
    const [language, title, justPaid] = row;
    const { order, ticket } = await register(language);
    const button = await buttonOf(order);
    const paying = await post(order, button);
    expect(paying.url).toContain("/payments/simulated/");
    await cancelEvent();
    for (const pressed of [button, { ...button, key: randomUUID() }]) {
      const answer = await post(order, pressed);
      expect([answer.status, new URL(answer.url).pathname]).toEqual([200, order]);
      const page = await answer.text();
      expect(page).toContain(title);
      expect(page).not.toContain('name="key"');
      expect(page).not.toContain("/payments/simulated/");
    }
    expect(await read(ticket)).not.toContain("/payments/");
    const cash = await staff.post("/admin/payments", {
      ...{
        intent: "cash",
        id: await idsOfNewest("/admin/payments"),
        key: randomUUID(),
        receipt: "",
      },
    });
    expect(cash.status).toBe(409);
    expect(await cash.text()).toContain("cette commande n’attend plus de paiement");
    // The page asked the provider, who now waits for nobody.
    const simulated = await (await fetch(paying.url)).text();
    expect(simulated).not.toContain('name="action"');
    await setStatus("upcoming");
    const next = await takeAgain(ticket);
    const again = await post(next, await buttonOf(next));
    expect(again.url).toContain("/payments/simulated/");
    // Cancelled once more while the provider waits: whoever has just paid is told what becomes of it.
    await post(new URL(again.url).pathname, { action: "silence", notices: "0" });
    await cancelEvent();
    expect(await read(next)).toContain(justPaid);
    await setStatus("upcoming");
  },
);

test("a registration that staff cancel: its page says who did, in place of a button", async () => {
  const { order, ticket } = await register("");
  const button = await buttonOf(order);
  const id = await idsOfNewest("/admin/registrations");
  expect((await staff.press("/admin/registrations", id, { intent: "cancel", id })).status).toBe(200);
  const answer = await post(order, button);
  const page = await answer.text();
  expect(page).toContain("La fédération a annulé votre inscription");
  expect(page).not.toContain('name="key"');
  expect(await read(ticket)).not.toContain("/payments/");
});

test("an application whose member is suspended or deleted asks for no money", async () => {
  const html = await read("/membership");
  const type = /15[\s\u202f\u00a0]000[\s\S]*?type=([0-9a-f-]{36})/.exec(html)?.[1] ?? "";
  const answer = await post(`/membership?type=${type}`, {
    ...{ type, firstName: "Aïssatou", lastName: "Bah", email: `${randomUUID()}@example.org` },
    ...{ phone: "622 12 34 56", birthDate: "2000-01-01", address: "Quartier Dixinn, Conakry" },
    ...{ city: "Conakry", experience: "beginner", games: "Football", acceptTerms: "on" },
    motivation: "Je veux jouer avec les meilleurs du pays et progresser chaque semaine.",
  });
  const application = new URL(answer.url).pathname;
  const order = /\/payments\/[\w-]{30,}/.exec(await answer.text())?.[0] ?? "";
  const button = await buttonOf(application);
  const id = await idsOfNewest("/admin/members");
  const set = (status: string) =>
    staff.press("/admin/members", id, { intent: "status", ids: id, status });
  await set("suspended");
  expect(await (await post(order, button)).text()).toContain("Votre adhésion est suspendue");
  expect(await read(application)).not.toContain('name="key"');
  await set("pending");
  expect(await read(application)).toContain('name="key"');
  await staff.press("/admin/members", id, { intent: "delete", ids: id });
  const page = await (await post(order, button)).text();
  expect(page).toContain("Cette demande d’adhésion n’existe plus");
  expect(page).not.toContain('name="key"');
});
