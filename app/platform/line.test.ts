import { expect, test } from "vitest";
import { inLine } from "./line.ts";

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
