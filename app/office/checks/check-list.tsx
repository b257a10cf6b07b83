import { ChevronDown, CircleCheck, CircleHelp, CircleX, TriangleAlert } from "lucide-react";
import { type Check, type CheckLevel, isToSetUp } from "../../core/process/checks.ts";
import { several } from "../../i18n/format.ts";
import { Badge } from "../../kit/list/row-controls.tsx";

const LEVELS = {
  success: { icon: CircleCheck, colour: "text-leaf", tone: "good", word: "Réussi" },
  warning: { icon: TriangleAlert, colour: "text-ochre", tone: "wait", word: "À vérifier" },
  error: { icon: CircleX, colour: "text-red", tone: "bad", word: "Erreur" },
} as const satisfies Record<CheckLevel, object>;

const UNKNOWN = { icon: CircleHelp, colour: "text-muted", tone: "plain", word: "Inconnu" } as const;

const UNSET = { ...LEVELS.warning, word: "À configurer" };

/** How many checks went how, in one sentence. */
export function summaryOf(checks: readonly Check[]): string {
  const unknown = checks.filter((check) => check.unknown).length;
  const unset = checks.filter(isToSetUp).length;
  const of = (level: CheckLevel) =>
    checks.filter((check) => check.level === level && !check.unknown && !isToSetUp(check)).length;
  const parts = [
    several(of("success"), "réussie", "réussies"),
    unset > 0 && `${unset} à configurer`,
    of("warning") > 0 && `${of("warning")} à vérifier`,
    of("error") > 0 && `${of("error")} en erreur`,
    unknown > 0 && `${unknown} sans réponse possible`,
  ];
  return `${several(checks.length, "vérification", "vérifications")} : ${parts.filter(Boolean).join(", ")}`;
}

/** Checks with what they found; those that want attention are open. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="panel divide-y divide-line">
      {checks.map((check) => (
        <li key={check.name}>
          {check.details.length > 0 ? (
            <details open={check.level !== "success"} className="group">
              <summary className="hover:bg-sand">
                <Line {...check} />
              </summary>
              <dl className="grid gap-2 pt-2 pr-4 pb-4 pl-12">
                {check.details.map(([name, value]) => (
                  <div key={name} className="wrap-anywhere md:grid md:grid-cols-[240px_1fr]">
                    <dt className="text-sm text-muted">{name}</dt>
                    <dd className="text-sm">{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          ) : (
            <Line {...check} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Line(check: Check) {
  const { name, level, unknown, summary, details, ms } = check;
  const {
    icon: Icon,
    colour,
    tone,
    word,
  } = unknown ? UNKNOWN : isToSetUp(check) ? UNSET : LEVELS[level];
  return (
    <div className="flex items-start gap-3 px-4 py-3 md:items-center">
      <Icon aria-hidden="true" size={20} className={`shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1 md:flex md:items-center md:gap-3">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-semibold">{name}</p>
          <p className="text-sm text-muted">{summary}</p>
        </div>
        {/* On a phone, where a list is long, the sign of what went well says it. */}
        <p
          className={`flex items-center gap-3 text-sm text-muted tabular-nums ${tone === "good" ? "max-md:sr-only" : "max-md:mt-1"}`}
        >
          <span className="max-md:hidden">{!unknown && `${ms} ms`}</span>
          <Badge tone={tone}>{word}</Badge>
        </p>
      </div>
      <ChevronDown
        aria-hidden="true"
        size={18}
        className={`shrink-0 text-muted group-open:rotate-180 ${details.length > 0 ? "" : "invisible"}`}
      />
    </div>
  );
}
