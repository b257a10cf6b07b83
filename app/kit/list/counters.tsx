import type { LucideIcon } from "lucide-react";
import { formatNumber } from "../../i18n/format.ts";
import type { Count } from "../../records/list/counting.staff.server.ts";

type Counter = { label: string; value: string; icon?: LucideIcon };

/** A count for display: exact, or 'more than' when counting stopped at the limit. */
export function countWords(counted: number | Count): string {
  if (typeof counted === "number") return formatNumber("fr", counted);
  return formatNumber("fr", counted.count) + (counted.more ? "+" : "");
}

/** The figures above a list. */
export function Counters({ counters }: { counters: readonly Counter[] }) {
  return (
    <dl className="tile-grid mb-5">
      {counters.map(({ label, value, icon: Icon }) => (
        <div
          key={label}
          className={`panel relative flex flex-col-reverse justify-end p-4 max-md:px-3 max-md:py-2 ${Icon ? "md:pl-13" : ""}`}
        >
          <dt className="text-sm text-muted">
            {Icon && (
              <Icon
                aria-hidden="true"
                size={22}
                className="absolute top-1/2 left-4 -translate-y-1/2 text-leaf max-md:hidden"
              />
            )}
            {label}
          </dt>
          <dd className="text-xl font-bold tabular-nums max-md:text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
