import { UploadCloud } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { PICKER_ACCEPTS } from "../files.ts";
import { sendOne } from "./send-files.browser.ts";
import type { Step } from "./upload.server.ts";

type UploadProps = {
  any: boolean;
  categories: readonly { id: string; name: string; icon: string }[];
  choose: (address: string) => void;
};

const FAILED = "Erreur lors du téléchargement";

/**
 * Sends a file from where one is to be chosen, and chooses it. Nothing here has a name or tells the form
 * around it: what was typed there stays, and is not sent with it.
 */
export function PickerUpload({ any, categories, choose }: UploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const usual = categories.find(({ icon }) => !any && icon === "Image") ?? categories[0];
  const [category, setCategory] = useState(usual?.id ?? "");
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState("");
  // Whoever closes the dialog meanwhile has chosen nothing.
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const send = async (event: FormEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (!file || progress !== undefined) return;
    setProblem("");
    setProgress(0);
    const fields = new FormData();
    fields.set("category_id", category);
    // A picture is for a page that everybody reads; a document opens when its record says so.
    if (!any) fields.set("is_public", "on");
    const last = await sendOne(file, fields, setProgress).catch((): Step => ({ failed: FAILED }));
    if (!open.current) return;
    setProgress(undefined);
    if ("url" in last) choose(last.url);
    else setProblem("refused" in last ? last.refused : "failed" in last ? last.failed : FAILED);
  };
  const quiet = (event: FormEvent) => event.stopPropagation();
  return (
    <div
      className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3"
      onInput={quiet}
    >
      <button
        type="button"
        disabled={progress !== undefined}
        onClick={() => input.current?.click()}
        className="button quiet small"
      >
        <UploadCloud aria-hidden="true" size={16} />
        {progress === undefined ? "Envoyer un fichier" : "Envoi…"}
      </button>
      <label className="flex items-center gap-2 text-sm">
        dans
        <select
          value={category}
          onChange={(event) => {
            event.stopPropagation();
            setCategory(event.target.value);
          }}
          className="min-h-9 rounded-control border border-control px-2"
        >
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <input
        ref={input}
        type="file"
        accept={any ? PICKER_ACCEPTS : "image/*"}
        aria-label="Fichier à envoyer"
        tabIndex={-1}
        className="sr-only"
        onChange={send}
      />
      {progress !== undefined && (
        <progress value={progress} max={100} aria-label="Progression de l’envoi" className="w-40" />
      )}
      <p role="alert" className="field-error">
        {problem}
      </p>
    </div>
  );
}
