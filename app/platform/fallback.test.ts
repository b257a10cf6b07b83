import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { readOr, recentReadFailures } from "./fallback.server.ts";
import { pageInfoContext } from "./page-info.ts";

function contextOfPage() {
  const context = new RouterContextProvider();
  context.set(pageInfoContext, { degraded: false, ip: "", nonce: "", reference: "" });
  return context;
}
const failing = (context: RouterContextProvider, what: string) =>
  readOr(
    context,
    what,
    async () => {
      throw new Error(`no ${what}`);
    },
    () => "samples",
  );

test("a read that fails gives what stands in, marks the page and is remembered", async () => {
  const context = contextOfPage();
  expect(await failing(context, "news")).toBe("samples");
  expect(context.get(pageInfoContext).degraded).toBe(true);
  await failing(context, "events");
  await failing(context, "news");
  expect(recentReadFailures()).toMatchObject([
    { what: "news", reason: "no news", count: 2 },
    { what: "events", reason: "no events", count: 1 },
  ]);
});

test("only the latest twenty are remembered, however many there were", async () => {
  for (let n = 0; n < 50; n++) await failing(contextOfPage(), `read ${n}`);
  const names = recentReadFailures().map(({ what }) => what);
  expect(names).toHaveLength(20);
  expect(names[0]).toBe("read 49");
  expect(names.at(-1)).toBe("read 30");
});
