import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { groupNumbers } from "./field-groups.ts";
import { fieldsOf } from "./fields.tsx";
import type { Defaults } from "./form-dialog.tsx";
import type { SaveState } from "./save.server.ts";

export type GroupField = ReturnType<typeof fieldsOf>;

type Props = {
  /** The name of the list among the fields: `items` for `items.0.title`. */
  list: string;
  /** What an entry is called, and with its article: « Formule », « une formule ». */
  noun: string;
  one: string;
  defaults: Defaults;
  state: SaveState | undefined;
  /** Whether entries can be put in another order. */
  sortable?: boolean;
  /** The fields of an entry; `field` gives each its full name. */
  children: (field: GroupField, path: string) => ReactNode;
};

type Direction = "up" | "down";

/** The entries of a list inside a form: groups of fields that are added, removed and put in order. */
export function Repeater({ list, noun, one, defaults, state, sortable, children }: Props) {
  const [numbers, setNumbers] = useState(() => groupNumbers(state?.values ?? defaults, list));
  // A number is given once: under that of an entry that was removed, its values would come back.
  const last = useRef(Math.max(-1, ...numbers, ...groupNumbers(defaults, list)));
  const [dragged, setDragged] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string[]>([]);
  const rendered = useRef(numbers);
  useEffect(() => {
    if (rendered.current === numbers) return;
    rendered.current = numbers;
    // Listeners of the form (the live preview, the unsaved-changes guard) get an input event, as for any change.
    box.current?.dispatchEvent(new Event("input", { bubbles: true }));
    focusFirst(box.current, focusNext.current);
    focusNext.current = [];
  }, [numbers]);
  const field = fieldsOf(defaults, state);
  const entry = (number: number) => `[data-entry="${list}.${number}"]`;

  const add = () => {
    last.current += 1;
    const number = last.current;
    focusNext.current = [`${entry(number)} :is(input, textarea)`];
    setNumbers([...numbers, number]);
  };
  const remove = (number: number) => {
    focusNext.current = [`[data-add="${list}"]`];
    setNumbers(numbers.filter((other) => other !== number));
  };
  const move = (number: number, direction: Direction) => {
    const from = numbers.indexOf(number);
    // A button that is moved loses the focus, and the one at the end is off.
    const arrow = `${entry(number)} > div > [data-move`;
    focusNext.current = [`${arrow}="${direction}"]:enabled`, `${arrow}]:enabled`];
    setNumbers(moveNumber(numbers, number, direction === "up" ? from - 1 : from + 1));
  };
  const dragOver = (event: DragEvent<HTMLElement>, place: number) => {
    if (dragged === undefined) return;
    event.preventDefault();
    const from = numbers.indexOf(dragged);
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const below = event.clientY > top + height / 2;
    // Past the middle only, or two entries of different heights would change places without end.
    if (place > from ? below : place < from && !below)
      setNumbers(moveNumber(numbers, dragged, place));
  };
  return (
    <div ref={box} className="grid gap-4">
      {numbers.map((number, place) => {
        const path = `${list}.${number}`;
        return (
          <Entry
            key={number}
            name={`${noun} ${place + 1}`}
            path={path}
            remove={() => remove(number)}
            order={
              sortable
                ? {
                    first: place === 0,
                    last: place === numbers.length - 1,
                    dragged: dragged === number,
                    drag: (on) => setDragged(on ? number : undefined),
                    dragOver: (event) => dragOver(event, place),
                    move: (direction) => move(number, direction),
                  }
                : undefined
            }
          >
            {children((own) => field(`${path}.${own}`), path)}
          </Entry>
        );
      })}
      <button
        type="button"
        data-add={list}
        onClick={add}
        className="button quiet small justify-self-start"
      >
        <Plus aria-hidden="true" size={16} />
        {`Ajouter ${one}`}
      </button>
    </div>
  );
}

type Order = {
  first: boolean;
  last: boolean;
  dragged: boolean;
  drag: (on: boolean) => void;
  dragOver: (event: DragEvent<HTMLElement>) => void;
  move: (direction: Direction) => void;
};

type EntryProps = {
  name: string;
  path: string;
  remove: () => void;
  order: Order | undefined;
  children: ReactNode;
};

function Entry({ name, path, remove, order, children }: EntryProps) {
  return (
    <fieldset
      data-entry={path}
      data-dragged={order?.dragged || undefined}
      onDragOver={order?.dragOver}
      onDrop={(event) => event.preventDefault()}
      aria-label={name}
      className="rounded-card border border-line p-4 pt-2 data-dragged:border-green data-dragged:bg-mint"
    >
      <div className="mb-2 flex items-center">
        <p aria-hidden="true" className="mr-auto font-semibold">
          {name}
        </p>
        {order && (
          <>
            <Handle drag={order.drag} />
            <Arrow direction="up" name={name} disabled={order.first} move={order.move} />
            <Arrow direction="down" name={name} disabled={order.last} move={order.move} />
          </>
        )}
        <button
          type="button"
          onClick={remove}
          aria-label={`Retirer ${name}`}
          title="Retirer"
          className="icon-button danger"
        >
          <Trash2 aria-hidden="true" size={17} />
        </button>
      </div>
      <div className="grid gap-4 md:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** The same entries with one of them at another place. */
function moveNumber(numbers: readonly number[], number: number, place: number): number[] {
  const others = numbers.filter((other) => other !== number);
  return [...others.slice(0, place), number, ...others.slice(place)];
}

/** Focuses the element of the first selector that matches. */
function focusFirst(box: HTMLElement | null, selectors: readonly string[]): void {
  const elements = selectors.map((selector) => box?.querySelector<HTMLElement>(selector));
  elements.find((element) => element)?.focus();
}

/** The drag handle; the arrow buttons do the same with the keyboard. */
function Handle({ drag }: { drag: (on: boolean) => void }) {
  const start = (event: DragEvent<HTMLElement>) => {
    const entry = event.currentTarget.closest("fieldset");
    if (entry) event.dataTransfer.setDragImage(entry, 0, 0);
    event.dataTransfer.effectAllowed = "move";
    drag(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a way of the mouse; the keyboard has the arrows
    <span
      draggable
      title="Déplacer à la souris"
      onDragStart={start}
      onDragEnd={() => drag(false)}
      className="icon-button cursor-grab max-md:hidden"
    >
      <GripVertical aria-hidden="true" size={17} />
    </span>
  );
}

type ArrowProps = {
  direction: Direction;
  name: string;
  disabled: boolean;
  move: (direction: Direction) => void;
};

function Arrow({ direction, name, disabled, move }: ArrowProps) {
  const [Icon, verb] = direction === "up" ? [ArrowUp, "Monter"] : [ArrowDown, "Descendre"];
  return (
    <button
      type="button"
      data-move={direction}
      disabled={disabled}
      onClick={() => move(direction)}
      aria-label={`${verb} ${name}`}
      title={verb}
      className="icon-button"
    >
      <Icon aria-hidden="true" size={17} />
    </button>
  );
}
