/** The bands of the flag. */
export const BANDS = ["#ce1126", "#fcd116", "#009460"];
const GREEN = "#009460";
const TO_COME = "#e4e2db";

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

/**
 * The steps from a form to what it gives. What is done has its band of the flag, and where one is is green, so that
 * nothing to do is red and the last step makes the flag whole.
 */
export function Steps({ labels, at }: { labels: readonly string[]; at: number }) {
  return (
    <ol className="mb-8 grid grid-cols-3 text-sm">
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
            <path
              fill={index < at ? BANDS[index] : index === at ? GREEN : TO_COME}
              d="M4 0h94l-4 8H0"
            />
          </svg>
          {label}
        </li>
      ))}
    </ol>
  );
}
