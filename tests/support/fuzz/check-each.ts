import { expect } from "vitest";

/** Checks every one of these, and fails with the names of all that are wrong: one proof over many, as one case. */
export async function checkEach<Item>(
  items: Iterable<readonly [name: string, item: Item]>,
  check: (item: Item, name: string) => unknown,
): Promise<void> {
  const wrong: string[] = [];
  let count = 0;
  for (const [name, item] of items) {
    count += 1;
    try {
      await check(item, name);
    } catch (error) {
      wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count, "nothing was checked").toBeGreaterThan(0);
}
