import { afterAll, beforeAll, expect, test } from "vitest";
import { CutProduct, registrationOf } from "../../support/product/cut-product.ts";

// A server that answers late, or has gone silent.

const KNOWN = ["/", "/about", "/membership"];
const FREE_EVENT = "/events/01930000-0000-7000-8000-000000002006?register=1";
/** Of each answer: a form asks ten times and more. */
const DELAY_MS = 400;
/** An answer that does not come at all is waited for as long (STATEMENT_MS and ANSWER_MS), and no longer. */
const BOUNDED_MS = 20_000;
let cut: CutProduct;

beforeAll(async () => {
  cut = await CutProduct.start();
  for (const path of KNOWN) await timed(path);
}, 120_000);
afterAll(() => cut?.stop());

async function timed(path: string) {
  const began = performance.now();
  const answer = await fetch(cut.product.url + path, { signal: AbortSignal.timeout(60_000) });
  await answer.text();
  return { status: answer.status, ms: performance.now() - began };
}

async function knownPages(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (const path of KNOWN) {
      const { status, ms } = await timed(path);
      expect(status, path).toBe(200);
      times.push(ms);
    }
  }
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(250);
}

function registration() {
  const { ask, who } = cut.newPerson();
  const fields = registrationOf(who, "en-ligne");
  const places = () => cut.count("event_registrations where email = $1", who.email);
  return { send: () => ask(FREE_EVENT, fields), places };
}

test("one that answers late: known pages at once, others and forms in bounded time, each once", async () => {
  cut.proxy.delayMs = DELAY_MS;
  try {
    const forms = [1, 2, 3].map(registration);
    const began = performance.now();
    const answers = Promise.all(
      forms.map(async (form) => ({
        ...form,
        ...(await form.send()),
        ms: performance.now() - began,
      })),
    );
    await knownPages();
    const other = await timed("/search?q=tournoi");
    expect([200, 503]).toContain(other.status);
    expect(other.ms).toBeLessThan(BOUNDED_MS);
    for (const { status, ms, places } of await answers) {
      expect([302, 503]).toContain(status);
      expect(ms).toBeLessThan(BOUNDED_MS);
      expect(ms, "the database really was slow").toBeGreaterThan(DELAY_MS);
      expect(await places()).toBe(status === 302 ? 1 : 0);
    }
  } finally {
    cut.proxy.delayMs = 0;
  }
}, 90_000);

test("one that has gone silent: a clear answer in bounded time, and recovery by itself", async () => {
  const { send, places } = registration();
  cut.server.freeze(true);
  try {
    const began = performance.now();
    const form = send();
    await knownPages();
    expect((await form).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(BOUNDED_MS);
  } finally {
    cut.server.freeze(false);
  }
  await expect.poll(async () => (await timed("/readyz")).status, { timeout: 15_000 }).toBe(200);
  const { status } = await send();
  expect(status).toBe(302);
  expect(await places()).toBe(1);
}, 90_000);
