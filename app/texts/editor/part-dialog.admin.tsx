import { X } from "lucide-react";
import { toggleMark } from "prosemirror-commands";
import type { Command } from "prosemirror-state";
import { useEffect, useId, useState } from "react";
import { useFetcher } from "react-router";
import { FilePicker, PastedPicture } from "../../files/admin/file-picker.tsx";
import { useModal } from "../../kit/form/use-modal.ts";
import { isOwnPicture, isSafeHref } from "../text-document.ts";
import type { loader } from "./pages.route.ts";
import { schema } from "./schema.browser.ts";
import { insertBlock, mark, node } from "./view.browser.ts";

/** A part of a text that has a dialog for its fields; `isThere` when it is selected, to be changed. */
export type Part = { isThere?: true } & (
  | { kind: "link"; href: string; text: string }
  | { kind: "picture"; src: string; alt: string; caption: string; file?: File }
  | { kind: "video"; href: string; title: string; picture: string }
  | { kind: "action"; href: string; label: string }
);

const TITLES = { link: "Lien", picture: "Image", video: "Vidéo", action: "Bouton" };

const LABELS: Record<string, string> = {
  alt: "Description de l’image, pour les personnes qui ne la voient pas",
  caption: "Légende (facultative)",
  text: "Texte du lien",
  title: "Titre de la vidéo",
  label: "Texte du bouton",
};

/** What is typed of a part. */
function fieldsOf(part: Part): Record<string, string> {
  const { isThere: _, ...all } = part;
  return Object.fromEntries(
    Object.entries(all).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

type Props = { part: Part; close: () => void; put: (command: Command) => void };

/** The fields of a link, a picture, a video or a button, over the text. */
export function PartDialog({ part, close, put }: Props) {
  const dialog = useModal();
  const [values, setValues] = useState<Record<string, string>>(() => fieldsOf(part));
  const set = (field: string) => (value: string) =>
    setValues((before) => ({ ...before, [field]: value }));
  // Where one writes first, instead of the button that closes.
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>("[data-part] :is(input, button)")?.focus();
  }, [dialog]);
  const { href = "", src = "", picture = "" } = values;
  const problem = hasProblem(part.kind, values);
  const done = () => {
    put(commandFor(part, values));
    close();
  };
  return (
    <dialog
      ref={dialog}
      // React tells the dialogs around it too.
      onCancel={(event) => event.stopPropagation()}
      onClose={(event) => {
        event.stopPropagation();
        close();
      }}
      // These inputs are no fields of the form behind.
      onInput={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        if (!problem) done();
      }}
      aria-label={TITLES[part.kind]}
      className="w-[480px] p-0"
    >
      <header className="flex items-center justify-between border-b border-line px-4 py-2">
        <h3 className="font-semibold">{TITLES[part.kind]}</h3>
        <button type="button" onClick={close} aria-label="Fermer" className="icon-button">
          <X aria-hidden="true" size={20} />
        </button>
      </header>
      <div data-part="" className="grid gap-4 p-4">
        {part.kind === "picture" && (
          <PictureChoice src={src} file={part.file} choose={set("src")} />
        )}
        {part.kind !== "picture" && (
          <Address href={href} isVideo={part.kind === "video"} change={set("href")} />
        )}
        {Object.keys(part)
          .filter((field) => field in LABELS)
          .map((field) => (
            <Line
              key={field}
              label={LABELS[field] ?? ""}
              value={values[field] ?? ""}
              change={set(field)}
            />
          ))}
        {part.kind === "video" && <PictureChoice src={picture} choose={set("picture")} />}
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3">
        {part.kind === "link" && part.href && (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              put(toggleMark(mark("link"), null, { removeWhenPresent: true }));
              close();
            }}
          >
            Retirer le lien
          </button>
        )}
        <button type="button" className="button" disabled={!!problem} onClick={done}>
          {part.isThere ? "Modifier" : "Insérer"}
        </button>
      </div>
    </dialog>
  );
}

/** Whether its fields are incomplete or wrong. */
function hasProblem(
  kind: Part["kind"],
  { href = "", src = "", label = "" }: Record<string, string>,
) {
  if (kind === "picture") return !isOwnPicture(src);
  return !isSafeHref(completeAddress(href)) || (kind === "action" && label.trim() === "");
}

/** Completes an address that lacks `mailto:` or `https://`. */
function completeAddress(href: string): string {
  const address = href.trim();
  if (/^[\w.+-]+@[\w-]+\.[\w.]+$/.test(address)) return `mailto:${address}`;
  if (/^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(address)) return `https://${address}`;
  return address;
}

function commandFor(part: Part, values: Record<string, string>): Command {
  return (state, dispatch) => {
    const { tr } = state;
    const { kind, ...attrs } = values;
    const href = completeAddress(values.href ?? "");
    if (part.kind !== "link") {
      const block = node(part.kind).create("href" in attrs ? { ...attrs, href } : attrs);
      if (!part.isThere) return insertBlock(block)(state, dispatch);
      dispatch?.(tr.replaceSelectionWith(block).scrollIntoView());
      return true;
    }
    const text = values.text?.trim() || href;
    const link = mark("link").create({ href });
    const { from, to } = state.selection;
    if (text === part.text) dispatch?.(tr.addMark(from, to, link));
    else
      dispatch?.(tr.replaceSelectionWith(schema.text(text, [link]), false).removeStoredMark(link));
    return true;
  };
}

type LineProps = { label: string; value: string; change: (value: string) => void };

function Line({ label, value, change }: LineProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={(event) => change(event.target.value)}
        className="mt-1 block min-h-11 w-full rounded-control border-2 border-control px-3"
      />
    </div>
  );
}

type PictureProps = { src: string; file?: File; choose: (src: string) => void };

function PictureChoice({ src, file, choose }: PictureProps) {
  return (
    <div className="grid gap-3">
      {file && !src && <PastedPicture file={file} choose={choose} />}
      {src && (
        // Its height is there before the picture is: what stands below is not pushed from under a thumb.
        <img src={src} alt="Aperçu" className="h-48 w-full rounded-control object-contain" />
      )}
      <FilePicker choose={choose} />
    </div>
  );
}

type AddressProps = { href: string; isVideo: boolean; change: (href: string) => void };

/** An address, or words of the title of one of our pages. */
function Address({ href, isVideo, change }: AddressProps) {
  const { load, data } = useFetcher<typeof loader>();
  const words = /^(?:\/|https?:|mailto:|tel:)/.test(href) ? "" : href.trim();
  useEffect(() => {
    if (isVideo || words.length < 2) return;
    const timer = setTimeout(
      () => load(`/admin/texts/pages?${new URLSearchParams({ q: words })}`),
      200,
    );
    return () => clearTimeout(timer);
  }, [load, words, isVideo]);
  return (
    <div>
      <Line
        label={
          isVideo
            ? "Adresse de la vidéo (YouTube, Facebook…)"
            : "Adresse, ou titre d’une page du site"
        }
        value={href}
        change={change}
      />
      {words.length > 1 && data && (
        <ul
          aria-label="Pages du site"
          className="mt-2 max-h-48 overflow-auto rounded-control border border-line"
        >
          {data.pages.map(({ title, path }) => (
            <li key={path}>
              <button
                type="button"
                onClick={() => change(path)}
                className="block min-h-11 w-full px-3 py-2 text-left hover:bg-sand"
              >
                {title}
                <span className="block text-sm text-muted">{path}</span>
              </button>
            </li>
          ))}
          {data.pages.length === 0 && <li className="p-3 text-muted">Aucune page trouvée.</li>}
        </ul>
      )}
    </div>
  );
}
