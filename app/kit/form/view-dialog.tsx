import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { SeenRecords } from "../list/use-intent.tsx";
import { onEscape, useModal } from "./use-modal.ts";

type Props = {
  title: string;
  /** The address of the list behind. */
  list: string;
  /** The actions, in the footer. */
  actions?: ReactNode;
  /** The records that its buttons approve, cancel or delete, with the versions that are shown. */
  seen?: readonly { id: string; updated_at: Date }[];
  children: ReactNode;
};

const NONE: readonly { id: string; updated_at: Date }[] = [];

/** One record to look at, over its list, at an address of its own. */
export function ViewDialog({ title, list, actions, seen = NONE, children }: Props) {
  const dialog = useModal();
  const navigate = useNavigate();
  // The list keeps its filters while a record lies over it.
  const back = list + useLocation().search;
  return (
    <SeenRecords rows={seen}>
      <dialog
        ref={dialog}
        open
        aria-labelledby="view-title"
        onCancel={onEscape(() => navigate(back, { preventScrollReset: true }))}
        className="w-[860px] p-0"
      >
        <header className="dialog-head">
          <h2 id="view-title" className="text-lg wrap-anywhere">
            {title}
          </h2>
          <Link to={back} preventScrollReset aria-label="Fermer" className="icon-button shrink-0">
            <X aria-hidden="true" size={20} />
          </Link>
        </header>
        <div className="grid gap-5 px-5 py-5">{children}</div>
        {actions && <footer className="form-actions view-actions">{actions}</footer>}
      </dialog>
    </SeenRecords>
  );
}

/** The fields of the record, one term and value per line. Those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([term, value]) => (
          <div key={term} className="contents max-sm:block">
            <dt className="text-muted max-sm:text-sm">{term}</dt>
            <dd className="min-w-0 wrap-anywhere max-sm:mb-1">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

type FrameProps = { title: string; back: string; children: ReactNode };

/** A dialog with an address of its own over a list, for content that is not the form of a record. */
export function FormDialogFrame({ title, back, children }: FrameProps) {
  const dialog = useModal();
  const navigate = useNavigate();
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="dialog-title"
      onCancel={onEscape(() => navigate(back, { preventScrollReset: true }))}
      className="w-[860px] p-0"
    >
      <header className="dialog-head">
        <h2 id="dialog-title" className="text-lg">
          {title}
        </h2>
        <Link to={back} preventScrollReset aria-label="Fermer" className="icon-button">
          <X aria-hidden="true" size={20} />
        </Link>
      </header>
      {children}
    </dialog>
  );
}
