import type { ReactNode } from "react";

/** What is known of a payment, one line each. */
export const Facts = ({
  rows,
}: {
  rows: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <dl className="divide-y divide-line">
    {rows.map(([label, value]) => (
      <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
        <dt className="text-muted">{label}</dt>
        <dd className="font-semibold tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);
