import { afterAll, beforeAll, expect, test } from "vitest";
import { newNetwork, type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// A place that becomes free, from the page of whoever gives it up to the page of whoever takes it, with
// the jobs and the page cache between them: two processes on one server.

let site: OpenSite;
let event: string;

beforeAll(async () => {
  site = await openSharedSite();
  event = await site.insert("events", { title: "Finale", date: "2099-01-01", max_participants: 1 });
  const packages = [
    { key: "free", name: "Gratuit", amount: 0 },
    { key: "paid", name: "Standard", amount: 5000 },
  ];
  for (const one of packages)
    await site.insert("event_packages", { ...one, event_id: event, description: "" });
});
afterAll(() => site?.close());

/** Where a form leads that is sent as a browser sends it. */
async function post(url: string, address: string, fields: Record<string, string>) {
  const answer = await fetch(url + address, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, ...newNetwork() },
    body: new URLSearchParams(fields),
  });
  return answer.headers.get("location") ?? `no redirect but ${answer.status}`;
}

const register = (url: string, name: string, priceId: string) =>
  post(url, `/en/events/${event}?register=1`, {
    firstName: "Hawa",
    lastName: "Soumah",
    email: `${name}@example.org`,
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: name,
    platform: "pc",
    priceId,
    acceptRules: "on",
    acceptTerms: "on",
  });

const read = async (url: string, address: string) => (await fetch(url + address)).text();

const shows = (url: string, address: string, words: string) =>
  expect.poll(() => read(url, address), { timeout: 20_000 }).toContain(words);

test("what one gives up is offered to the next, taken, and told on the page of the event", async () => {
  const [first, second] = [site.url, site.second.url];
  const page = `/en/events/${event}`;
  await shows(first, page, "1 place");
  const holder = await register(first, "holder", "free");
  expect(holder).toMatch(/^\/en\/tickets\/[\w-]{32}$/);
  const waiting = await register(second, "waiting", "paid");
  await shows(second, waiting, "Your position: 1.");
  await shows(first, page, "1 of 1 places taken");
  await shows(second, page, "1 person is on the waiting list.");

  expect(await post(second, holder, { intent: "give-up", email: "holder@example.org" })).toBe(
    holder,
  );
  await shows(first, waiting, "A place is offered to you");
  await shows(second, page, "1 offered to someone who has yet to answer, no place available");

  const payment = await post(first, waiting, { intent: "accept" });
  expect(payment).toMatch(/^\/en\/payments\/[\w-]{32}$/);
  expect(await post(second, waiting, { intent: "accept" })).toBe(payment);
  await shows(second, waiting, "Awaiting payment");
  await shows(first, page, "1 awaiting payment, no place available");
}, 60_000);
