import { Copy } from "lucide-react";
import { useToast } from "../../kit/toasts.tsx";
import { LINK_DAYS } from "../files.ts";
import type { ShownFile } from "../storage/signed-urls.server.ts";

type CopyProps = { file: Pick<ShownFile, "file_url" | "title" | "seal"> };

/** Copies the whole address of a file: of one that is not public, a link that opens it for a while. */
export function CopyButton({ file: { file_url, title, seal } }: CopyProps) {
  const show = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(file_url + seal, location.href).href);
      show({ kind: "success", text: "URL copiée dans le presse-papiers" });
    } catch {
      show({ kind: "error", text: "Le navigateur n’a pas permis de copier" });
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copier l’URL de ${title}`}
      title={seal ? `Copier un lien de partage, valable ${LINK_DAYS} jours` : "Copier l’URL"}
      className="icon-button"
    >
      <Copy aria-hidden="true" size={16} />
    </button>
  );
}
