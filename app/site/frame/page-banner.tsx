import type { ReactNode } from "react";

/** The dark head of an inner page: title, a sentence, and what a page adds below. */
export function PageBanner({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="slant on-dark bg-night pt-32 text-white md:pt-40">
      <div className="wrap">
        <span className="bands mb-5" />
        <h1 className="max-w-[24ch] text-3xl">{title}</h1>
        {lead && <p className="mt-5 max-w-[60ch] text-lg text-mist print:text-inherit">{lead}</p>}
        {children}
      </div>
    </div>
  );
}
