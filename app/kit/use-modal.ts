import { type SyntheticEvent, useEffect, useRef } from "react";

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
    return () => {
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
