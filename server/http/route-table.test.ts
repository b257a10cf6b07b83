import fc from "fast-check";
import { matchRoutes, type RouteObject } from "react-router";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { recordId } from "../../app/core/http/address-checks.ts";
import { buildOfSiteMap } from "../../tests/support/product/site-build.ts";
import { routeFinder, type SiteRoute, siteRoutes } from "./route-table.ts";

const handles: Record<string, object> = {
  "site/site.layout.tsx": { reads: ["site_settings"] },
  "news/news.page.tsx": { reads: ["news", "site_settings"] },
  "news/article.page.tsx": { reads: ["news"], segments: { id: recordId } },
  "office/frame/admin.layout.tsx": { hydrate: true, office: true },
  "office/frame/entrance.layout.tsx": { office: true },
};
const build = await buildOfSiteMap((file) => ({
  default: file.endsWith(".route.ts") ? undefined : () => null,
  action: file.startsWith("contact/") ? () => null : undefined,
  handle: handles[file],
}));
const routes = siteRoutes(build);
const find = routeFinder(routes);
const routeOf = (id: string) => routes.find((route) => route.id === id) as SiteRoute;

/** The router's own search. */
function tree(parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route?.parentId === parentId)
    .map((route): RouteObject => {
      const children = tree(route?.id);
      const own = { id: route?.id, path: route?.path };
      return children.length > 0 ? { ...own, children } : own;
    });
}
const siteTree = tree(undefined);
const byRouter = (path: string) => matchRoutes(siteTree, path)?.at(-1)?.route.id;
/** Its patterns do not read past one: such an address leads nowhere with us. */
const LINE_BREAK = /%0a|%0d|%e2%80%a[89]/i;

describe("the route of an address", () => {
  const words = [...new Set(routes.flatMap(({ parts }) => parts))];
  const fixed = words.filter((word) => !/[:*]/.test(word));
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fixed) },
    {
      weight: 2,
      arbitrary: fc.constantFrom("x", "-", "NEWS", "e%6e", "%E0%A4%A", "a%2Fb", "%252F"),
    },
    { weight: 1, arbitrary: fc.webSegment().filter((text) => text !== "" && !/^\.+$/.test(text)) },
  );

  // The router says on the console what it cannot decode.
  beforeAll(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
  afterAll(() => void vi.restoreAllMocks());

  test("is the one that the router finds", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = `/${parts.join("/")}`;
        fc.pre(!LINE_BREAK.test(path));
        expect(find(path)?.route.id, path).toBe(byRouter(path));
      }),
      { numRuns: 800 },
    );
  }, 60_000);

  test("is found for every pattern of the site map", () => {
    expect(routes.length).toBeGreaterThan(80);
    for (const { id, parts } of routes) {
      const path = `/${parts.map((one) => one.replace(/^[:*].*/, "x-y")).join("/")}`;
      if (id.endsWith(":/*")) continue;
      expect(find(path)?.route.id, path).toBe(id);
      expect(byRouter(path), path).toBe(id);
    }
  });

  test("costs next to nothing, however long the address", () => {
    const long = `/${"a/".repeat(7_000)}b`;
    const began = performance.now();
    for (let n = 0; n < 1_000; n++) find(long);
    expect((performance.now() - began) / 1_000).toBeLessThan(1);
  });
});

describe("an address has one spelling", () => {
  const ID = "01930000-0000-7000-8000-0000000010af";
  test.each([
    ["/NEWS", "/news"],
    ["/EN/About", "/en/about"],
    ["/%6eews", "/news"],
    [`/news/${ID.toUpperCase()}`, `/news/${ID}`],
    [`/ne%77s/${ID.replace("a", "%61")}`, `/news/${ID}`],
    ["/admin/PAGES/new", "/admin/pages/new"],
    ["/admin/no/%73uch/scr%C3%A9en", "/admin/no/such/scr%C3%A9en"],
    ["/admin/no/%E0%A4%A", "/admin/no/%25E0%25A4%25A"],
  ])("%s is %s", (given, path) => expect(find(given)).toMatchObject({ path, isValid: true }));

  test.each(["/news/abc", "/news/%00", `/news/${ID}x`, "/en/news/%E0%A4%A"])(
    "%s can be no article",
    (path) => expect(find(path)).toMatchObject({ path, isValid: false }),
  );

  test.each(["/a/b/c", "/en/a/b", "/%E0%A4%A/x", "/news/tag/%E0%A4%A"])("%s is nobody's", (path) =>
    expect(find(path)).toMatchObject({ path, isValid: false }),
  );

  test("the back office answers for all of its own", () =>
    expect(find("/admin/no/such/screen")).toMatchObject({ isValid: true }));
});

test("a route says what its layouts say too", () => {
  expect(routeOf("fr:/news").reads).toEqual(["site_settings", "news"]);
  expect(routeOf("fr:/about").reads).toBeNull();
  expect(routeOf("fr:/about").layoutReads).toEqual(["site_settings"]);
  expect(routeOf("fr:/contact").writable).toBe(true);
  expect(routeOf("fr:/about").writable).toBe(false);
  expect(routeOf("/admin/news/:id")).toMatchObject({ hydrated: true, office: true });
  expect(routeOf("auth/sign-in/sign-in.admin")).toMatchObject({ hydrated: false, office: true });
  expect(routeOf("en:/about")).toMatchObject({ hydrated: false, office: false });
});

test("what is not there has one page of its kind, or the site's", () => {
  expect(routeOf("fr:/news/:id").notFoundPath).toBe("/news/-");
  expect(routeOf("en:/membership/application/:token").notFoundPath).toBe(
    "/en/membership/application/-",
  );
  expect(routeOf("fr:/news").notFoundPath).toBe("/-/-");
  expect(routeOf("en:/news").notFoundPath).toBe("/en/-/-");
  expect(routeOf("fr:/*").notFoundPath).toBe("/-/-");
  expect(routeOf("fr:/resources/:id/download").notFoundPath).toBe("/-/-");
  for (const { notFoundPath, office } of routes) {
    if (!office) expect(find(notFoundPath)?.route.office, notFoundPath).toBe(false);
  }
});
