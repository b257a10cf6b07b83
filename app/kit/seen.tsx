import { createContext, type ReactNode, useContext, useMemo } from "react";
import { unpackMoments } from "../records/seen.ts";

const Moments = createContext<ReadonlyMap<string, number>>(new Map());

type Props = { ids: readonly string[]; moments?: string; children: ReactNode };

/** The records of a screen, with the moment of the last change of each: what its buttons say was seen. */
export function SeenRecords({ ids, moments, children }: Props) {
  const outer = useContext(Moments);
  const known = useMemo(() => {
    const unpacked = unpackMoments(moments ?? "");
    const own = ids.flatMap((id, place) => {
      const moment = unpacked[place];
      return moment === undefined ? [] : [[id, moment] as const];
    });
    return new Map([...outer, ...own]);
  }, [outer, ids, moments]);
  return <Moments value={known}>{children}</Moments>;
}

/** What was seen of some records, as a form carries it; those that no screen around shows are left out. */
export function useSeen(): (ids: readonly string[]) => string {
  const moments = useContext(Moments);
  return (ids) =>
    ids.flatMap((id) => (moments.has(id) ? `${id}@${moments.get(id)}` : [])).join(",");
}
