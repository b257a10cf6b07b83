import { createElement } from "react";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
} from "react-router";
import { pageInfoContext } from "../app/core/page-info.ts";
import type { renderDocument } from "../app/entry.server.tsx";
import type { SiteRoute } from "./route-table.ts";

type Module = ServerBuild["routes"][string] extends infer Route
  ? NonNullable<Route> extends { module: infer Its }
    ? Its
    : never
  : never;
type Link = { id: string; path?: string; module: Module };
type Chain = { links: readonly Link[]; handler: ReturnType<typeof createStaticHandler> };

/**
 * Reads and renders documents that no browser takes over. The router's own way searches all routes, makes
 * all of them anew for each document and encodes their data for a browser: here it knows the few routes of
 * one address, and nothing is encoded. Undefined for what is not plain, such as a redirection or an error:
 * the router's own way answers that, from the start.
 */
export function documentReader(build: ServerBuild) {
  const render = (build.entry.module as { renderDocument?: typeof renderDocument }).renderDocument;
  const chains = new Map<string, Chain>();
  const chainOf = (route: SiteRoute): Chain => {
    const made = chains.get(route.id) ?? chain(build, route.id);
    chains.set(route.id, made);
    return made;
  };

  return async (
    route: SiteRoute,
    request: Request,
    context: RouterContextProvider,
  ): Promise<Response | undefined> => {
    if (!render || route.hydrated || route.office || !route.screen) return undefined;
    const { links, handler } = chainOf(route);
    const { pathname, search } = new URL(request.url);
    let failed = false;
    const finish = (state: StaticHandlerContext): Response => {
      const { statusCode: status } = state;
      const page = context.get(pageInfoContext);
      if (status === 404 && page.missingIsReady) {
        page.missing = true;
        return new Response(null, { status });
      }
      const headers = headersOf(links, state);
      const router = createStaticRouter(handler.dataRoutes, state);
      page.renderAgain = () => render(page, pathname, headers, state, router);
      return new Response(page.renderAgain(), { status, headers });
    };
    const answer = await handler.query(request, {
      requestContext: context,
      normalizePath: () => ({ pathname, search, hash: "" }),
      generateMiddlewareResponse: async (query) => {
        try {
          const result = await query(request);
          if (result instanceof Response) return result;
          if (!result.errors && !isRedirect(result.statusCode)) return finish(result);
        } catch {
          // Said by the router's own way, which comes to the same error.
        }
        failed = true;
        return new Response();
      },
    });
    return failed ? undefined : (answer as Response);
  };
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function chain(build: ServerBuild, id: string): Chain {
  const links: Link[] = [];
  for (let at: string | undefined = id; at !== undefined; ) {
    const route: (Link & { parentId?: string }) | undefined = build.routes[at];
    if (!route) throw new Error(`no route ${at}`);
    links.unshift(route);
    at = route.parentId;
  }
  const [outer] = links.reduceRight<RouteObject[]>(
    (children, link) => [routeObject(link, children)],
    [],
  );
  return { links, handler: createStaticHandler(outer ? [outer] : []) };
}

function routeObject({ id, path, module }: Link, children: RouteObject[]): RouteObject {
  const { default: Component, Layout, loader, middleware, handle } = module;
  const screen = Component && createElement(Component);
  return {
    id,
    path,
    handle,
    middleware: middleware as RouteObject["middleware"],
    loader: loader as RouteObject["loader"],
    element: Layout && screen ? createElement(Layout, null, screen) : screen,
    children,
  };
}

/** As the router does: the innermost route that says something of headers does, and cookies are kept. */
function headersOf(links: readonly Link[], { loaderHeaders }: StaticHandlerContext): Headers {
  let headers = new Headers();
  const cookies = new Set<string>();
  for (const { id, module } of links) {
    const own = loaderHeaders[id] ?? new Headers();
    if (typeof module.headers === "function") {
      const said = {
        loaderHeaders: own,
        parentHeaders: headers,
        actionHeaders: new Headers(),
        errorHeaders: undefined,
      };
      headers = new Headers(module.headers(said));
    } else if (module.headers) headers = new Headers(module.headers);
    for (const cookie of [...headers.getSetCookie(), ...own.getSetCookie()]) cookies.add(cookie);
  }
  headers.delete("set-cookie");
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}
