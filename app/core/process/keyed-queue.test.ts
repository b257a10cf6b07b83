import { expect, test } from "vitest";
import { MAX_WAITING, runBatched, runInSequence } from "./keyed-queue.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("one at a time in a line, in the order of coming; another line does not wait", async () => {
  const results: string[] = [];
  const work = (name: string, ms: number) => async () => {
    await pause(ms);
    results.push(name);
    return name;
  };
  const answers = await Promise.all([
    runInSequence("a", work("slow", 30)),
    runInSequence("a", work("quick", 0)),
    runInSequence("b", work("other", 5)),
  ]);
  expect(results).toEqual(["other", "slow", "quick"]);
  expect(answers).toEqual(["slow", "quick", "other"]);
});

test("a failure is its own: the line goes on", async () => {
  const failing = runInSequence("c", () => Promise.reject(new Error("mine")));
  const next = runInSequence("c", () => Promise.resolve("served"));
  await expect(failing).rejects.toThrow("mine");
  await expect(next).resolves.toBe("served");
});

test("lanes take turns: who sends a hundred waits behind themselves, not before others", async () => {
  const served: string[] = [];
  const work = (name: string) => async () => {
    await pause(0);
    served.push(name);
  };
  const flood = Array.from({ length: 100 }, (_, n) =>
    runInSequence("d", work(`flood ${n}`), "one"),
  );
  const others = ["two", "three"].map((lane) => runInSequence("d", work(lane), lane));
  await Promise.all([...flood, ...others]);
  expect(served.indexOf("two")).toBeLessThan(5);
  expect(served.indexOf("three")).toBeLessThan(5);
  expect(served).toHaveLength(102);
});

test("when too many wait, the longest lane is asked to come back, and nobody else", async () => {
  const open = Promise.withResolvers<void>();
  const first = runInSequence("e", () => open.promise);
  const served = async () => "served";
  const flood = Array.from({ length: MAX_WAITING }, () => runInSequence("e", served, "flood"));
  const honest = runInSequence("e", served, "honest");
  const ends = Promise.allSettled(flood);
  open.resolve();
  await first;
  await expect(honest).resolves.toBe("served");
  const refused = (await ends).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({ reason: { kind: "unavailable" } });
  // Nothing of it stays behind.
  await expect(runInSequence("e", served)).resolves.toBe("served");
});

test("those of one kind are taken along, in the order of the line, and each has its own end", async () => {
  const rounds: string[][] = [];
  const serve = async (items: string[]) => {
    rounds.push(items);
    await pause(5);
    return items.map(
      (item): PromiseSettledResult<string> =>
        item === "bad"
          ? { status: "rejected", reason: new Error("its own") }
          : { status: "fulfilled", value: `${item} done` },
    );
  };
  const ask = (item: string, kind = "one", lane = "") =>
    runBatched("f", { kind, item, lane }, serve);
  const ends = await Promise.allSettled([
    ask("first"),
    ask("flood 1", "one", "flood"),
    ask("flood 2", "one", "flood"),
    ask("bad"),
    ask("other", "another"),
    ask("last"),
  ]);
  expect(rounds).toEqual([["first", "flood 1", "bad", "flood 2"], ["other"], ["last"]]);
  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(ends[5]).toEqual({ status: "fulfilled", value: "last done" });
  // Nothing of it stays behind.
  await expect(ask("again")).resolves.toBe("again done");
});

test("when serving several fails as a whole, each of them hears it, and the line goes on", async () => {
  const open = Promise.withResolvers<void>();
  const first = runInSequence("g", () => open.promise);
  const fail = () => Promise.reject(new Error("the disk"));
  const both = ["a", "b"].map((item) => runBatched("g", { kind: "one", item }, fail));
  const ends = Promise.allSettled(both);
  open.resolve();
  await first;
  for (const end of await ends) expect(end).toMatchObject({ reason: { message: "the disk" } });
  await expect(runInSequence("g", async () => "served")).resolves.toBe("served");
});
