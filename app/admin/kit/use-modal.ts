import { useEffect, useRef } from "react";

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
