import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest } from "@remix-run/node-fetch-server";
import { createElement } from "react";
import {
  createRequestHandler,
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
} from "react-router";
import { callerOf } from "../../app/core/http/network.ts";
import {
  allowSlowBodyContext,
  type RequestInfo,
  requestInfoContext,
} from "../../app/core/http/request-info.ts";
import { Fault } from "../../app/core/values/errors.ts";
import type * as entry from "../../app/entry.server.tsx";
import { allowSlowBody } from "../http/http-server.ts";
import type { SiteRoute } from "../http/route-table.ts";

export type Rendering = { answer: Response | Document; page: RequestInfo };

/** The body of an answer, whole. */
export const bodyOf = async (answer: Response | Document): Promise<Buffer<ArrayBuffer>> =>
  "html" in answer ? Buffer.from(answer.html) : Buffer.from(await answer.arrayBuffer());

/** Nobody in particular: no header, address or session of a visitor is in what is made for everybody. */
const ANYBODY = { ip: "", origin: "http://site" };

/** Has made what stands at an address. */
export function createRenderer(build: ServerBuild, mode: string, trustProxy: boolean) {
  const askRouter = createRequestHandler(build, mode);
  const readDocument = documentReader(build);

  async function run(
    route: SiteRoute,
    request: Request,
    about: Partial<RequestInfo>,
    incoming?: IncomingMessage,
  ): Promise<Rendering> {
    const begin = () => {
      const page: RequestInfo = {
        degraded: false,
        ip: ANYBODY.ip,
        nonce: randomBytes(16).toString("base64"),
        reference: randomBytes(4).toString("hex"),
        ...about,
      };
      const context = new RouterContextProvider();
      context.set(requestInfoContext, page);
      if (incoming) context.set(allowSlowBodyContext, () => allowSlowBody(incoming));
      return { page, context };
    };
    if (about.reading) {
      const { page, context } = begin();
      const answer = await readDocument(route, request, context);
      if (answer) return { answer, page };
    }
    const { page, context } = begin();
    return { answer: await askRouter(request, context), page };
  }

  return {
    /** For everybody who asks: what is made can be kept, and does not end with who asked first. */
    forEverybody: (route: SiteRoute, address: string, about: Partial<RequestInfo>) =>
      run(route, new Request(ANYBODY.origin + address), about),

    /** For one visitor, with all that they sent. Undefined when that is no request for this address. */
    async forOne(
      route: SiteRoute,
      request: IncomingMessage,
      response: ServerResponse,
      address: string,
      about: Partial<RequestInfo>,
    ): Promise<Rendering | undefined> {
      request.url = address;
      const fetched = fetchRequest(request, response, trustProxy);
      // A Host header may hold a path too: what was looked at must be what the router is given.
      const { pathname, search } = new URL(fetched?.url ?? ANYBODY.origin);
      if (!fetched || pathname + search !== address) return undefined;
      return run(route, fetched, { ...callerOf(request, trustProxy), ...about }, request);
    },
  };
}

/** Undefined for a Host header that is none. */
function fetchRequest(request: IncomingMessage, response: ServerResponse, trustProxy: boolean) {
  try {
    return createRequest(request, response, { trustProxy });
  } catch {
    return undefined;
  }
}

type Handler = (args: never) => unknown;

/**
 * The build with loaders and actions that throw errors and answers alone. Of an error the router tells the
 * browser nothing, but any other thrown value it sends along as it is, whatever a library put into it.
 */
export function withSafeHandlers(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: safe(loader) }),
        ...(action && { action: safe(action) }),
      };
      return [id, { ...route, module }];
    }),
  );
  return { ...build, routes };
}

function safe<H extends Handler>(handler: H): H {
  return (async (args: never) => {
    try {
      return await handler(args);
    } catch (thrown) {
      if (mayBeThrown(thrown)) throw thrown;
      throw new Fault("something was thrown that is no error", { cause: thrown });
    }
  }) as unknown as H;
}

const mayBeThrown = (thrown: unknown): boolean =>
  thrown instanceof Error ||
  thrown instanceof Response ||
  isRouteErrorResponse(thrown) ||
  // What the router's `data` makes, with a status of ours.
  (thrown as { type?: unknown } | null)?.type === "DataWithResponseInit";

type EntryModule = Pick<typeof entry, "renderDocument">;
type Module = ServerBuild["routes"][string] extends infer Route
  ? NonNullable<Route> extends { module: infer Its }
    ? Its
    : never
  : never;
type Link = { id: string; path?: string; module: Module };
type Chain = { links: readonly Link[]; handler: ReturnType<typeof createStaticHandler> };

/** A document as it was rendered. A Response of it would encode it twice. */
type Document = { status: number; headers: Headers; html: string };

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
