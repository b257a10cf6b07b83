import type { ReactNode } from "react";
import { slugify } from "./slug.ts";

const sectionId = (title: string) => `section-${slugify(title)}`;

type StepsProps = {
  /** Of the sections of the form. */
  titles: readonly string[];
  /** Above those: other screens about the same record. */
  children?: ReactNode;
};

/** At the side of a long form: the way to each of its sections. */
export const FormSteps = ({ titles, children }: StepsProps) => (
  <nav aria-label="Dans cette fiche" className="form-steps">
    {children}
    {titles.map((title) => (
      <a key={title} href={`#${sectionId(title)}`}>
        {title}
      </a>
    ))}
  </nav>
);

type SectionProps = {
  title: string;
  /** Its fields have a title of their own. */
  isTitled?: boolean;
  children: ReactNode;
};

/** Fields of a long form that are about the same thing. */
export const FormSection = ({ title, isTitled, children }: SectionProps) => (
  <div id={sectionId(title)} className="grid scroll-mt-20 grid-cols-1 gap-5">
    {!isTitled && <h3 className="text-lg">{title}</h3>}
    {children}
  </div>
);
