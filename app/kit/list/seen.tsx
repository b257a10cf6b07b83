import { createContext, type ReactNode, useContext, useMemo } from "react";
import { unpackMoments } from "../../records/seen.ts";

const Moments = createContext<ReadonlyMap<string, number>>(new Map());

type Props = {
  rows: readonly { id: string; updated_at?: Date }[];
  /** When each was last changed, as a list carries it (`packMoments`); without it the rows say so themselves. */
  moments?: string;
  children: ReactNode;
};

/** The records of a screen, with the moment of the last change of each: what its buttons say was seen. */
export function SeenRecords({ rows, moments, children }: Props) {
  const outer = useContext(Moments);
  const known = useMemo(() => {
    const unpacked = unpackMoments(moments ?? "");
    const own = rows.flatMap(({ id, updated_at }, place) => {
      const moment = unpacked[place] ?? updated_at?.getTime();
      return moment === undefined ? [] : [[id, moment] as const];
    });
    return new Map([...outer, ...own]);
  }, [outer, rows, moments]);
  return <Moments value={known}>{children}</Moments>;
}

/** What was seen of some records, as a form carries it; those that no screen around shows are left out. */
export function useSeen(): (ids: readonly string[]) => string {
  const moments = useContext(Moments);
  return (ids) =>
    ids.flatMap((id) => (moments.has(id) ? `${id}@${moments.get(id)}` : [])).join(",");
}
