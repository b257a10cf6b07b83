import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // The whole route list comes with the first hydrated page, so that no /__manifest request is needed.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig: { buildDirectory } }) =>
    keepOfficeRoutes(join(buildDirectory, "client", "assets")),
} satisfies Config;

type Route = { parentId?: string; path?: string };

/**
 * Leaves the office's own routes in the list that it loads: public screens run without the framework's script, and links
 * from the office open them as documents. The server keeps the whole list.
 */
function keepOfficeRoutes(folder: string): void {
  const name = readdirSync(folder).find((file) => file.startsWith("manifest-"));
  const file = join(folder, name ?? "");
  const [, before, list = "", after] =
    /^([^{]*)(\{.*\})(;?\s*)$/s.exec(readFileSync(file, "utf8")) ?? [];
  const manifest: { routes: Record<string, Route> } = JSON.parse(list);
  const isPublic = ([id, { parentId, path }]: [string, Route]) =>
    id === "site" ||
    parentId === "site" ||
    (parentId === "root" && path !== undefined && !path.startsWith("/admin"));
  const routes = Object.entries(manifest.routes).filter((route) => !isPublic(route));
  writeFileSync(
    file,
    before + JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) }) + after,
  );
}
