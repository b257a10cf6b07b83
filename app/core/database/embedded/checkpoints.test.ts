import { afterEach, expect, test, vi } from "vitest";
import { log } from "../../log/log.server.ts";
import { Checkpoints } from "./checkpoints.server.ts";

afterEach(() => vi.restoreAllMocks());

/** An engine whose log of changes moves with each write, and a little with each checkpoint. */
function engine({ everyMs, takesMs = 0 }: { everyMs?: number; takesMs?: number } = {}) {
  const state = { place: 1, busy: false, fails: false, written: 0, atOnce: 0, most: 0 };
  const checkpoints = new Checkpoints({
    everyMs,
    isBusy: () => state.busy,
    async ask(statement) {
      if (state.fails) throw new Error("no room");
      if (statement !== "checkpoint") return [{ place: `0/${state.place}` }];
      state.most = Math.max(state.most, ++state.atOnce);
      await new Promise((done) => setTimeout(done, takesMs));
      state.atOnce--;
      state.written++;
      state.place++;
      return [];
    },
  });
  return { state, checkpoints };
}

test("what changed is written to its place at intervals, and nothing is done where nothing changed", async () => {
  const { state, checkpoints } = engine({ everyMs: 10 });
  const aWhile = () => new Promise((done) => setTimeout(done, 150));
  await checkpoints.recordPosition();
  checkpoints.start();
  checkpoints.start();
  await aWhile();
  expect(state.written).toBe(0);
  state.place++;
  await vi.waitFor(() => expect(state.written).toBe(1));
  await aWhile();
  expect(state.written).toBe(1);
  checkpoints.stop();
  state.place++;
  await aWhile();
  expect(state.written).toBe(1);
});

test("whoever asks while it is being done waits for the same one", async () => {
  const { state, checkpoints } = engine({ takesMs: 20 });
  await Promise.all([checkpoints.write(), checkpoints.write(), checkpoints.writeWhenIdle()]);
  expect(state.most).toBe(1);
  expect(state.written).toBe(1);
});

test("it waits for a calm moment, but not for ever", async () => {
  const { state, checkpoints } = engine();
  state.busy = true;
  setTimeout(() => {
    state.busy = false;
  }, 100);
  const began = performance.now();
  await checkpoints.writeWhenIdle();
  expect(performance.now() - began).toBeGreaterThan(100);
  expect(state.written).toBe(1);
  state.busy = true;
  await checkpoints.waitUntilIdle();
  expect(performance.now() - began).toBeGreaterThan(3_000);
});

test("one that fails keeps nobody from anything, is said once, and is made up for", async () => {
  const error = vi.spyOn(log, "error").mockImplementation(() => {});
  const { state, checkpoints } = engine();
  state.fails = true;
  await checkpoints.write();
  await checkpoints.write();
  expect(error).toHaveBeenCalledTimes(1);
  state.fails = false;
  await checkpoints.write();
  expect(state.written).toBe(1);
});
