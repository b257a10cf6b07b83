import { type ChangeEvent, type KeyboardEvent, useRef, useState } from "react";

/**
 * A menu that acts when something is chosen. A click chooses; the keys only look through it, and choose
 * with Enter: Escape, or leaving it, takes that back.
 */
export function useMenuChoice(value: string, choose: (value: string) => void) {
  const [looking, setLooking] = useState<string>();
  const byKey = useRef(false);
  const stop = () => {
    byKey.current = false;
    setLooking(undefined);
  };
  return {
    choice: looking ?? value,
    /** Whether Enter is awaited. */
    isOpen: looking !== undefined && looking !== value,
    props: {
      value: looking ?? value,
      onPointerDown: () => {
        byKey.current = false;
      },
      onChange: (event: ChangeEvent<HTMLSelectElement>) => {
        if (byKey.current) setLooking(event.target.value);
        else choose(event.target.value);
      },
      onKeyDown: (event: KeyboardEvent) => {
        byKey.current = true;
        if (event.key === "Escape") stop();
        if (event.key !== "Enter" || looking === undefined) return;
        event.preventDefault();
        stop();
        if (looking !== value) choose(looking);
      },
      onBlur: stop,
    },
  };
}
