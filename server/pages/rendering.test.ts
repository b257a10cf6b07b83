import { data, redirect, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { reasonOf } from "../../app/core/log/log.server.ts";
import { withSafeHandlers } from "./rendering.ts";

const SECRET = "what somebody typed";

/** What the loader of a route throws once it throws this. */
async function thrownFor(value: unknown, handler: "loader" | "action" = "loader") {
  const module = {
    default: () => null,
    [handler]: () => {
      throw value;
    },
  };
  const build = { routes: { page: { id: "page", module } } } as unknown as ServerBuild;
  const guarded = withSafeHandlers(build).routes.page?.module[handler] as () => Promise<unknown>;
  return guarded().then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([SECRET, { message: SECRET }, [SECRET], 42, null, undefined])(
  "a thrown %o becomes an error without it",
  async (value) => {
    for (const handler of ["loader", "action"] as const) {
      const error = await thrownFor(value, handler);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toBe("something was thrown that is no error");
      expect(reasonOf(error)).not.toContain(SECRET);
    }
  },
);

test("errors and answers are thrown on as they are", async () => {
  for (const value of [new Error("x"), redirect("/"), new Response(), data(null, 404)]) {
    expect(await thrownFor(value)).toBe(value);
  }
});

test("a route without a loader stays without one", () => {
  const build = { routes: { page: { id: "page", module: { default: () => null } } } };
  const { routes } = withSafeHandlers(build as unknown as ServerBuild);
  expect(Object.keys(routes.page?.module ?? {})).toEqual(["default"]);
});
