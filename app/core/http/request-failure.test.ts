import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { errorTallies, type Tallies, warningTallies } from "../log/tallies.server.ts";
import { AppError } from "../values/errors.ts";
import { noteFailure } from "./fallback.server.ts";
import { type RequestInfo, requestInfoContext } from "./request-info.ts";

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
            noteFailure(error, about.request, PAGE),
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
  noteFailure(error, new Request("https://fge.example/"), page);
  expect(page.failure).toBe(status);
});

test("a real error is ours, whoever says where it was sent from", () => {
  const request = new Request("https://fge.example/notify", {
    method: "POST",
    headers: { origin: "https://evil.example" },
  });
  const before = totalOf(errorTallies);
  noteFailure(new Error("ours"), request, { ...PAGE });
  expect(totalOf(errorTallies)).toBe(before + 1);
});
