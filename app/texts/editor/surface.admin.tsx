import {
  Bold,
  CirclePlay,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Pencil,
  Quote,
  Redo2,
  SquareMousePointer,
  Table2,
  Trash2,
  Undo2,
} from "lucide-react";
import { deleteSelection, lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, NodeSelection } from "prosemirror-state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useToast } from "../../kit/toasts.tsx";
import type { TextDocument } from "../text-document.ts";
import "./surface.css";
import { fromEditor } from "./conversion.browser.ts";
import { type Part, PartDialog } from "./part-dialog.admin.tsx";
import { type PageFields, TextAdvice } from "./text-advice.admin.tsx";
import { insertBlock, mark, node, openView } from "./view.browser.ts";

export type SurfaceProps = {
  /** The field's name: what its label and its messages point to. */
  name: string;
  document: TextDocument;
  required: boolean | undefined;
  invalid: boolean;
  language: "fr" | "en";
  /** Further fields of the form that its page shows; null when the text is a small part of a page. */
  page: PageFields | null;
  changed: (document: TextDocument) => void;
};

/** A text as it will be published, to be written in. */
export default function Surface(props: SurfaceProps) {
  const { name, document, required, invalid, language, page } = props;
  const isPart = page === null;
  const show = useToast();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(props.changed);
  changed.current = props.changed;
  const [state, setState] = useState<EditorState>();
  const [text, setText] = useState(document);
  const [part, setPart] = useState<Part>();
  const first = useRef(document);
  useEffect(() => {
    if (!place.current) return;
    const opened = openView(place.current, {
      document: first.current,
      shortcuts: { "Mod-k": () => openLink() },
      attributes: {
        id: name,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": `${name}-label`,
        "aria-describedby": `${name}-error`,
        lang: language,
        class: `prose ${isPart ? "minor min-h-24" : "min-h-60"} px-3.5 py-3 outline-none`,
        ...(required && { "aria-required": "true" }),
        ...(invalid && { "aria-invalid": "true" }),
      },
      changed(next, isText) {
        setState(next);
        if (!isText) return;
        const written = fromEditor(next.doc);
        setText(written);
        changed.current(written);
      },
      tell: (text) => show({ kind: "error", text }),
      putPicture(file) {
        setPart({ kind: "picture", src: "", alt: "", caption: "", file });
      },
    });
    const openLink = () => {
      setPart({ kind: "link", ...linkAt(opened.state) });
      return true;
    };
    view.current = opened;
    setState(opened.state);
    return () => opened.destroy();
  }, [name, language, required, invalid, isPart, show]);
  const run = (command: Command) => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch);
    view.current.focus();
  };
  const isOpen = part !== undefined;
  // After the dialog of a part is closed, the focus returns to the text; before that, it would stay in the dialog.
  useEffect(() => {
    if (isOpen) return () => view.current?.focus();
  }, [isOpen]);
  return (
    <div className="written mt-1.5 min-w-0 rounded-control border-2 border-control bg-white has-aria-invalid:border-red">
      {state && <Toolbar state={state} run={run} open={setPart} name={name} />}
      <div ref={place} />
      {state && (
        <TextAdvice document={text} form={place.current?.closest("form") ?? null} fields={page} />
      )}
      {part && (
        <PartDialog part={part} close={() => setPart(undefined)} put={(command) => run(command)} />
      )}
    </div>
  );
}

function linkAt(state: EditorState): { href: string; text: string } {
  const { from, to, $from } = state.selection;
  const marks = $from.marksAcross(state.doc.resolve(to)) ?? $from.marks();
  const href: string = marks.find(({ type }) => type === mark("link"))?.attrs.href ?? "";
  return { href, text: state.doc.textBetween(from, to, " ") };
}

type ToolbarProps = {
  name: string;
  state: EditorState;
  run: (command: Command) => void;
  open: (part: Part) => void;
};

function Toolbar({ state, run, open, name }: ToolbarProps) {
  const isIn = (type: string, attrs: object = {}) => {
    const { $from } = state.selection;
    return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some(
      (one) =>
        one.type === node(type) &&
        Object.entries(attrs).every(([key, value]) => one.attrs[key] === value),
    );
  };
  const hasMark = (type: string) => {
    const { empty, $from, from, to } = state.selection;
    if (empty) return !!mark(type).isInSet(state.storedMarks ?? $from.marks());
    return state.doc.rangeHasMark(from, to, mark(type));
  };
  const heading = (level: 2 | 3): Command =>
    isIn("heading", { level })
      ? setBlockType(node("paragraph"))
      : setBlockType(node("heading"), { level });
  const list = (type: string): Command =>
    isIn(type) ? liftListItem(node("list_item")) : wrapInList(node(type));
  const selected = state.selection instanceof NodeSelection ? state.selection.node : undefined;
  const part = selected && partOf(selected.type.name, selected.attrs);
  const tool = (label: string, icon: ReactNode, act: () => void, pressed?: boolean) => (
    <Tool key={label} label={label} icon={icon} act={act} pressed={pressed} />
  );
  return (
    <div
      role="toolbar"
      aria-label="Mise en forme"
      aria-controls={name}
      onKeyDown={walk}
      className="sticky top-14 z-5 border-b border-line bg-white p-1"
    >
      <div className="flex flex-wrap">
        {tool(FIRST_TOOL, <Heading2 />, () => run(heading(2)), isIn("heading", { level: 2 }))}
        {tool(
          "Titre de sous-partie",
          <Heading3 />,
          () => run(heading(3)),
          isIn("heading", { level: 3 }),
        )}
        {tool("Gras", <Bold />, () => run(toggleMark(mark("strong"))), hasMark("strong"))}
        {tool("Italique", <Italic />, () => run(toggleMark(mark("em"))), hasMark("em"))}
        {tool("Lien", <Link2 />, () => open({ kind: "link", ...linkAt(state) }), hasMark("link"))}
        {tool("Liste", <List />, () => run(list("bullet_list")), isIn("bullet_list"))}
        {tool(
          "Liste numérotée",
          <ListOrdered />,
          () => run(list("ordered_list")),
          isIn("ordered_list"),
        )}
        {tool(
          "Citation",
          <Quote />,
          () => run(isIn("blockquote") ? lift : wrapIn(node("blockquote"))),
          isIn("blockquote"),
        )}
        {tool("Image", <ImagePlus />, () =>
          open({ kind: "picture", src: "", alt: "", caption: "" }),
        )}
        {tool("Vidéo", <CirclePlay />, () =>
          open({ kind: "video", href: "", title: "", picture: "" }),
        )}
        {tool("Tableau", <Table2 />, () => run(insertTable))}
        {tool("Bouton", <SquareMousePointer />, () =>
          open({ kind: "action", href: "", label: "" }),
        )}
        {tool("Annuler", <Undo2 />, () => run(undo))}
        {tool("Rétablir", <Redo2 />, () => run(redo))}
        {part && tool("Modifier cet élément", <Pencil />, () => open(part))}
        {part && tool("Supprimer cet élément", <Trash2 />, () => run(deleteSelection))}
      </div>
      {isInTable(state) && (
        <div className="flex flex-wrap gap-1 pt-1">
          <Words act={() => run(addRowAfter)}>+ Ligne</Words>
          <Words act={() => run(addColumnAfter)}>+ Colonne</Words>
          <Words act={() => run(deleteRow)}>− Ligne</Words>
          <Words act={() => run(deleteColumn)}>− Colonne</Words>
          <Words act={() => run(deleteTable)}>Supprimer le tableau</Words>
        </div>
      )}
    </div>
  );
}

function partOf(kind: string, attrs: Record<string, string>): Part | undefined {
  const {
    src = "",
    alt = "",
    caption = "",
    href = "",
    title = "",
    picture = "",
    label = "",
  } = attrs;
  const isThere = true;
  if (kind === "picture") return { kind, src, alt, caption, isThere };
  if (kind === "video") return { kind, href, title, picture, isThere };
  return kind === "action" ? { kind, href, label, isThere } : undefined;
}

const insertTable: Command = (state, dispatch) => {
  const cells = (type: string) =>
    [1, 2].map(() => node(type).create(null, node("paragraph").create()));
  const row = (type: string) => node("table_row").create(null, cells(type));
  const rows = [row("table_header"), row("table_cell"), row("table_cell")];
  return insertBlock(node("table").create(null, rows))(state, dispatch);
};

/** One stop for the keyboard; arrows go from tool to tool. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tools = [...event.currentTarget.querySelectorAll("button")];
  const current = tools.indexOf(event.target as HTMLButtonElement);
  tools.at((current + step) % tools.length)?.focus();
  event.preventDefault();
}

/** The tool that the Tab key reaches. */
const FIRST_TOOL = "Titre de partie";

type ToolProps = { label: string; icon: ReactNode; act: () => void; pressed?: boolean };

function Tool({ label, icon, act, pressed }: ToolProps) {
  return (
    <button
      type="button"
      title={label}
      aria-pressed={pressed}
      tabIndex={label === FIRST_TOOL ? 0 : -1}
      // Keeps the selection, and the keyboard of a phone open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={act}
      // What only a screen reader says stays within it, or the row would be as wide as all of them.
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-ink hover:bg-sand aria-pressed:bg-mint [&>svg]:size-5"
    >
      {icon}
      <span className="sr-only">{label}</span>
    </button>
  );
}

function Words({ act, children }: { act: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={act}
      className="min-h-11 shrink-0 rounded-control px-3 text-sm hover:bg-sand"
    >
      {children}
    </button>
  );
}
