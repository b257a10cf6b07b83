/** What a chunk may ask of the graph of modules. */
type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/**
 * Names a chunk for what the given modules import, directly or not: what every screen of a kind has in common is sent
 * in one file instead of fifty, since on a slow line each request costs more than what it brings.
 * @param roots Paths of modules.
 */
export function chunkOf(name: string, roots: readonly string[]) {
  let members: Set<string> | undefined;
  const collect = (id: string, graph: Graph, found: Set<string>): Set<string> => {
    if (found.has(id)) return found;
    found.add(id);
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) collect(next, graph, found);
    return found;
  };
  return (id: string, graph: Graph): string | null => {
    if (!members) {
      members = new Set();
      for (const root of roots) collect(root, graph, members);
    }
    return members.has(id) ? name : null;
  };
}
