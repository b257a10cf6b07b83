import { useModal } from "./use-modal.ts";

type Props = {
  title: string;
  /** What is lost, and whether it can come back. */
  message: string;
  action?: string;
  /** What the other button says. */
  keep?: string;
  close: () => void;
  /** Absent where nothing can be done: the message says why. */
  confirm: (() => void) | undefined;
};

/** Asks for confirmation before something is lost. */
export function ConfirmDialog(props: Props) {
  const { title, message, action = "Supprimer", keep = "Annuler", close, confirm } = props;
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-message"
      onClose={close}
      className="w-[440px] p-6 text-left text-ink"
    >
      <h2 id="confirm-title" className="text-lg">
        {title}
      </h2>
      <p id="confirm-message" className="mt-2">
        {message}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button quiet" onClick={close}>
          {confirm ? keep : "Fermer"}
        </button>
        {confirm && (
          <button
            type="button"
            className="button danger"
            onClick={() => {
              confirm();
              close();
            }}
          >
            {action}
          </button>
        )}
      </div>
    </dialog>
  );
}
