import { createElement } from "react";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
} from "react-router";
import { requestInfoContext } from "../../app/core/http/request-info.ts";
import type * as entry from "../../app/entry.server.tsx";
import type { SiteRoute } from "../http/route-table.ts";

type EntryModule = Pick<typeof entry, "renderDocument">;
type Module = ServerBuild["routes"][string] extends infer Route
  ? NonNullable<Route> extends { module: infer Its }
    ? Its
    : never
  : never;
type Link = { id: string; path?: string; module: Module };
type Chain = { links: readonly Link[]; handler: ReturnType<typeof createStaticHandler> };

/** A document as it was rendered. A Response of it would encode it twice. */
export type Document = { status: number; headers: Headers; html: string };

/**
 * Reads and renders documents that no browser takes over. The router's own way searches all routes, makes
 * all of them anew for each document and encodes their data for a browser: here it knows the few routes of
 * one address, and nothing is encoded. Undefined for what is not plain, such as a redirection or an error:
 * the router's own way answers that, from the start.
 */
export function documentReader(build: ServerBuild) {
  const { renderDocument } = build.entry.module as Partial<EntryModule>;
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
  ): Promise<Document | Response | undefined> => {
    if (!renderDocument || route.hydrated || route.office || !route.screen) return undefined;
    const { links, handler } = chainOf(route);
    const { pathname, search } = new URL(request.url);
    let document: Document | undefined;
    const render = (state: StaticHandlerContext): Document => {
      const { statusCode: status } = state;
      const page = context.get(requestInfoContext);
      const headers = new Headers();
      if (status === 404 && page.missingIsReady) {
        page.missing = true;
        return { status, headers, html: "" };
      }
      const router = createStaticRouter(handler.dataRoutes, state);
      setHeaders(headers, links, state);
      page.renderAgain = () => renderDocument(page, pathname, headers, state, router);
      return { status, headers, html: page.renderAgain() };
    };
    const answer = await handler.query(request, {
      requestContext: context,
      normalizePath: () => ({ pathname, search, hash: "" }),
      generateMiddlewareResponse: async (query) => {
        document = undefined;
        try {
          const result = await query(request);
          if (result instanceof Response) return result;
          if (!result.errors && !isRedirect(result.statusCode)) document = render(result);
        } catch {
          // Said by the router's own way, which comes to the same error.
        }
        return document ? new Response(null, document) : NOT_RENDERED;
      },
    });
    if (!(answer instanceof Response) || answer === NOT_RENDERED) return undefined;
    return document
      ? { status: answer.status, headers: answer.headers, html: document.html }
      : answer;
  };
}

/** Stands for what the router's own way answers. */
const NOT_RENDERED = new Response();

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
function setHeaders(
  headers: Headers,
  links: readonly Link[],
  { loaderHeaders }: StaticHandlerContext,
) {
  let message = new Headers();
  const cookies = new Set<string>();
  for (const { id, module } of links) {
    const own = loaderHeaders[id] ?? new Headers();
    if (typeof module.headers === "function") {
      const parts = { loaderHeaders: own, parentHeaders: message, actionHeaders: new Headers() };
      message = new Headers(module.headers({ ...parts, errorHeaders: undefined }));
    } else if (module.headers) message = new Headers(module.headers);
    for (const cookie of [...message.getSetCookie(), ...own.getSetCookie()]) cookies.add(cookie);
  }
  for (const [name, value] of message) if (name !== "set-cookie") headers.set(name, value);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
}
