import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import {
  type ActionFunctionArgs,
  data,
  type EntryContext,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  redirect,
  type ServerBuild,
} from "react-router";
import { BEFORE, choice, recordId } from "../../../app/core/http/address-checks.ts";
import { requestInfoContext } from "../../../app/core/http/request-info.ts";
import { PageCache } from "../../../server/pages/page-cache.ts";
import { createSite } from "../../../server/site.ts";

// A site of a few routes behind the real front: what an address costs is counted, not timed.

export const KNOWN = "01930000-0000-7000-8000-0000000010af";
export const UNKNOWN = "01930000-0000-7000-8000-00000000dead";

/** The addresses that were read, posted to and rendered, as the router saw them. */
export const seen = { loaders: [] as string[], actions: [] as string[], rendered: [] as string[] };

export const NOTHING_SEEN = { loaders: [], actions: [], rendered: [] };

const load = (what: (args: LoaderFunctionArgs) => unknown) => (args: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(args.request.url);
  seen.loaders.push(pathname + search);
  return what(args);
};
const act = ({ request: { url } }: ActionFunctionArgs) => {
  seen.actions.push(new URL(url).pathname);
  return redirect("/done", { headers: { "set-cookie": "flash=contact; Path=/" } });
};
const page = (over: object) => ({ default: () => null, ...over });

const modules: Record<string, { path: string; parentId?: string; module: object }> = {
  "fr:/": { path: "/", module: page({ handle: { reads: [] }, loader: load(() => "home") }) },
  "en:/": { path: "/en", module: page({ handle: { reads: [] }, loader: load(() => "home") }) },
  "fr:/about": {
    path: "/about",
    module: page({ handle: { reads: [] }, loader: load(() => "us") }),
  },
  "fr:/list": {
    path: "/list",
    module: page({
      handle: { reads: [], parameters: { before: BEFORE, kind: choice("a", "b") } },
      loader: load(({ request: { url } }) =>
        url.includes("dead") ? data(null, { status: 404 }) : "list",
      ),
    }),
  },
  "fr:/news/:id": {
    path: "/news/:id",
    module: page({
      handle: { reads: ["news"], segments: { id: recordId } },
      loader: load(({ params }) => (params.id === KNOWN ? "article" : data(null, { status: 404 }))),
    }),
  },
  "fr:/form": {
    path: "/form",
    module: page({ handle: { reads: [] }, loader: load(() => "form"), action: act }),
  },
  "fr:/keys/:token": {
    path: "/keys/:token",
    module: page({ loader: load(() => "a secret of its holder") }),
  },
  office: { path: "/admin", module: page({ handle: { hydrate: true, office: true } }) },
  "office/list": {
    path: "list",
    parentId: "office",
    module: page({ loader: load(({ request: { url } }) => `office ${new URL(url).search}`) }),
  },
  "fr:/*": { path: "/*", module: page({ loader: load(() => data(null, { status: 404 })) }) },
};

/** As app/entry.server.tsx does: what is not there is not rendered when a ready page stands for it. */
function render(
  request: Request,
  status: number,
  headers: Headers,
  { staticHandlerContext }: EntryContext,
  context: RouterContextProvider,
) {
  const info = context.get(requestInfoContext);
  if (status === 404 && info.hasNotFoundPage) {
    info.missing = true;
    return new Response(null, { status });
  }
  const { pathname, search } = new URL(request.url);
  seen.rendered.push(pathname + search);
  headers.set("content-type", "text/html; charset=utf-8");
  const visible = JSON.stringify(staticHandlerContext.loaderData);
  return new Response(`<main id="main">${status} ${pathname}${search} ${visible}</main>`, {
    status,
    headers,
  });
}

const build = {
  routes: Object.fromEntries(
    Object.entries({ root: { path: "", module: {} }, ...modules }).map(([id, route]) => [
      id,
      { id, parentId: id === "root" ? undefined : "root", ...route },
    ]),
  ),
  entry: { module: { default: render } },
  assets: { routes: {}, entry: { module: "", imports: [] }, version: "1", url: "" },
  basename: "/",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial" },
} as unknown as ServerBuild;

export const cache = new PageCache(1_000_000);
const site = createSite({
  build,
  mode: "test",
  cache,
  inline: { css: "", scripts: [] },
  https: false,
  trustProxy: true,
  cachePages: true,
});
const server = createServer((request, response) => {
  if (!site.answerReady(request, response)) void site.answer(request, response);
});

export const startSmallSite = () => once(server.listen(0, "127.0.0.1"), "listening");
export const stopSmallSite = () => server.close();
export const port = () => (server.address() as AddressInfo).port;

type Options = { method?: string; headers?: Record<string, string> };
type Got = { status: number; headers: IncomingHttpHeaders; body: string };

/** Asks for exactly this path, as no browser would. */
export function get(path: string, { method, headers }: Options = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asking = request({ port: port(), path, method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    });
    asking.once("error", reject);
    asking.end();
  });
}

/** What only a program sends: the bytes as they are; the first line of the answer. */
export async function raw(text: string): Promise<string> {
  const socket = connect(port(), "127.0.0.1");
  socket.write(text);
  const [first] = await once(socket, "data");
  socket.destroy();
  return String(first).split("\r\n", 1)[0] ?? "";
}
