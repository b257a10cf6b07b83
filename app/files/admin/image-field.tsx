import { ImageOff } from "lucide-react";
import { useRef, useState } from "react";
import { useMay } from "../../kit/may.tsx";
import { TextField } from "../../ui/fields.tsx";
import { FilePicker } from "./file-picker.tsx";

type ImageProps = {
  name: string;
  label: string;
  hint?: string;
  defaultValue: string;
  error?: string;
  required?: boolean;
};

/** The address of a picture, chosen from the files or typed, with the picture itself. */
export function ImageField(props: ImageProps) {
  const [address, setAddress] = useState(props.defaultValue);
  const [broken, setBroken] = useState("");
  const may = useMay();
  const box = useRef<HTMLDivElement>(null);
  const showable = /^(https?:\/\/|\/)/.test(address) && broken !== address;
  const choose = (address: string) => {
    const input = box.current?.querySelector("input");
    if (!input) return;
    input.value = address;
    // The form must know that something in it changed.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    setAddress(address);
  };
  return (
    <div
      ref={box}
      className="grid grid-cols-[minmax(0,1fr)_56px] gap-3 sm:grid-cols-[minmax(0,1fr)_96px]"
    >
      <div className="grid grid-cols-1 content-start gap-2">
        <div onChange={(event) => setAddress((event.target as HTMLInputElement).value.trim())}>
          <TextField {...props} type="url" />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FilePicker choose={choose} />
          {address.startsWith("/files/") && may("/admin/files/at") && (
            <a
              href={`/admin/files/at?${new URLSearchParams({ address })}`}
              // What is typed in the form behind is not lost.
              target="_blank"
              rel="noreferrer"
              className="link text-sm"
            >
              Voir la fiche du fichier
            </a>
          )}
        </div>
      </div>
      <div className="mt-7 grid aspect-square place-items-center overflow-hidden rounded-control border border-line bg-sand">
        {showable ? (
          <img
            src={address}
            alt="Aperçu"
            onError={() => setBroken(address)}
            className="size-full object-cover"
          />
        ) : (
          <ImageOff aria-hidden="true" size={26} className="text-muted" />
        )}
      </div>
    </div>
  );
}
