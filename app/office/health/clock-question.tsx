import { Clock } from "lucide-react";
import { Form } from "react-router";
import { formatMoment } from "../../i18n/format.ts";

/** Asks the one thing that a site cannot know by itself: whether it was off, or its clock is ahead. */
export function ClockQuestion({ now, known }: { now: Date; known: Date }) {
  return (
    <section aria-labelledby="clock" className="panel mb-4 grid gap-3 p-5">
      <h2 id="clock" className="text-lg">
        L’horloge est-elle juste ?
      </h2>
      <p>
        Elle dit <strong>{formatMoment("fr", now)}</strong>, et le plus récent que le site connaisse
        est du <strong>{formatMoment("fr", known)}</strong>. Ou bien le site est resté éteint entre
        les deux, ou bien l’horloge de la machine est en avance. D’ici là, rien n’est effacé et rien
        ne se termine : ni données, ni sauvegardes, ni adhésions, ni places gardées.
      </p>
      <p>
        Si cette date est fausse, remettez la machine à l’heure : le site s’en aperçoit seul. Si
        elle est juste, dites-le, et ce dont le temps est passé partira.
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="shown" value={now.toISOString()} />
        <button type="submit" name="intent" value="trust-clock" className="button">
          <Clock aria-hidden="true" size={17} />
          La date est juste
        </button>
      </Form>
    </section>
  );
}
