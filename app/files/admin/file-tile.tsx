import { Copy, File, FileArchive, FileText, Image, Music, Video } from "lucide-react";
import { ofName } from "../../i18n/elision.ts";
import { useToast } from "../../kit/toasts.tsx";
import { isPicture, LINK_DAYS, variantOf } from "../files.ts";
import type { ShownFile } from "../storage/signed-urls.server.ts";

const ICONS = [
  [/^image\//, Image],
  [/^video\//, Video],
  [/^audio\//, Music],
  [/pdf|word|text/, FileText],
  [/zip|rar/, FileArchive],
] as const;

type Props = {
  file: Pick<ShownFile, "file_type" | "file_url" | "cover_url" | "alt_text" | "seal">;
  /** How large the icon is, pixels. */
  icon?: number;
};

/** What a file looks like: the picture in small, the first page of a document, or the icon of its kind. */
export function FileTile({ file, icon = 44 }: Props) {
  const { file_type, file_url, cover_url, alt_text, seal } = file;
  const isUpload = file_url.startsWith("/files/uploads/");
  const small = isPicture(file_type)
    ? isUpload
      ? variantOf(file_url, 320, "webp")
      : file_url
    : cover_url;
  const Icon = ICONS.find(([kind]) => kind.test(file_type))?.[1] ?? File;
  return (
    <span className="grid aspect-[4/3] place-items-center overflow-hidden bg-sand">
      {small ? (
        <img
          src={small + seal}
          alt={alt_text ?? ""}
          loading="lazy"
          className="size-full object-cover"
        />
      ) : (
        <Icon aria-hidden="true" size={icon} strokeWidth={1.3} className="text-muted" />
      )}
    </span>
  );
}

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
      aria-label={`Copier l’URL ${ofName(title)}`}
      title={seal ? `Copier un lien de partage, valable ${LINK_DAYS} jours` : "Copier l’URL"}
      className="icon-button"
    >
      <Copy aria-hidden="true" size={16} />
    </button>
  );
}
