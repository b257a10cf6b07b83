import { useState } from "react";
import type { Selection } from "./data-table.tsx";

/** Which rows of a page are selected. Rows that have left the page no longer count. */
export function useSelection(rows: readonly { id: string }[]): {
  selection: Selection;
  ids: string[];
  clear: () => void;
} {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const selection = {
    chosen: new Set(ids),
    toggle: (id: string) => setChosen(toggled(new Set(ids), id)),
    toggleAll: () =>
      setChosen(ids.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
  };
  return { selection, ids, clear: () => setChosen(new Set()) };
}

function toggled(chosen: Set<string>, id: string): Set<string> {
  if (!chosen.delete(id)) chosen.add(id);
  return chosen;
}
