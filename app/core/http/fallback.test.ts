import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test, vi } from "vitest";
import { errorTallies, type Tallies, warningTallies } from "../log/tallies.server.ts";
import { writeLastKnown } from "../process/last-known.server.ts";
import { AppError, Fault, WrongDatabaseError } from "../values/errors.ts";
import {
  logFailure,
  readOrDemonstrate,
  readOrSamples,
  readOrUnavailable,
  readWithFallback,
  recentReadFailures,
} from "./fallback.server.ts";
import { type RequestInfo, requestInfoContext } from "./request-info.ts";

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
  const away = async (): Promise<string> => {
    throw new Fault("it is not there");
  };
  const shown = (context: RouterContextProvider) =>
    readOrSamples(context, "events", away, () => "samples");
  const listed = () => readOrDemonstrate(contextOfPage(), "leadership", away, () => "samples");
  const contact = { email: "contact@example.org", phone: "+224 622 00 00 00" };
  expect([await shown(contextOfPage()), await listed()]).toEqual(["samples", "samples"]);
  writeLastKnown({ contact, settings: {} });
  await expect(shown(contextOfPage())).rejects.toMatchObject({
    data: { contact },
    init: { status: 503 },
  });
  // In the back office the screen says that it could not be read.
  await expect(listed()).rejects.toThrow("it is not there");
  // What somebody sent is not lost with the page.
  expect(await shown(contextOfPage(true))).toBe("samples");
  writeLastKnown(undefined);
  expect(await shown(contextOfPage())).toBe("samples");
});

const PAGE: RequestInfo = { degraded: false, ip: "", nonce: "", reference: "" };
const totalOf = (tallies: Tallies) => tallies.list().reduce((sum, { total }) => sum + total, 0);

/** A site of one form, whose action fails as it is told. */
const siteOf = (failure: unknown) =>
  createRequestHandler(
    {
      routes: {
        root: { id: "root", path: "", module: { default: () => null } },
        form: {
          id: "form",
          path: "/form",
          parentId: "root",
          module: { default: () => null, action: () => Promise.reject(failure) },
        },
      },
      entry: {
        module: {
          default: (_request: Request, status: number) => new Response(null, { status }),
          handleError: (error: unknown, about: { request: Request; context: never }) =>
            logFailure(error, about.request, PAGE),
        },
      },
      assets: { routes: {}, entry: { module: "", imports: [] }, version: "1", url: "" },
      basename: "/",
      future: {},
      ssr: true,
      isSpaMode: false,
      prerender: [],
      routeDiscovery: { mode: "initial" },
    } as unknown as ServerBuild,
    "production",
  );

async function send(path: string, origin: string) {
  const context = new RouterContextProvider();
  context.set(requestInfoContext, PAGE);
  const before = [totalOf(errorTallies), totalOf(warningTallies)] as const;
  const request = new Request(`https://fge.example${path}`, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ name: "Hawa" }),
  });
  const { status } = await siteOf(new Error("ours"))(request, context);
  const errors = totalOf(errorTallies) - before[0];
  return { status, errors, warnings: totalOf(warningTallies) - before[1] };
}

test.each(["/form", "/form.data"])(
  "what another site sends to %s is refused, and no error of ours",
  async (path) => {
    for (const origin of ["https://evil.example", "null", "no address"]) {
      expect(await send(path, origin)).toEqual({ status: 400, errors: 0, warnings: 1 });
    }
    expect(await send(path, "https://fge.example")).toEqual({
      status: 500,
      errors: 1,
      warnings: 0,
    });
  },
);

test.each([
  ["a full disk", Object.assign(new Error("x"), { code: "ENOSPC" }), 503],
  [
    "a full disk of PostgreSQL",
    new Error("x", { cause: Object.assign(new Error("y"), { code: "53100" }) }),
    503,
  ],
  ["a database that is away", new AppError("unavailable", "away"), 503],
  ["a fault of ours", new Error("x"), undefined],
])("%s has its status", (_name, error, status) => {
  const page = { ...PAGE };
  logFailure(error, new Request("https://fge.example/"), page);
  expect(page.failure).toBe(status);
});

test("a real error is ours, whoever says where it was sent from", () => {
  const request = new Request("https://fge.example/notify", {
    method: "POST",
    headers: { origin: "https://evil.example" },
  });
  const before = totalOf(errorTallies);
  logFailure(new Error("ours"), request, { ...PAGE });
  expect(totalOf(errorTallies)).toBe(before + 1);
});
