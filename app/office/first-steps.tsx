import { Circle, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import type { FirstStep } from "./first-steps.staff.server.ts";

/** What leads a new federation from an empty site to an open one; when all is done it is gone. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <section aria-labelledby="first-steps" className="panel mb-5 p-4">
      <h2 id="first-steps" className="text-lg">
        Premiers pas
      </h2>
      <p className="mb-2 text-muted">
        {done} sur {steps.length}. Rien n’est bloqué en attendant.
      </p>
      <ul className="grid gap-1">
        {steps.map(({ label, to, done: isDone }) => (
          <li key={to} className="flex gap-2">
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
                <Link to={to} className="link">
                  {label}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
