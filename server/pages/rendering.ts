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
import { readCaller } from "../../app/core/http/network.ts";
import {
  allowSlowBodyContext,
  type RequestInfo,
  requestInfoContext,
} from "../../app/core/http/request-info.ts";
import { Fault, RETRY_AFTER_S, STATUS_OF } from "../../app/core/values/errors.ts";
import type * as entry from "../../app/entry.server.tsx";
import { allowSlowBody } from "../http/http-server.ts";
import type { SiteRoute } from "../http/route-table.ts";

type Rendering = { answer: Response | Document; page: RequestInfo };

/** The body of an answer, whole. */
export const bodyOf = async (answer: Response | Document): Promise<Buffer<ArrayBuffer>> =>
  "html" in answer ? Buffer.from(answer.html) : Buffer.from(await answer.arrayBuffer());

/** A shared page is rendered without any header, address or session of a visitor. */
const ANONYMOUS = { ip: "", origin: "http://site" };

/** Renders routes, shared or for one visitor. */
export function createRenderer(build: ServerBuild, mode: string, trustProxy: boolean) {
  const handleByRouter = createRequestHandler(build, mode);
  const renderDocumentRoute = documentReader(build);

  async function run(
    route: SiteRoute,
    request: Request,
    about: Partial<RequestInfo>,
    incoming?: IncomingMessage,
  ): Promise<Rendering> {
    const createContext = () => {
      const page: RequestInfo = {
        degraded: false,
        ip: ANONYMOUS.ip,
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
      const { page, context } = createContext();
      const answer = await renderDocumentRoute(route, request, context);
      if (answer) return { answer, page };
    }
    const { page, context } = createContext();
    const answer = await handleByRouter(request, context);
    return { answer: withKnownFailure(answer, page), page };
  }

  return {
    /** For everybody: the result may be cached, and the rendering does not end with the first request. */
    renderShared: (route: SiteRoute, address: string, about: Partial<RequestInfo>) =>
      run(route, new Request(ANONYMOUS.origin + address), about),

    /** For one visitor, with everything that they sent. Undefined when the request is not for this address. */
    async renderForRequest(
      route: SiteRoute,
      request: IncomingMessage,
      response: ServerResponse,
      address: string,
      about: Partial<RequestInfo>,
    ): Promise<Rendering | undefined> {
      request.url = address;
      const webRequest = fetchRequest(request, response, trustProxy);
      // A Host header may contain a path: the router must get the address that was checked.
      const { pathname, search } = new URL(webRequest?.url ?? ANONYMOUS.origin);
      if (!webRequest || pathname + search !== address) return undefined;
      return run(route, webRequest, { ...readCaller(request, trustProxy), ...about }, request);
    },
  };
}

/** The router answers 500 to every error of a route, also where the database is away. */
function withKnownFailure(answer: Response, { failure }: RequestInfo): Response {
  if (answer.status !== 500 || failure === undefined) return answer;
  const headers = new Headers(answer.headers);
  if (failure === STATUS_OF.unavailable) headers.set("retry-after", RETRY_AFTER_S);
  return new Response(answer.body, { status: failure, headers });
}

/** Undefined for an invalid Host header. */
function fetchRequest(request: IncomingMessage, response: ServerResponse, trustProxy: boolean) {
  try {
    return createRequest(request, response, { trustProxy });
  } catch {
    return undefined;
  }
}

type Handler = (args: never) => unknown;

/**
 * The build with loaders and actions that throw only errors and responses: React Router hides errors from the
 * browser, but sends any other thrown value along, whatever a library put into it.
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
      if (isExpectedThrow(thrown)) throw thrown;
      throw new Fault("something was thrown that is no error", { cause: thrown });
    }
  }) as unknown as H;
}

const isExpectedThrow = (thrown: unknown): boolean =>
  thrown instanceof Error ||
  thrown instanceof Response ||
  isRouteErrorResponse(thrown) ||
  // Made by React Router's `data`.
  (thrown as { type?: unknown } | null)?.type === "DataWithResponseInit";

type EntryModule = Pick<typeof entry, "renderDocument">;
type Module = ServerBuild["routes"][string] extends infer Route
  ? NonNullable<Route> extends { module: infer RouteModule }
    ? RouteModule
    : never
  : never;
type Link = { id: string; path?: string; module: Module };
type Chain = { links: readonly Link[]; handler: ReturnType<typeof createStaticHandler> };

/** A rendered document. A Response would encode its text twice. */
type Document = { status: number; headers: Headers; html: string };

/**
 * Renders documents that are not hydrated. React Router's request handler searches all routes, builds all of them
 * for each document and encodes their data for a browser; here a handler has only the routes of one address, and
 * nothing is encoded. Undefined for redirects and errors, which the request handler then answers from the start.
 */
export function documentReader(build: ServerBuild) {
  const { renderDocument } = build.entry.module as Partial<EntryModule>;
  const chains = new Map<string, Chain>();
  const chainOf = (route: SiteRoute): Chain => {
    const cached = chains.get(route.id) ?? chain(build, route.id);
    chains.set(route.id, cached);
    return cached;
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
      if (status === 404 && page.hasNotFoundPage) {
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
          // The request handler comes to the same error, and answers it.
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

/** Means that the request handler must answer. */
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

/** As React Router does: the headers of the innermost route count, and all cookies are kept. */
function setHeaders(
  headers: Headers,
  links: readonly Link[],
  { loaderHeaders }: StaticHandlerContext,
) {
  let merged = new Headers();
  const cookies = new Set<string>();
  for (const { id, module } of links) {
    const routeHeaders = loaderHeaders[id] ?? new Headers();
    if (typeof module.headers === "function") {
      const parts = {
        loaderHeaders: routeHeaders,
        parentHeaders: merged,
        actionHeaders: new Headers(),
      };
      merged = new Headers(module.headers({ ...parts, errorHeaders: undefined }));
    } else if (module.headers) merged = new Headers(module.headers);
    for (const cookie of [...merged.getSetCookie(), ...routeHeaders.getSetCookie()])
      cookies.add(cookie);
  }
  for (const [name, value] of merged) if (name !== "set-cookie") headers.set(name, value);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
}
