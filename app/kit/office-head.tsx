import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { useRecordPath } from "./record-link.tsx";
import { usePrefetch } from "./use-prefetch.ts";

type Props = {
  title: string;
  lead?: string;
  /** The main action of the page; without `to` it opens the form of a new record over the list. */
  primary?: { label: string; to?: To };
  /** Further links beside it. */
  children?: ReactNode;
};

/** The head of an office page: its title and its one primary action. */
export function OfficeHead({ title, lead, primary, children }: Props) {
  const prefetch = usePrefetch();
  const pathOf = useRecordPath();
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <div>
        <title>{`${title} · Administration`}</title>
        <h1 className="text-2xl">{title}</h1>
        {lead && <p className="mt-1 max-w-[70ch] text-muted">{lead}</p>}
      </div>
      <div className="head-acts flex flex-wrap items-center gap-2">
        {children}
        {primary && (
          <Link
            to={primary.to ?? pathOf("new")}
            preventScrollReset
            prefetch={prefetch}
            data-primary=""
            className="button"
          >
            <Plus aria-hidden="true" size={18} />
            {primary.label}
          </Link>
        )}
      </div>
    </div>
  );
}
