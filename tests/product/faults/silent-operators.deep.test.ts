import { afterAll, beforeAll, expect, test } from "vitest";
import type { FaultKind } from "../../../simulators/faults.ts";
import { type Operators, startBetweenOperators } from "../../support/between-operators.ts";

// Operators that are away, slow or talk nonsense: who pays waits six seconds at most, and nobody else at all.

let site: Operators;
beforeAll(async () => {
  site = await startBetweenOperators();
}, 120_000);
afterAll(() => site.stop());

const READ_BEFORE = ["/", "/en", "/events", "/news", "/membership"];
const LONGEST_MS = 6_000;
/** What a request takes beside the operator's answer, on a busy machine. */
const OWN_MS = 1_000;

let people = 0;
/** Each from an address of their own, as their telephones have. */
function newPayer() {
  people += 1;
  const headers = { origin: site.url, "x-forwarded-for": `41.77.10.${people}` };
  const post = (address: string, fields: Record<string, string>) =>
    fetch(site.url + address, { method: "POST", headers, body: new URLSearchParams(fields) });
  const read = async (address: string) =>
    (await fetch(site.url + address, { headers, signal: AbortSignal.timeout(20_000) })).text();
  return { post, read, email: `payer-${people}@example.org` };
}
type Payer = ReturnType<typeof newPayer>;

/** The address of the payment of a membership that was just applied for. */
async function applied({ post, read, email }: Payer): Promise<string> {
  const type = /15[\s\u202f\u00a0]000[\s\S]*?type=([0-9a-f-]{36})/.exec(
    await read("/membership"),
  )?.[1];
  const answer = await post(`/membership?type=${type}`, {
    type: type ?? "",
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
  const address = /\/payments\/[\w-]{30,}/.exec(await answer.text())?.[0];
  if (!address) throw new Error(`no order: ${answer.status}`);
  return address;
}

/** What the button of one operator sends. */
async function buttonOf(payer: Payer, address: string, provider: string) {
  const form = (await payer.read(address))
    .split("<form")
    .find((one) => one.includes(`value="${provider}"`));
  const fieldOf = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(form ?? "")?.[1] ?? "";
  return {
    intent: "pay",
    provider,
    key: fieldOf("key"),
    charge: fieldOf("charge"),
    ...(provider === "djomy" && { payerNumber: "622 12 34 56" }),
  };
}

/** How long each reading of a cached page took while something goes on. */
async function readersWhile(work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const page of READ_BEFORE) {
      const began = performance.now();
      const answer = await fetch(site.url + page);
      await answer.text();
      times.push(performance.now() - began);
      expect(answer.status, page).toBe(200);
    }
  }
  await over;
  return times;
}

async function paysAt(provider: "djomy" | "paypal", kind: FaultKind) {
  const payer = newPayer();
  const address = await applied(payer);
  const button = await buttonOf(payer, address, provider);
  expect(button.charge, "the operator is offered").not.toBe("");
  const simulator = provider === "djomy" ? site.djomy : site.payPal;
  simulator.faults.add({ on: "*", kind, times: 1_000 });
  const began = performance.now();
  const press = payer.post(address, button).then(async (answer) => {
    const page = await answer.text();
    return { page, status: answer.status, ms: performance.now() - began };
  });
  return { payer, address, press, heal: () => simulator.faults.clear() };
}

test.each(["silence-before", "silence-after", "slow", "garbage", "endless"] as const)(
  "%s: a page of the payment in six seconds, cached pages at once, and nothing is lost",
  async (kind) => {
    for (const page of READ_BEFORE) await (await fetch(site.url + page)).text();
    const journeys = [await paysAt("djomy", kind), await paysAt("paypal", kind)];
    const answers = Promise.all(journeys.map(({ press }) => press));
    const times = await readersWhile(answers);
    for (const { status, page, ms } of await answers) {
      expect(ms).toBeLessThan(LONGEST_MS + OWN_MS);
      expect(status).toBe(200);
      expect(page).toMatch(/L’opérateur n’a pas répondu|L’opérateur attend votre accord/);
    }
    times.sort((a, b) => a - b);
    expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(250);

    for (const { heal, payer, address } of journeys) {
      heal();
      // Asked again, each operator knows the payment or does not: both can be paid.
      await expect
        .poll(() => payer.read(address), { timeout: 60_000, interval: 2_000 })
        .toMatch(/name="key"|Continuer le paiement|href="http:\/\/127\.0\.0\.1/);
    }
  },
  120_000,
);

test("stopping a payment of an operator that fell silent takes no longer either", async () => {
  const payer = newPayer();
  const address = await applied(payer);
  await payer.post(address, await buttonOf(payer, address, "paypal"));
  site.payPal.faults.add({ on: "*", kind: "slow", times: 1_000 });
  const began = performance.now();
  const answer = await payer.post(address, { intent: "stop" });
  expect(answer.status).toBe(200);
  await answer.text();
  expect(performance.now() - began).toBeLessThan(LONGEST_MS + OWN_MS);
  site.payPal.faults.clear();
  await expect
    .poll(() => payer.read(address), { timeout: 60_000, interval: 2_000 })
    .toContain('name="key"');
});
