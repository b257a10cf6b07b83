import { type SyntheticEvent, useEffect, useRef } from "react";

/** The event that the document gets when a dialog opens or closes. */
const CHANGE = "dialogs";

/** The topmost modal dialog: everything outside it is inert. */
export const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);

/** Calls `react` now, and whenever a dialog opens or closes. Returns a function that stops it. */
export function watchDialogs(react: () => void): () => void {
  react();
  document.addEventListener(CHANGE, react);
  return () => document.removeEventListener(CHANGE, react);
}

/**
 * Opens a dialog as a modal for as long as its component is mounted. Then the focus returns to the link or the button
 * that opened it.
 */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    // The server writes it open, for browsers without JavaScript; `showModal` needs it closed.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
    // Somebody who typed in the dialog before hydration keeps the focus there.
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
 * Handles Escape in a dialog that has an address of its own. React bubbles the event from a dialog inside it, which
 * closes by itself and is ignored here.
 */
export const onEscape =
  (leave: () => void) =>
  (event: SyntheticEvent<HTMLDialogElement>): void => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    leave();
  };
