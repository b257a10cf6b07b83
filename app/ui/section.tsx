import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";

/** The head of a section, with a link to all of what it shows a part of. */
export function SectionHead({
  title,
  lead,
  link,
}: {
  title: ReactNode;
  lead?: ReactNode;
  link?: { href: string; label: string };
}) {
  return (
    <div className="mb-8 flex flex-wrap items-end gap-x-8 gap-y-3">
      <div className="mr-auto">
        <h2 className="max-w-[24ch] text-2xl">{title}</h2>
        {lead && <p className="mt-3 max-w-[60ch] text-muted">{lead}</p>}
      </div>
      {link && (
        <a className="link inline-flex min-h-11 items-center gap-2" href={link.href}>
          {link.label}
          <ArrowRight aria-hidden="true" size={18} />
        </a>
      )}
    </div>
  );
}

/** On a phone, the one thing to do on a long page stays in reach of the thumb. */
export function StickyAction({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="sticky bottom-0 z-10 border-t border-line bg-white px-5 py-3 lg:hidden print:hidden">
      <a className="button w-full" href={href}>
        {children}
      </a>
    </p>
  );
}

/** What stands where a list would be, when there is nothing in it. */
export function EmptyState({
  title,
  message,
  children,
}: {
  title: string;
  message: string;
  children?: ReactNode;
}) {
  return (
    <div className="card flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-[48ch] text-muted">{message}</p>
      {children}
    </div>
  );
}

type NewerOlderProps = {
  /** The address of the first page. */
  here: string;
  /** This is a further page. */
  further: boolean;
  /** The id of the last record of this page, when there are more. */
  last: string | undefined;
  /** The parameter that names it. */
  by?: "before" | "after";
  labels: { newest: string; older: string };
};

/** The ways from one page of a list to its first one and to the next. */
export function NewerOlder({ here, further, last, by = "before", labels }: NewerOlderProps) {
  if (!further && last === undefined) return null;
  const next = `${here}${here.includes("?") ? "&" : "?"}${by}=${last}`;
  return (
    <p className="mt-12 flex flex-wrap justify-center gap-4">
      {further && (
        <a className="tab" href={here}>
          {labels.newest}
        </a>
      )}
      {last !== undefined && (
        <a className="tab" rel="next" href={next}>
          {labels.older}
        </a>
      )}
    </p>
  );
}
