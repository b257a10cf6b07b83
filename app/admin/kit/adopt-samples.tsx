import { useIntent } from "./use-intent.ts";

/** What a site could begin with, and the button that makes it its own. */
export function AdoptSamples({ names }: { names: readonly string[] }) {
  const { submit, pending } = useIntent();
  return (
    <div className="grid justify-items-center gap-2">
      <p className="text-muted">Exemples montrés sur le site : {names.join(", ")}.</p>
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
