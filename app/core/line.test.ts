import { expect, test } from "vitest";
import { inLine, MOST_WAITING } from "./line.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("one at a time in a line, in the order of coming; another line does not wait", async () => {
  const done: string[] = [];
  const work = (name: string, ms: number) => async () => {
    await pause(ms);
    done.push(name);
    return name;
  };
  const answers = await Promise.all([
    inLine("a", work("slow", 30)),
    inLine("a", work("quick", 0)),
    inLine("b", work("other", 5)),
  ]);
  expect(done).toEqual(["other", "slow", "quick"]);
  expect(answers).toEqual(["slow", "quick", "other"]);
});

test("a failure is its own: the line goes on", async () => {
  const failing = inLine("c", () => Promise.reject(new Error("mine")));
  const next = inLine("c", () => Promise.resolve("served"));
  await expect(failing).rejects.toThrow("mine");
  await expect(next).resolves.toBe("served");
});

test("lanes take turns: who sends a hundred waits behind themselves, not before others", async () => {
  const served: string[] = [];
  const work = (name: string) => async () => {
    await pause(0);
    served.push(name);
  };
  const flood = Array.from({ length: 100 }, (_, n) => inLine("d", work(`flood ${n}`), "one"));
  const others = ["two", "three"].map((lane) => inLine("d", work(lane), lane));
  await Promise.all([...flood, ...others]);
  expect(served.indexOf("two")).toBeLessThan(5);
  expect(served.indexOf("three")).toBeLessThan(5);
  expect(served).toHaveLength(102);
});

test("when too many wait, the longest lane is asked to come back, and nobody else", async () => {
  const open = Promise.withResolvers<void>();
  const first = inLine("e", () => open.promise);
  const served = async () => "served";
  const flood = Array.from({ length: MOST_WAITING }, () => inLine("e", served, "flood"));
  const honest = inLine("e", served, "honest");
  const ends = Promise.allSettled(flood);
  open.resolve();
  await first;
  await expect(honest).resolves.toBe("served");
  const refused = (await ends).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({ reason: { kind: "unavailable" } });
  // Nothing of it stays behind.
  await expect(inLine("e", served)).resolves.toBe("served");
});
