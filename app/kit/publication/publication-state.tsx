import type { ReactNode } from "react";
import type { PublicationState, PublicationTimes } from "../../core/values/publication.ts";
import { Badge } from "../list/row-controls.tsx";
import { publicationWords } from "./publication-words.ts";

type Props = {
  row: PublicationTimes & { state: PublicationState };
  /** How the state is changed in its row, where no clock decides it. */
  children: ReactNode;
};

/** The state of a row in its list: what waits for its moment, or is over, is changed in its form. */
export function PublicationCell({ row, children }: Props) {
  const words = publicationWords(row, row.state);
  if (row.state === "scheduled" || row.state === "retired") {
    return <Badge tone={row.state === "scheduled" ? "news" : "plain"}>{words ?? ""}</Badge>;
  }
  return (
    <>
      {children}
      {words && <p className="mt-1 text-xs text-muted">{words}</p>}
    </>
  );
}
