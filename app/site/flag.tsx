import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** The bands of the flag. */
export const BANDS = ["#ce1126", "#fcd116", "#009460"];
const GREEN = "#009460";
const TO_COME = "#e4e2db";

/** The green of the site’s buttons. */
export const LEAF = "#00734b";

/** What is valid, in a word that reads in sunlight, below the three bands. */
export function Verdict({ children }: { children: ReactNode }) {
  return (
    <p className="flex min-h-11 items-center gap-2 bg-leaf px-6 font-black text-white">
      <CircleCheck aria-hidden="true" size={22} />
      {children}
    </p>
  );
}

/** The three bands as a slanted edge between two parts; what lies below them has a colour. */
export function FlagEdge({ below, className = "" }: { below: string; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`h-8 w-full ${className}`}
      viewBox="0 0 90 32"
      preserveAspectRatio="none"
    >
      <path fill={below} d="M0 14L90 0v32H0" />
      {BANDS.map((colour, index) => (
        <path
          key={colour}
          fill={colour}
          d={`M0 ${14 + 6 * index}L90 ${6 * index}v6L0 ${20 + 6 * index}`}
        />
      ))}
    </svg>
  );
}

/** The steps from a form to what it gives: green up to where one is; the last one makes the flag whole. */
export function Steps({ labels, at }: { labels: readonly string[]; at: number }) {
  const isWhole = at === labels.length - 1;
  const colourOf = (index: number) => (isWhole ? BANDS[index] : index <= at ? GREEN : TO_COME);
  return (
    <ol className="mb-8 grid grid-cols-3 text-xs wrap-normal">
      {labels.map((label, index) => (
        <li
          key={label}
          className={index === at ? "font-bold" : "text-muted"}
          aria-current={index === at ? "step" : undefined}
        >
          <svg
            aria-hidden="true"
            className="mb-1 h-2 w-full"
            viewBox="0 0 99 8"
            preserveAspectRatio="none"
          >
            <path fill={colourOf(index)} d="M4 0h94l-4 8H0" />
          </svg>
          {label}
        </li>
      ))}
    </ol>
  );
}
