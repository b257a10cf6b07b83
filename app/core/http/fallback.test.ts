import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { keepLastKnown } from "../process/last-known.server.ts";
import { Fault, WrongDatabaseError } from "../values/errors.ts";
import {
  readOrSamples,
  readOrUnavailable,
  readWithFallback,
  recentReadFailures,
} from "./fallback.server.ts";
import { requestInfoContext } from "./request-info.ts";

function contextOfPage(sent = false) {
  const context = new RouterContextProvider();
  context.set(requestInfoContext, {
    degraded: false,
    reading: !sent,
    ip: "",
    nonce: "",
    reference: "",
  });
  return context;
}
const failing = (context: RouterContextProvider, what: string) =>
  readWithFallback(
    context,
    what,
    async () => {
      throw new Fault("it is not there");
    },
    () => "samples",
  );

test("a read that fails gives what stands in, marks the page and is remembered", async () => {
  const context = contextOfPage();
  expect(await failing(context, "news")).toBe("samples");
  expect(context.get(requestInfoContext).degraded).toBe(true);
  await failing(context, "events");
  await failing(context, "news");
  expect(recentReadFailures()).toMatchObject([
    { what: "news", reason: "it is not there", count: 2 },
    { what: "events", reason: "it is not there", count: 1 },
  ]);
});

test("only the latest twenty are remembered, however many there were", async () => {
  for (let n = 0; n < 50; n++) await failing(contextOfPage(), `read ${n}`);
  const names = recentReadFailures().map(({ what }) => what);
  expect(names).toHaveLength(20);
  expect(names[0]).toBe("read 49");
  expect(names.at(-1)).toBe("read 30");
});

test("what nothing can stand in for is found, missing or away", async () => {
  const context = contextOfPage();
  const read = (record: string | undefined) =>
    readOrUnavailable(context, "ticket", async () => record);
  expect(await read("mine")).toEqual({ record: "mine", unavailable: false, status: 200 });
  expect(await read(undefined)).toEqual({ record: undefined, unavailable: false, status: 404 });
  expect(context.get(requestInfoContext).degraded).toBe(false);
  const unavailable = await readOrUnavailable(context, "ticket", () =>
    Promise.reject(new Error("no ticket")),
  );
  expect(unavailable).toEqual({ record: undefined, unavailable: true, status: 503 });
  expect(context.get(requestInfoContext).degraded).toBe(true);
});

test("nothing stands in for a database that is wrong, but beside a form that was sent", async () => {
  const wrong = () => Promise.reject(new WrongDatabaseError("table bin"));
  const unavailable = { init: { status: 503 } };
  const reading = contextOfPage();
  await expect(readWithFallback(reading, "news", wrong, () => "samples")).rejects.toMatchObject(
    unavailable,
  );
  await expect(readOrUnavailable(reading, "ticket", wrong)).rejects.toMatchObject(unavailable);
  expect(await readWithFallback(contextOfPage(true), "news", wrong, () => "samples")).toBe(
    "samples",
  );
});

test("samples stand in for a demonstration alone; a site of its own says how to reach the federation", async () => {
  vi.stubEnv("DATA_DIR", mkdtempSync(join(tmpdir(), "fge-known-")));
  const shown = (context: RouterContextProvider) =>
    readOrSamples(
      context,
      "events",
      async (): Promise<string> => {
        throw new Fault("it is not there");
      },
      () => "samples",
    );
  const contact = { email: "contact@example.org", phone: "+224 622 00 00 00" };
  expect(await shown(contextOfPage())).toBe("samples");
  keepLastKnown({ contact, settings: {} });
  await expect(shown(contextOfPage())).rejects.toMatchObject({
    data: { contact },
    init: { status: 503 },
  });
  // What somebody sent is not lost with the page.
  expect(await shown(contextOfPage(true))).toBe("samples");
  keepLastKnown(undefined);
  expect(await shown(contextOfPage())).toBe("samples");
});
