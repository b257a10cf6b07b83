import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { useRecordPath } from "./record-link.tsx";

type Props = {
  title: string;
  lead?: string;
  /** The one thing that people come to do here: without `to`, a new record over the list. */
  primary?: { label: string; to?: To };
  /** Beside it: an export, a help panel. */
  children?: ReactNode;
};

/** What the screen is, and its one primary action. */
export function OfficeHead({ title, lead, primary, children }: Props) {
  const pathOf = useRecordPath();
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <div>
        <title>{`${title} · Administration`}</title>
        <h1 className="text-2xl">{title}</h1>
        {lead && <p className="mt-1 max-w-[70ch] text-muted">{lead}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {primary && (
          <Link
            to={primary.to ?? pathOf("new")}
            preventScrollReset
            prefetch="intent"
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
