import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Letters } from "../../bench/season/letters.ts";

const FINE = { later: 0, never: 0, cut: 0 };
const debt = { to: "a@members.test", letter: "ends today", at: 0 } as const;

let letters: Letters;
beforeEach(async () => {
  letters = await Letters.start();
  letters.weather = FINE;
});
afterEach(() => letters.stop());

async function send(messageId: string, subject = "Your membership ends today") {
  const transport = createTransport({ url: letters.url });
  const message = { messageId, subject, from: "site@fge.test", to: debt.to, text: "x" };
  await transport.sendMail(message).finally(() => transport.close());
}

test("a letter counts once, however often its copy comes", async () => {
  letters.owe(debt);
  await send("<1@fge.test>");
  await send("<1@fge.test>");
  expect(letters.takeUnowed()).toEqual([]);
  expect([letters.count, letters.copies]).toEqual([1, 1]);
  expect(letters.takeArrivals()).toEqual([{ to: debt.to, letter: debt.letter }]);
});

test("a second letter for one reason is not owed", async () => {
  letters.owe(debt);
  await send("<1@fge.test>");
  await send("<2@fge.test>");
  expect(letters.takeUnowed()).toEqual([
    { to: "a@members.test", words: "a@members.test > ends today: 2 came, 1 owed" },
  ]);
});

test("what did not come is late, one debt after the other", async () => {
  letters.owe(debt);
  letters.owe(debt);
  await send("<1@fge.test>");
  expect(letters.isLate(debt)).toBe(false);
  expect(letters.isLate(debt)).toBe(true);
});

test("a letter that the server took counts, though the line broke before it said so", async () => {
  letters.owe(debt);
  letters.weather = { ...FINE, cut: 1 };
  await expect(send("<1@fge.test>")).rejects.toThrow();
  letters.weather = FINE;
  await send("<1@fge.test>");
  expect([letters.count, letters.copies]).toEqual([1, 1]);
});

test("what was refused for good is dealt with, and may not come again", async () => {
  letters.owe(debt);
  letters.weather = { ...FINE, never: 1 };
  await expect(send("<1@fge.test>")).rejects.toThrow();
  expect(letters.isLate(debt)).toBe(false);
  letters.weather = FINE;
  await send("<1@fge.test>");
  expect(letters.wrong).toHaveLength(1);
});

test("a letter that nobody knows is told", async () => {
  await send("<1@fge.test>", "Gagnez un téléphone");
  expect(letters.wrong).toEqual([
    "a letter that nobody knows, to a@members.test: Gagnez un téléphone",
  ]);
});
