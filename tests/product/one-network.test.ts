import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// Many registrations from one address, as they reach the product: an attack, a crowd, a proxy that nobody
// told us of.

/** Of the samples, where the product is the one that comes without settings. */
const SAMPLE_EVENT = "01930000-0000-7000-8000-000000002001";
const PLACES = 20;

let n = 0;
type Event = { url: string; id: string };
/** Where a form leads that is sent by somebody new; or what was answered instead. */
async function register({ url, id }: Event, headers: Record<string, string> = {}) {
  const who = ++n;
  const answer = await fetch(`${url}/events/${id}?register=1`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, ...headers },
    body: new URLSearchParams({
      firstName: "Hawa",
      lastName: "Soumah",
      email: `person-${who}@example.org`,
      phone: "622 12 34 56",
      birthDate: "2001-02-03",
      gamertag: `player${who}`,
      platform: "pc",
      priceId: "standard",
      acceptRules: "on",
      acceptTerms: "on",
    }),
  });
  await answer.arrayBuffer();
  return answer.headers.get("location") ?? `no redirect but ${answer.status}`;
}

const crowd = (count: number, event: Event, headers?: (one: number) => Record<string, string>) =>
  Promise.all(Array.from({ length: count }, (_, one) => register(event, headers?.(one))));

const held = (answers: string[]) => answers.filter((to) => to.includes("/payments/")).length;
const listed = (answers: string[]) => answers.filter((to) => to.includes("/tickets/")).length;

describe("a product that sees its visitors", () => {
  let site: OpenSite;
  beforeAll(async () => {
    site = await openSharedSite();
  });
  afterAll(() => site?.close());
  const from = (address: string) => ({ "x-forwarded-for": address });

  test("one address does not take the last places, nor does one /64; the others do", async () => {
    const id = await site.insert("events", { date: "2099-01-01", max_participants: PLACES });
    await site.insert("event_packages", {
      event_id: id,
      key: "standard",
      name: "Standard",
      description: "",
      amount: 5000,
    });
    const event = { url: site.url, id };
    const attack = await crowd(9, event, () => from("41.223.7.9"));
    expect([held(attack), listed(attack)]).toEqual([5, 4]);
    const rotating = await crowd(9, event, (one) => from(`2c0f:f248:1:2::${one.toString(16)}`));
    expect([held(rotating), listed(rotating)]).toEqual([5, 4]);
    const honest = await crowd(PLACES - 10, event, (one) => from(`102.176.${one}.5`));
    expect(held(honest)).toBe(PLACES - 10);
  });
});

test("a product that was not told of its proxy lets its address limit nobody, and limits who comes without", async () => {
  const event = { url: inject("plainSite").url, id: SAMPLE_EVENT };
  const behind = await crowd(8, event, (one) => ({ "x-forwarded-for": `102.176.${one}.5` }));
  expect(held(behind)).toBe(8);
  const direct = await crowd(8, event);
  expect([held(direct), listed(direct)]).toEqual([5, 3]);
});
