import { beforeAll, describe, expect, test } from "vitest";
import { type Weight, weighAll, weighedScreens, weightRows } from "../../bench/weight.ts";
import { officeWeightRows } from "../../bench/weight-office.ts";

// Bytes do not depend on how busy the machine is, so they are promises that a test can hold us to.
// It looks at the build, through the same code as `npm run bench -- weight`.
const screens = await weighedScreens();
let weights = new Map<string, Weight>();

beforeAll(async () => {
  ({ weights } = await weighAll());
}, 120_000);

describe("a cold visit on a phone", () => {
  test.each(screens)("$address keeps to its budget ($kind)", (screen) => {
    const weight = weights.get(screen.address);
    if (!weight) throw new Error(`${screen.address} was not weighed`);
    const over = weightRows(screen, weight)
      .filter((row) => !row.ok)
      .map((row) => `${row.what}: ${row.measured}, budget ${row.budget}`);
    expect(over, weight.detail.join("\n")).toEqual([]);
  });

  test.each(screens)("$address moves nothing that was already shown", ({ address }) => {
    // 0.00 is what is promised; a thousandth is below what anybody sees.
    expect(weights.get(address)?.shift).toBeLessThan(0.005);
  });
});

test("the back office keeps to its budget, from the sign-in to the first list and beyond", async () => {
  const { rows, detail } = await officeWeightRows();
  const over = rows.filter((row) => !row.ok);
  const result = over.map((row) => `${row.what}: ${row.measured}, budget ${row.budget}`);
  expect(result, detail.join("\n")).toEqual([]);
}, 60_000);
