import { type SyntheticEvent, useEffect, useRef } from "react";

/** Said of the document when a dialog opened over it, or went. */
const CHANGE = "dialogs";

/** The dialog that lies over everything now: what stands outside it can be neither used nor heard. */
export const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);

/** Calls `react` now, and whenever a dialog opened or went. Returns what ends that. */
export function watchDialogs(react: () => void): () => void {
  react();
  document.addEventListener(CHANGE, react);
  return () => document.removeEventListener(CHANGE, react);
}

/**
 * A dialog that lies over everything for as long as its component is there. Afterwards the focus is
 * where it was: on the link or the button that opened it.
 */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    // It may be written open, for who has no script; opened again it lies over the page.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
    // Whoever typed before the script came goes on where they are.
    if (dialog.current?.contains(opener)) (opener as HTMLElement).focus({ preventScroll: true });
    document.dispatchEvent(new Event(CHANGE));
    return () => {
      document.dispatchEvent(new Event(CHANGE));
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

/**
 * What Escape does to a dialog that has an address of its own. What lies inside it, a question or a
 * picker, is cancelled by itself, although React tells the dialog around it too.
 */
export const onEscape =
  (leave: () => void) =>
  (event: SyntheticEvent<HTMLDialogElement>): void => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    leave();
  };
