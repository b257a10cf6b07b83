import { Circle, CircleCheck, ListTodo } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "../../kit/list/row-controls.tsx";
import { useIntent } from "../../kit/list/use-intent.tsx";
import type { FirstStep } from "./first-steps.staff.server.ts";

/** Whose action puts the list away and brings it back. */
const DASHBOARD = "/admin";

/** What leads a new federation from an empty site to an open one; when all is done it is gone. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const { submit, pending } = useIntent(DASHBOARD);
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  const mayLeave = steps.every((step) => step.done || !step.matters);
  const next = steps.find((step) => !step.done && step.matters) ?? steps.find((step) => !step.done);
  return (
    <section aria-label="Premiers pas" className="panel mb-5">
      <details className="panel border-0">
        <summary className="flex-wrap gap-x-4 gap-y-1 p-4">
          <h2 className="text-lg">Premiers pas</h2>
          <progress
            value={done}
            max={steps.length}
            className="w-28"
            aria-label="Premiers pas faits"
          />
          <span className="font-normal text-muted">
            {done} sur {steps.length}
          </span>
        </summary>
        <div className="grid gap-3 px-4 pb-4">
          <p className="text-muted">
            Rien n’est bloqué en attendant.
            {!mayLeave && " Une fois l’essentiel fait, la liste peut être masquée."}
          </p>
          <ul className="grid gap-1">
            {steps.map(({ name, label, detail, to, done: isDone, matters }) => (
              <li key={name} className="flex gap-2">
                {isDone ? (
                  <CircleCheck aria-hidden="true" size={17} className="mt-1 shrink-0 text-leaf" />
                ) : (
                  <Circle aria-hidden="true" size={17} className="mt-1 shrink-0 text-muted" />
                )}
                <span className="min-w-0 wrap-anywhere">
                  {isDone ? (
                    <>
                      {label} <span className="sr-only">(fait)</span>
                    </>
                  ) : (
                    <>
                      <Link to={to} className="link">
                        {label}
                      </Link>{" "}
                      {matters && <Badge tone="wait">Essentiel</Badge>}
                      {detail && <span className="block text-sm text-muted">{detail}</span>}
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {mayLeave && (
            <p>
              <button
                type="button"
                disabled={pending !== undefined}
                onClick={() => submit("put-away", {})}
                className="button quiet small"
              >
                Masquer cette liste
              </button>
            </p>
          )}
        </div>
      </details>
      {next && (
        <p className="px-4 pb-4 wrap-anywhere">
          Ensuite :{" "}
          <Link to={next.to} className="link">
            {next.label}
          </Link>
        </p>
      )}
    </section>
  );
}

/** In Diagnostic, where the list is when it was put away. */
export function HiddenFirstSteps({ open }: { open: readonly string[] }) {
  const { submit, pending } = useIntent(DASHBOARD);
  return (
    <section className="panel p-4">
      <h2 className="text-lg">Premiers pas</h2>
      <p className="mt-1">
        La liste est masquée. Il reste à faire : {open.join(", ")}. Si une étape faite ne l’est
        plus, la liste revient d’elle-même.
      </p>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => submit("bring-back", {})}
        className="button quiet mt-3"
      >
        <ListTodo aria-hidden="true" size={17} />
        Remettre sur le tableau de bord
      </button>
    </section>
  );
}
