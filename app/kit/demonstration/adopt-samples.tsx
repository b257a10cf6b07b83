import { useIntent } from "../list/use-intent.ts";

type Props = { samples: readonly { name: string; detail: string }[] };

/** What an empty list shows: samples, and the button that adopts them. */
export function AdoptSamples({ samples }: Props) {
  const { submit, pending } = useIntent();
  return (
    <div className="grid w-full max-w-[720px] justify-items-center gap-3">
      <p className="text-muted">Pour commencer, ces exemples sont prêts :</p>
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
