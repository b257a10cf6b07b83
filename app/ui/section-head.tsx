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
    <div className="mb-8 flex flex-wrap items-end gap-x-8 gap-y-3 md:mb-12">
      <div className="mr-auto">
        <span className="bands mb-4" />
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
