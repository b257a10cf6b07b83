import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  data,
  type LoaderFunctionArgs,
  RouterContextProvider,
  redirect,
  type ServerBuild,
  StaticRouterProvider,
  useLoaderData,
} from "react-router";
import { expect, test, vi } from "vitest";
import { type RequestInfo, requestInfoContext } from "../../app/core/http/request-info.ts";
import { siteRoutes } from "../http/route-table.ts";
import { documentReader } from "./rendering.ts";

// Documents for visitors, read and rendered without the router's own handling of requests.

const loader = vi.fn(({ params: { what } }: LoaderFunctionArgs): unknown => {
  if (what === "gone") return data("", { status: 404 });
  if (what === "moved") throw redirect("/elsewhere");
  if (what === "broken") throw new Error("cannot be read");
  return data(what, { headers: { "set-cookie": "seen=1", "x-secret": "unsaid" } });
});
function Screen() {
  const what = useLoaderData<string>();
  if (what === "cracked") throw new Error("cannot be shown");
  return createElement("main", null, what);
}
const headers = () => ({ "cache-control": "private, no-store" });

const build = {
  routes: {
    root: { id: "root", path: "", module: {} },
    page: {
      id: "page",
      parentId: "root",
      path: "/page/:what",
      module: { default: Screen, loader, headers },
    },
    office: {
      id: "office",
      parentId: "root",
      path: "/office",
      module: { default: Screen, handle: { hydrate: true, office: true } },
    },
  },
  entry: {
    module: {
      renderDocument: (
        _page: RequestInfo,
        _path: string,
        _headers: Headers,
        context: never,
        router: never,
      ) => renderToString(createElement(StaticRouterProvider, { context, router, hydrate: false })),
    },
  },
} as unknown as ServerBuild;
const routes = siteRoutes(build);
const read = documentReader(build);

async function ask(path: string, about: Partial<RequestInfo> = {}) {
  const page: RequestInfo = { degraded: false, ip: "", nonce: "", reference: "", ...about };
  const context = new RouterContextProvider();
  context.set(requestInfoContext, page);
  const id = path.startsWith("/office") ? "office" : "page";
  const route = routes.find((one) => one.id === id);
  if (!route) throw new Error(`no route ${id}`);
  return { page, answer: await read(route, new Request(`http://site${path}`), context) };
}

test("a document shows what was read, and carries none of it a second time", async () => {
  const { answer } = await ask("/page/something");
  expect(answer).toMatchObject({ status: 200, html: "<main>something</main>" });
  expect([...(answer?.headers ?? [])]).toEqual([
    ["cache-control", "private, no-store"],
    ["set-cookie", "seen=1"],
  ]);
});

test("what is not there is rendered, or left to the page that stands for it", async () => {
  expect((await ask("/page/gone")).answer).toMatchObject({ status: 404, html: "<main></main>" });
  const { answer, page } = await ask("/page/gone", { hasNotFoundPage: true });
  expect(answer).toMatchObject({ status: 404, html: "" });
  expect(page.missing).toBe(true);
});

test("a redirection is given back as it is, and its loader has run once", async () => {
  loader.mockClear();
  const { answer } = await ask("/page/moved");
  expect(answer).toBeInstanceOf(Response);
  expect(answer?.status).toBe(302);
  expect(answer?.headers.get("location")).toBe("/elsewhere");
  expect(loader).toHaveBeenCalledTimes(1);
});

test.each(["/page/broken", "/page/cracked", "/office"])("%s is the router's own", async (path) => {
  expect((await ask(path)).answer).toBeUndefined();
});
