import { formatMonth, formatNumber } from "../../i18n/format.ts";
import type { Month } from "./dashboard.staff.server.ts";

const SERIES = [
  { key: "memberships", label: "Adhésions reçues", look: "fill-leaf stroke-leaf" },
  { key: "registrations", label: "Inscriptions confirmées", look: "fill-yellow stroke-ink" },
] as const;

const HEIGHT = 220;
/** Around the bars: the scale on the left, the months below. */
const LEFT = 40;
const TOP = 12;
const FLOOR = HEIGHT - 26;
/** On a phone the last months only, in a size that can be read. */
const PHONE_MONTHS = 6;

const nameOf = ({ month }: Month) => formatMonth("fr", `${month}-15`);

/** Memberships and registrations per month: bars, and the same figures as a table. */
export function MonthChart({ months }: { months: Month[] }) {
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {SERIES.map(({ key, label, look }) => (
          <span key={key} className="flex items-center gap-2">
            <svg aria-hidden="true" width={14} height={14} className={look}>
              <rect x={1} y={1} width={12} height={12} />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
      <Bars months={months} width={760} className="max-md:hidden" />
      <Bars months={months.slice(-PHONE_MONTHS)} width={340} className="md:hidden" />
      <details className="mt-2">
        <summary className="link w-fit py-1 text-sm">Voir les chiffres</summary>
        <Figures months={months} />
      </details>
    </figure>
  );
}

type BarsProps = { months: Month[]; width: number; className: string };

function Bars({ months, width, className }: BarsProps) {
  const top = scaleTop(Math.max(...months.flatMap((month) => SERIES.map(({ key }) => month[key]))));
  const heightOf = (value: number) => ((FLOOR - TOP) * value) / top;
  const step = (width - LEFT) / months.length;
  const bar = step * 0.32;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label="Adhésions et inscriptions par mois, dont les chiffres suivent dans un tableau"
      className={`w-full ${className}`}
    >
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line
            x1={LEFT}
            x2={width}
            y1={FLOOR - heightOf(value)}
            y2={FLOOR - heightOf(value)}
            className="stroke-line"
          />
          <text
            x={LEFT - 8}
            y={FLOOR - heightOf(value) + 4}
            textAnchor="end"
            className="fill-muted text-xs"
          >
            {formatNumber("fr", value)}
          </text>
        </g>
      ))}
      {months.map((month, place) => {
        const middle = LEFT + step * (place + 0.5);
        return (
          <g key={month.month}>
            <title>{wordsOf(month)}</title>
            {SERIES.map(({ key, look }, side) => (
              <rect
                key={key}
                x={middle + (side - 1) * bar}
                y={FLOOR - heightOf(month[key])}
                width={bar - 2}
                height={heightOf(month[key])}
                className={look}
              />
            ))}
            <text x={middle} y={HEIGHT - 8} textAnchor="middle" className="fill-muted text-xs">
              {nameOf(month)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const wordsOf = (month: Month) =>
  `${nameOf(month)} : ${SERIES.map(({ key, label }) => `${label} ${month[key]}`).join(", ")}`;

/** The end of the scale: the next round even number, so that its half is whole. */
function scaleTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  const round = [1, 2, 4, 6, 8, 10].map((times) => times * power);
  return Math.max(round.find((value) => value >= max) ?? max, 2);
}

function Figures({ months }: { months: Month[] }) {
  return (
    <table className="mt-2 w-full text-sm tabular-nums [&_:is(td,th)]:border-t [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1">
      <caption className="sr-only">Adhésions et inscriptions par mois</caption>
      <thead>
        <tr>
          <th scope="col">Mois</th>
          {SERIES.map(({ key, label }) => (
            <th key={key} scope="col" className="text-right">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row" className="font-normal">
              {nameOf(month)} {month.month.slice(0, 4)}
            </th>
            {SERIES.map(({ key }) => (
              <td key={key} className="text-right">
                {formatNumber("fr", month[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
