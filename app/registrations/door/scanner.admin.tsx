import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { Toast } from "../../kit/toast.ts";

/** How many of the last tickets stay in sight. */
const SHOWN = 6;

type Ticket = { key: number; code: string };

/** Takes tickets one after the other, as fast as they come, and says of each what became of it. */
export function Scanner({ event }: { event: string }) {
  const [tickets, setTickets] = useState<Ticket[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const count = useRef(0);
  useTypingGoesTo(field);
  const take = (submission: FormEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const code = field.current?.value.trim() ?? "";
    if (field.current) field.current.value = "";
    if (code === "") return;
    count.current += 1;
    const ticket = { key: count.current, code };
    setTickets((before) => [ticket, ...before].slice(0, SHOWN));
  };
  return (
    <section aria-label="Billets" className="grid gap-3">
      <form onSubmit={take} className="panel p-4">
        <label htmlFor="code" className="font-semibold">
          Code ou référence du billet
        </label>
        <div className="mt-1.5 flex gap-3">
          <input
            ref={field}
            id="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={500}
            placeholder="FGE-7K3M-2Q"
            className="min-h-12 w-full min-w-0 rounded-control border-2 border-control bg-white px-3.5 text-lg"
          />
          <button type="submit" className="button">
            Valider
          </button>
        </div>
      </form>
      <ol aria-live="polite" className="grid gap-3">
        {tickets.map((ticket) => (
          <Answer key={ticket.key} event={event} code={ticket.code} />
        ))}
      </ol>
    </section>
  );
}

/** What a scanner types must not be lost because somebody clicked beside the field. */
function useTypingGoesTo(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    field.current?.focus();
    const bring = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.key.length > 1) return;
      // Neither is it a shortcut of the back office.
      event.stopPropagation();
      field.current?.focus();
    };
    window.addEventListener("keydown", bring, { capture: true });
    return () => window.removeEventListener("keydown", bring, { capture: true });
  }, [field]);
}

/** One ticket: sent once, by itself, so that the next one does not wait for it. */
function Answer({ event, code }: { event: string; code: string }) {
  const { submit, data } = useFetcher<{ toast: Toast }>();
  const submitted = useRef(false);
  useEffect(() => {
    if (submitted.current) return;
    submitted.current = true;
    submit({ intent: "scan", event, code }, { method: "post" });
  }, [submit, event, code]);
  const kind = data?.toast.kind;
  const Icon = kind === undefined ? LoaderCircle : kind === "success" ? CircleCheck : CircleX;
  const tone =
    kind === undefined
      ? "border-line bg-white"
      : kind === "success"
        ? "border-leaf bg-mint"
        : "border-red bg-rose";
  return (
    <li
      className={`flex items-start gap-3 rounded-card border-2 p-4 first:text-lg first:font-semibold ${tone}`}
    >
      <Icon aria-hidden="true" size={26} className="mt-0.5 shrink-0" />
      <p className="min-w-0 wrap-anywhere">{data?.toast.text ?? `${code} …`}</p>
    </li>
  );
}
