import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldProps, TextArea } from "../ui/fields.tsx";
import { formatDocumentField, parseDocumentField, type ReadText } from "./document-json.ts";
import type { SurfaceProps } from "./editor/surface.admin.tsx";
import type { PageFields } from "./editor/text-advice.admin.tsx";
import type { TextDocument } from "./text-document.ts";

/** The hint of the text area, which takes Markdown. */
export const MARKDOWN_HINT =
  "Une ligne vide commence un paragraphe. ## titre, **gras**, *italique*, - liste, [texte](/adresse)";

type Props = FieldProps & {
  rows?: number;
  language?: "fr" | "en";
  /** What else its page shows; null where the text is a small part of a page. */
  page?: PageFields | null;
  /** The stored text as the server read it, where a form has many. */
  read?: ReadText;
};
type Surface = ComponentType<SurfaceProps>;

/**
 * A field for a long text. The editor takes the place of the text area when it has come, and until then lines stand for
 * its words; where it does not come, the text area holds the same text in Markdown and is saved just the same.
 */
export function TextEditor({ rows, language = "fr", page = {}, read, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const hidden = useRef<HTMLInputElement>(null);
  const stored = useRef(read);
  const [failed, setFailed] = useState(false);
  const [editor, setEditor] = useState<{
    Surface: Surface;
    document: TextDocument;
    /** What the form sends. */
    field: string;
  }>();
  useEffect(() => {
    const area = box.current?.querySelector("textarea");
    if (!area) return;
    let gone = false;
    const open = async () => {
      const text = area.value;
      const [{ default: Surface }, document] = await Promise.all([
        import("./editor/surface.admin.tsx"),
        readDocument(text, stored.current),
      ]);
      if (gone) return;
      // Somebody who already types in the text area is not interrupted.
      if (area.value !== text || window.document.activeElement === area) {
        area.addEventListener("blur", () => gone || void open().catch(() => {}), { once: true });
        return;
      }
      // Synchronously: text that is typed before a later render would be lost.
      flushSync(() => setEditor({ Surface, document, field: fieldOf(document) }));
    };
    // Without the editor, the text area does.
    open().catch(() => gone || setFailed(true));
    return () => {
      gone = true;
    };
  }, []);
  if (!editor) {
    return (
      <div ref={box} className={failed ? undefined : "text-awaited"}>
        <TextArea {...props} rows={rows ?? (page ? 9 : 4)} />
      </div>
    );
  }
  const { name, label, required, error } = props;
  const write = (document: TextDocument) => {
    const input = hidden.current;
    if (!input) return;
    // A later render must not reset it to its first value.
    setEditor({ ...editor, field: fieldOf(document) });
    input.value = fieldOf(document);
    // The form must know that something in it changed.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="min-w-0">
      <span id={`${name}-label`} className="font-semibold">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </span>
      <input ref={hidden} type="hidden" name={name} value={editor.field} />
      <editor.Surface
        name={name}
        language={language}
        required={required}
        page={page}
        document={editor.document}
        invalid={error !== undefined}
        changed={write}
      />
      <p id={`${name}-error`} className="field-error">
        {error}
      </p>
    </div>
  );
}

const fieldOf = (document: TextDocument) =>
  document.length > 0 ? formatDocumentField(document) : "";

async function readDocument(text: string, stored: ReadText | undefined): Promise<TextDocument> {
  const sent = text === "" ? [] : parseDocumentField(text);
  if (sent) return sent;
  // A text area gives back its lines as it likes to end them.
  if (stored?.value.replaceAll("\r\n", "\n") === text) return stored.document;
  const answer = await fetch("/admin/texts/document", {
    method: "POST",
    body: new URLSearchParams({ text }),
  });
  if (!answer.ok) throw new Error("the text could not be read");
  return ((await answer.json()) as { document: TextDocument }).document;
}
