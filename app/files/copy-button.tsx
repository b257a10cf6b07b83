import type { LucideIcon } from "lucide-react";
import { useToast } from "../admin/kit/toasts.tsx";

type Props = { address: string; name: string; icon: LucideIcon };

/** Copies the whole address of a file. */
export function CopyButton({ address, name, icon: Icon }: Props) {
  const show = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(address, location.href).href);
      show({ kind: "success", text: "URL copiée dans le presse-papiers" });
    } catch {
      show({ kind: "error", text: "Le navigateur n’a pas permis de copier" });
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copier l’URL de ${name}`}
      title="Copier l’URL"
      className="icon-button"
    >
      <Icon aria-hidden="true" size={16} />
    </button>
  );
}
