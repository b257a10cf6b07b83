import { useEffect, useRef } from "react";
import type { PeopleNotice } from "../kit/form/save.server.ts";
import { useNotice } from "../mail/use-notice.ts";

/** Before anything is saved: who will be told, and what they will read. The form that holds it confirms just this. */
export function NoticePanel({ notice: { people, notes, mails, seen } }: { notice: PeopleNotice }) {
  const box = useRef<HTMLDivElement>(null);
  const words = useNotice();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another notice takes the focus again
  useEffect(() => box.current?.focus(), [seen]);
  const count = people > 1 ? `${people} personnes` : `${people} personne`;
  return (
    <div role="alert" className="grid gap-3 rounded-control border-2 border-ochre bg-amber p-3">
      <input type="hidden" name="told" value={seen} />
      <div ref={box} tabIndex={-1} className="grid gap-1">
        {people > 0 && (
          <p className="font-bold text-ochre">
            {words(
              `${count} ${people > 1 ? "seront prévenues" : "sera prévenue"}`,
              `${count} à prévenir vous-même : ce site ne peut pas envoyer d’e-mail`,
            )}
          </p>
        )}
        <p>Rien n’est encore enregistré. Relisez, puis confirmez.</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {mails.map(({ to, language, subject, text }, place) => (
        <details key={to} open={place === 0} className="rounded-control bg-white p-3">
          <summary className="cursor-pointer font-semibold">{to}</summary>
          <div lang={language} className="mt-2 grid gap-2">
            <p className="font-semibold">{subject}</p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </div>
        </details>
      ))}
    </div>
  );
}

/** What the button of such a form says. */
export function useConfirmation(notice: PeopleNotice | undefined, act: string): string {
  const words = useNotice();
  if (!notice) return act;
  return notice.people > 0 ? words(`${act} et prévenir`, `${act} quand même`) : `${act} quand même`;
}
