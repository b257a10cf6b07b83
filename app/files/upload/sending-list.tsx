import { CircleCheck, CircleX, X } from "lucide-react";
import type { Sending } from "./send-files.browser.ts";

type Props = {
  sendings: readonly Sending[];
  /** Takes one off the list; absent while they are on their way. */
  remove?: (place: number) => void;
};

/** The files that were chosen, with how far each is. */
export function SendingList({ sendings, remove }: Props) {
  return (
    <ul className="grid max-h-[260px] gap-2 overflow-y-auto" aria-label="Fichiers choisis">
      {sendings.map((sending, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
        <li key={place} className="rounded-control border border-line p-2.5">
          <Line sending={sending} remove={remove && (() => remove(place))} />
        </li>
      ))}
    </ul>
  );
}

type LineProps = { sending: Sending; remove?: () => void };

function Line({ sending: { file, progress, problem, twin, done }, remove }: LineProps) {
  return (
    <>
      <div className="flex items-center gap-3 text-sm">
        <span className="min-w-0 flex-1 truncate">{file.name}</span>
        <span className="text-muted tabular-nums">{(file.size / 1024 ** 2).toFixed(2)} MB</span>
        {problem ? (
          <CircleX aria-hidden="true" size={18} className="shrink-0 text-red" />
        ) : (
          done && <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-leaf" />
        )}
        {remove && (problem || !done) && (
          <button
            type="button"
            onClick={remove}
            aria-label={`Retirer ${file.name}`}
            title="Retirer"
            className="icon-button -my-1.5 size-8 shrink-0"
          >
            <X aria-hidden="true" size={17} />
          </button>
        )}
      </div>
      <progress
        value={progress}
        max={100}
        aria-label={`Progression de ${file.name}`}
        className="mt-1.5 w-full"
      />
      {problem && <p className="text-sm font-semibold text-blood">{problem}</p>}
      {twin && <p className="text-sm text-ochre">Même contenu que « {twin} ».</p>}
    </>
  );
}
