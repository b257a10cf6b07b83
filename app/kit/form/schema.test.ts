import { expect, test } from "vitest";
import { whole } from "./schema.ts";

test("a number that is too high is told the limit, and not that it has to be positive", () => {
  const price = whole("Le prix doit être positif", 0, 100_000_000);
  const messageOf = (text: string) => price.safeParse(text).error?.issues.map((one) => one.message);
  expect(price.parse(" 100000000 ")).toBe(100_000_000);
  expect(messageOf("100000001")).toEqual(["Au plus 100\u202f000\u202f000"]);
  expect(messageOf("999999999999")).toEqual(["Au plus 100\u202f000\u202f000"]);
  for (const text of ["-1", "", "1,5", "mille"]) {
    expect(messageOf(text), text).toContain("Le prix doit être positif");
  }
  expect(whole("De 16 à 240", 16, 240, "De 16 à 240").safeParse("241").error?.issues).toMatchObject(
    [{ message: "De 16 à 240" }],
  );
});
