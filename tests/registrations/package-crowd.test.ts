import "../mail/settings.ts";
import { expect, test, vi } from "vitest";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { choosePackage, giveUp } from "../../app/registrations/tickets/tickets.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { join, makeEvent, registrationsOf, setPackages, takenOf, tokenOf } from "./event.ts";

// Everybody at once, each as if through a process of their own: no line but the database's locks.
vi.mock("../../app/core/process/keyed-queue.ts", () => import("./without-queue.ts"));

const EARLY = "early-bird";
const PRICES = [
  { id: EARLY, amount: 15_000, quota: 1 },
  { id: "standard", amount: 25_000 },
];

withDatabase(() => {
  test("two people for the last place of a package: one gets it, the other is told", async () => {
    for (let round = 0; round < 8; round++) {
      const event = await makeEvent(10, { prices: PRICES });
      const answers = await Promise.all([1, 2].map((n) => join(event, n, EARLY)));
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["package-sold-out", "payment"]);
      expect(await registrationsOf(event)).toHaveLength(1);
      expect(await takenOf(event)).toEqual({ [EARLY]: 1, standard: 0 });
    }
  });

  test("forty for five places of a package, some of whom leave: it never counts a place too many", async () => {
    const prices = [
      { id: EARLY, amount: 0, quota: 5 },
      { id: "standard", amount: 0, quota: 30 },
    ];
    const event = await makeEvent(40, { prices });
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const answer = await join(event, n, EARLY);
        if (answer.outcome === "package-sold-out") return join(event, n, "standard");
        if (n % 3 === 0) await giveUp(tokenOf(answer), `person-${n}@example.org`);
        return answer;
      }),
    );
    const taken = await takenOf(event);
    expect(taken[EARLY]).toBeLessThanOrEqual(5);
    expect(taken.standard).toBeLessThanOrEqual(30);
    await settleEvents();
    await takenOf(event);
  });

  test("two who are asked to choose take the last place of a package once", async () => {
    const packages = (places: number) => [
      { id: EARLY, amount: 0, quota: 2, ends_at: "2026-01-01T00:00:00Z" },
      { id: "standard", amount: 0, quota: places },
    ];
    const [ending, other] = packages(2);
    if (!ending || !other) throw new Error("no packages");
    const event = await makeEvent(null, { prices: [{ ...ending, ends_at: undefined }, other] });
    for (const n of [1, 2]) await join(event, n, EARLY);
    for (const n of [3, 4]) await join(event, n, "standard");
    for (const n of [5, 6]) await join(event, n, EARLY);
    const choosing = async () => (await registrationsOf(event)).slice(4);
    // One more place: one is asked to choose it, and the next waits.
    await setPackages(event, packages(3));
    await settleEvents();
    expect((await choosing()).map(({ status }) => status)).toEqual(["offered", "waiting"]);
    // Both are asked, and staff take one place away again.
    await setPackages(event, packages(4));
    await settleEvents();
    await setPackages(event, packages(3));
    const tokens = (await choosing()).map(({ token }) => token);
    const chosen = await Promise.all(tokens.map((token) => choosePackage(token, "standard")));
    expect(chosen.sort()).toEqual([false, true]);
    expect(await takenOf(event)).toEqual({ [EARLY]: 2, standard: 3 });
  });
});
