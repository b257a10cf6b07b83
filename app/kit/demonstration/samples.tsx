import { FlaskConical } from "lucide-react";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { ListData } from "../list/list-page.tsx";
import { useIntent } from "../list/use-intent.tsx";
import { useToast } from "../toasts.tsx";
import type { Demonstration, Row } from "./demonstration.browser.ts";

type Props<R extends Row> = { list: ListData<R>; of: Demonstration<R> };

/** Says that what is shown are samples, because the read failed; the mode lasts as long as its list. */
export function DemonstrationNotice<R extends Row>({ list, of }: Props<R>) {
  const { revalidate, state } = useRevalidator();
  const show = useToast();
  useEffect(() => {
    of.enter(list);
    const message = of.takeMessage();
    if (message) show(message);
  }, [list, of, show]);
  useEffect(() => () => of.leave(), [of]);
  if (!list.demonstration) return null;
  const retry = () => {
    of.retry();
    revalidate();
  };
  return (
    <section
      aria-labelledby="demonstration"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-ochre bg-amber p-4"
    >
      <FlaskConical aria-hidden="true" size={24} className="shrink-0 text-ochre" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="demonstration" className="text-base text-ochre">
          Mode démonstration
        </h2>
        <p>
          La lecture a échoué : des exemples sont affichés à sa place. Vos changements restent sur
          cet écran et ne sont pas enregistrés.
        </p>
      </div>
      <button type="button" disabled={state !== "idle"} onClick={retry} className="button quiet">
        Réessayer
      </button>
    </section>
  );
}

type SamplesProps = { samples: readonly { name: string; detail: string }[] };

/** In an empty list: samples, and the button that adopts them. */
export function AdoptSamples({ samples }: SamplesProps) {
  const { submit, pending } = useIntent();
  return (
    <div className="grid w-full max-w-[720px] justify-items-center gap-3">
      <p className="text-muted">Pour commencer, ces exemples sont prêts :</p>
      <ul className="grid w-full gap-2 text-left sm:grid-cols-2">
        {samples.map(({ name, detail }) => (
          <li key={name} className="rounded-control border border-dashed border-control px-3 py-2">
            <span className="block font-semibold">{name}</span>
            <span className="block text-sm text-muted">{detail}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => submit("adopt", {})}
        className="button quiet"
      >
        Adopter ces exemples
      </button>
    </div>
  );
}
