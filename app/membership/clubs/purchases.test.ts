import { expect, test } from "vitest";
import { boughtCount, purchaseLabels } from "./purchases.ts";

test("a club buys one licence to a hundred, in digits", () => {
  const read = (text: unknown) => boughtCount.safeParse(text).data;
  expect(["1", " 10 ", "100"].map(read)).toEqual([1, 10, 100]);
  const wrong = [
    "",
    "0",
    "000",
    "-1",
    "+1",
    "101",
    "1000000000",
    "1e9",
    "1.5",
    "0x10",
    "abc",
    "１",
  ];
  expect([...wrong, undefined, 5, ["5"]].map(read).filter((one) => one !== undefined)).toEqual([]);
});

test("an order of licences is called after its club, and never after a person", () => {
  expect(purchaseLabels(10, "Club X").label_fr).toBe("10 licences, Club X");
  expect(purchaseLabels(1, null).label_en).toBe("1 licence");
});
