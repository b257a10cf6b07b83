import { useState } from "react";
import type { Selection } from "./data-table.tsx";

/** Which rows of a page are selected. Rows that have left the page no longer count. */
export function useSelection(rows: readonly { id: string }[]): {
  selection: Selection;
  ids: string[];
  clear: () => void;
} {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.map(({ id }) => id).filter((id) => selected.has(id));
  const selection = {
    selected: new Set(ids),
    toggle: (id: string) => setSelected(toggled(new Set(ids), id)),
    toggleAll: () =>
      setSelected(ids.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
  };
  return { selection, ids, clear: () => setSelected(new Set()) };
}

function toggled(selected: Set<string>, id: string): Set<string> {
  if (!selected.delete(id)) selected.add(id);
  return selected;
}
