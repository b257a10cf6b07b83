import { Bell, BellOff, BellRing } from "lucide-react";
import { useIntent } from "../kit/use-intent.ts";
import type { MemberRow } from "./members.staff.server.ts";
import { nearEnd } from "./membership-ending.ts";

type Props = { row: MemberRow; name: string; today: string };

/** How near a membership is to its end, where that is worth a look. */
export function EndingNote({ row, today }: Omit<Props, "name">) {
  const left = nearEnd(row, today);
  if (left === undefined) return null;
  return (
    <p className={left < 0 ? "text-muted" : "font-semibold text-blood"}>
      {endingWords(left)}
      {row.reminders_off && ", sans rappel"}
    </p>
  );
}

function endingWords(left: number): string {
  if (left === 0) return "Finit aujourd’hui";
  const days = Math.abs(left) === 1 ? "1 jour" : `${Math.abs(left)} jours`;
  return left > 0 ? `Finit dans ${days}` : `Finie depuis ${days}`;
}

/** Reminds a member of the end now, or stops reminding them; nothing where there is nothing to say. */
export function EndingControls({ row, name, today }: Props) {
  const { submit, pending } = useIntent();
  if (nearEnd(row, today) === undefined) return null;
  const { id, reminders_off: off } = row;
  const tip = off ? "Rappeler de nouveau" : "Ne plus rappeler";
  const Icon = off ? Bell : BellOff;
  return (
    <>
      {!off && (
        <button
          type="button"
          disabled={pending !== undefined}
          onClick={() => submit("remind", { id })}
          aria-label={`Envoyer un rappel à ${name}`}
          title="Envoyer un rappel maintenant"
          className="icon-button"
        >
          <BellRing aria-hidden="true" size={17} />
        </button>
      )}
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => submit("toggle", { ids: id, on: off ? "" : "on" })}
        aria-label={`${tip} ${name}`}
        title={tip}
        className="icon-button"
      >
        <Icon aria-hidden="true" size={17} />
      </button>
    </>
  );
}
