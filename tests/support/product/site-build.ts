import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ServerBuild } from "react-router";
import routes from "../../../app/routes.ts";
import { routeId } from "../browser/site-map.ts";

type Module = Record<string, unknown>;

/** The site map as a build holds it, each route with the module that is made for its file. */
export async function buildOfSiteMap(
  moduleOf: (file: string) => Module | Promise<Module>,
): Promise<ServerBuild> {
  const made: Record<string, unknown> = { root: { id: "root", path: "", module: {} } };
  const add = async (entries: RouteConfigEntry[], parentId: string): Promise<void> => {
    for (const entry of entries) {
      const id = routeId(entry);
      made[id] = { id, parentId, path: entry.path, module: await moduleOf(entry.file) };
      await add(entry.children ?? [], id);
    }
  };
  await add(await routes, "root");
  return { routes: made } as unknown as ServerBuild;
}
