import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest } from "@remix-run/node-fetch-server";
import {
  createRequestHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import {
  allowSlowBodyContext,
  type RequestInfo,
  requestInfoContext,
} from "../../app/core/http/request-info.ts";
import { Fault } from "../../app/core/values/errors.ts";
import { type Document, documentReader } from "../files/documents.ts";
import { callerOf } from "../http/caller.ts";
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
