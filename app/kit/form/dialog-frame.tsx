import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { onEscape, useModal } from "./use-modal.ts";

type Props = { title: string; back: string; children: ReactNode };

/** A dialog with an address of its own over a list, for what is not the form of a record. */
export function FormDialogFrame({ title, back, children }: Props) {
  const dialog = useModal();
  const navigate = useNavigate();
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="dialog-title"
      onCancel={onEscape(() => navigate(back, { preventScrollReset: true }))}
      className="w-[860px] p-0"
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-white px-5 py-3">
        <h2 id="dialog-title" className="text-lg">
          {title}
        </h2>
        <Link to={back} preventScrollReset aria-label="Fermer" className="icon-button">
          <X aria-hidden="true" size={20} />
        </Link>
      </header>
      {children}
    </dialog>
  );
}
