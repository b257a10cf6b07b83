import { ArrowDown, ArrowUp, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from "react";
import { ofName } from "../../i18n/elision.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { RecordLink } from "../record-link.tsx";
import { usePrefetch } from "../use-prefetch.ts";
import type { Choice } from "./filter-bar.tsx";
import { useIntent } from "./use-intent.tsx";

/** The colours of a state; the word beside it says the same. */
export type Tone = "good" | "wait" | "bad" | "news" | "plain";

/** A word or two stand on one line; what is longer may break. */
const ONE_LINE = 16;

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  const wraps = children.length > ONE_LINE ? "whitespace-normal" : "";
  return (
    <span className={`badge ${wraps}`} data-tone={tone}>
      {children}
    </span>
  );
}

export type Question = { title: string; message: string; action: string };

type MenuProps = {
  id: string;
  value: string;
  choices: readonly (Choice & { tone: Tone })[];
  /** Whose status it is. */
  name: string;
  /** Asked before it changes, where that concerns others. */
  question?: Question;
};

/** A status that is changed in its row. Shows the new one at once, and the old one again if it is refused. */
export function StatusMenu({ id, value, choices, name, question }: MenuProps) {
  const { submit, pending } = useIntent();
  const [asking, setAsking] = useState<string>();
  const current = pending?.get("status")?.toString() ?? value;
  const change = (status: string) => submit("status", { ids: id, status });
  const { choice, isOpen, props } = useMenuChoice(current, question ? setAsking : change);
  const tone = choices.find((one) => one.value === choice)?.tone ?? "plain";
  return (
    <>
      <select
        aria-label={`Statut ${ofName(name)}`}
        {...props}
        data-tone={tone}
        className="badge min-h-8 border border-transparent hover:border-control"
      >
        {choices.map(({ value: option, label }) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
      {isOpen && <ConfirmHint />}
      {asking && question && (
        <ConfirmDialog
          {...question}
          close={() => setAsking(undefined)}
          confirm={() => change(asking)}
        />
      )}
    </>
  );
}

/** The hint for a menu that is used with the keyboard. */
export const ConfirmHint = ({ className = "block text-xs text-muted" }) => (
  <span role="status" className={className}>
    Entrée pour enregistrer
  </span>
);

type ToggleProps = {
  id: string;
  on: boolean;
  /** The labels of both states. */
  labels: readonly [on: string, off: string];
  /** What a click does, in both states. */
  hints: readonly [on: string, off: string];
  /** The question before it is switched off, where that takes access from somebody. */
  question?: Question;
};

/** A state with two values, switched by a click on its badge. */
export function ToggleBadge({ id, on, labels, hints, question }: ToggleProps) {
  const { submit, pending } = useIntent();
  const [asking, setAsking] = useState(false);
  const isOn = pending ? pending.get("on") === "on" : on;
  const set = (next: boolean) => submit("toggle", { ids: id, on: next ? "on" : "" });
  return (
    <>
      <button
        type="button"
        aria-pressed={isOn}
        title={isOn ? hints[0] : hints[1]}
        onClick={() => (isOn && question ? setAsking(true) : set(!isOn))}
        data-tone={isOn ? "good" : "wait"}
        className="badge min-h-8 hover:underline"
      >
        {isOn ? labels[0] : labels[1]}
      </button>
      {asking && question && (
        <ConfirmDialog {...question} close={() => setAsking(false)} confirm={() => set(false)} />
      )}
    </>
  );
}

type MoveProps = {
  id: string;
  name: string;
  /** Nothing goes before the first nor after the last. */
  first: boolean;
  last: boolean;
};

/** Swaps the place of a record with its neighbour's. */
export function MoveButtons({ id, name, first, last }: MoveProps) {
  const { submit, pending } = useIntent();
  const button = (direction: "up" | "down", tip: string, stuck: boolean, Icon: LucideIcon) => (
    <button
      type="button"
      disabled={stuck || pending !== undefined}
      onClick={() => submit("move", { id, direction })}
      aria-label={`${tip} ${name}`}
      title={tip}
      className="icon-button"
    >
      <Icon aria-hidden="true" size={17} />
    </button>
  );
  return (
    <>
      {button("up", "Monter", first, ArrowUp)}
      {button("down", "Descendre", last, ArrowDown)}
    </>
  );
}

/** Opens the form of a record over the list. */
export function EditLink({ id, name }: { id: string; name: string }) {
  const prefetch = usePrefetch();
  return (
    <RecordLink
      id={id}
      prefetch={prefetch}
      aria-label={`Modifier ${name}`}
      title="Modifier"
      className="icon-button"
    >
      <Pencil aria-hidden="true" size={17} />
    </RecordLink>
  );
}

type DeleteProps = {
  id: string;
  name: string;
  /** The question, such as « Supprimer cet article ? ». */
  title: string;
  /** What else is lost with it, as a sentence. */
  consequences?: string | undefined;
  /** Why it cannot be deleted, as a sentence: what it is used for. */
  inUse?: string | undefined;
  /** Sent with the deletion, to say which consequences were shown. */
  fields?: Readonly<Record<string, string>>;
};

/** Deletes a record after a question that names it. */
export function DeleteButton(props: DeleteProps) {
  const { id, name, title, fields, consequences: lost = "", inUse } = props;
  const { submit, pending } = useIntent();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        disabled={pending !== undefined}
        onClick={() => setAsking(true)}
        aria-label={`Supprimer ${name}`}
        title="Supprimer"
        className="icon-button danger"
      >
        <Trash2 aria-hidden="true" size={17} />
      </button>
      {asking && (
        <ConfirmDialog
          title={title}
          message={inUse ?? `« ${name} » ira dans la corbeille pour 30 jours. ${lost}`.trimEnd()}
          close={() => setAsking(false)}
          confirm={inUse ? undefined : () => submit("delete", { ...fields, ids: id })}
        />
      )}
    </>
  );
}

type IconLinkProps = { href: string; label: string; tip: string; icon: LucideIcon };

/** Opens something outside the back office in a new tab. */
export function IconLink({ href, label, tip, icon: Icon }: IconLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={tip}
      className="icon-button"
    >
      <Icon aria-hidden="true" size={17} />
    </a>
  );
}

/**
 * A select that acts when an option is chosen. With the mouse it acts at once; with the keyboard only after Enter, and
 * Escape or leaving the field resets it.
 */
export function useMenuChoice(value: string, choose: (value: string) => void) {
  const [preselected, setPreselected] = useState<string>();
  const byKey = useRef(false);
  const stop = () => {
    byKey.current = false;
    setPreselected(undefined);
  };
  return {
    choice: preselected ?? value,
    /** Whether the chosen option still waits for Enter. */
    isOpen: preselected !== undefined && preselected !== value,
    props: {
      value: preselected ?? value,
      onPointerDown: () => {
        byKey.current = false;
      },
      onChange: (event: ChangeEvent<HTMLSelectElement>) => {
        if (byKey.current) setPreselected(event.target.value);
        else choose(event.target.value);
      },
      onKeyDown: (event: KeyboardEvent) => {
        byKey.current = true;
        if (event.key === "Escape") stop();
        if (event.key !== "Enter" || preselected === undefined) return;
        event.preventDefault();
        stop();
        if (preselected !== value) choose(preselected);
      },
      onBlur: stop,
    },
  };
}
