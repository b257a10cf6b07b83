import { useIntent } from "../../kit/list/use-intent.ts";

type Props = {
  id: string;
  name: string;
  /** Days that the membership still has; below zero, since it ended. */
  left: number;
  /** Nobody reminds this member. */
  off: boolean;
};

/** How near a membership is to its end, and what can be done about it. */
export function Ending({ id, name, left, off }: Props) {
  const { submit, pending } = useIntent();
  const button = (text: string, label: string, press: () => void) => (
    <button
      type="button"
      disabled={pending !== undefined}
      onClick={press}
      aria-label={`${text} ${label}`}
      className="min-h-7 underline"
    >
      {text}
    </button>
  );
  const toggle = () => submit("toggle", { ids: id, on: off ? "" : "on" });
  return (
    <div className="whitespace-nowrap md:text-[13px]">
      <p className={left < 0 ? "text-muted" : "font-semibold text-blood"}>{endingWords(left)}</p>
      {off && <p className="text-muted">Sans rappel</p>}
      <p className="flex gap-3 max-md:justify-end">
        {!off && button("Rappeler", `${name} maintenant`, () => submit("remind", { id }))}
        {off
          ? button("Reprendre", `les rappels de ${name}`, toggle)
          : button("Arrêter", `les rappels de ${name}`, toggle)}
      </p>
    </div>
  );
}

function endingWords(left: number): string {
  if (left === 0) return "Finit aujourd’hui";
  const days = Math.abs(left) === 1 ? "1 jour" : `${Math.abs(left)} jours`;
  return left > 0 ? `Finit dans ${days}` : `Finie depuis ${days}`;
}
