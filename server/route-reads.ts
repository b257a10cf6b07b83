import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { RouteHandle } from "../app/platform/page-info.ts";

/**
 * Which content tables the page at an address reads, by its routes' `handle.reads`; null for a page
 * that must not be kept. The deepest route decides whether it may: without its word, it is not.
 */
export function routeReads(build: ServerBuild): (pathname: string) => readonly string[] | null {
  const tree = branchesBelow(build, undefined);
  return (pathname) => {
    const matched = matchRoutes(tree, pathname) ?? [];
    const handles = matched.map(({ route }) => route.handle as RouteHandle | undefined);
    if (handles.at(-1)?.reads === undefined) return null;
    return [...new Set(handles.flatMap((handle) => handle?.reads ?? []))];
  };
}

function branchesBelow(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route): RouteObject => {
      const shared = { id: route?.id, path: route?.path, handle: route?.module.handle };
      const children = branchesBelow(build, route?.id);
      return children.length > 0 ? { ...shared, children } : shared;
    });
}
