import { baseKeymap, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Node } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { type Command, EditorState, NodeSelection, Plugin, TextSelection } from "prosemirror-state";
import { goToNextCell, tableEditing } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
import type { TextDocument } from "../text-document.ts";
import { cleanHtml, losesPictures, sliceOfText } from "./clean-paste.browser.ts";
import { toEditor } from "./conversion.browser.ts";
import { schema } from "./schema.browser.ts";

const { nodes, marks } = schema;
const at = <T>(record: Readonly<Record<string, T>>, name: string): T => {
  const type = record[name];
  if (!type) throw new Error(`no ${name} in the schema`);
  return type;
};
export const node = (name: string) => at(nodes, name);
export const mark = (name: string) => at(marks, name);

const newLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type !== node("paragraph")) return false;
  dispatch?.(state.tr.replaceSelectionWith(node("hard_break").create()).scrollIntoView());
  return true;
};

/** Puts a block where the cursor is, or below the part that is selected, and goes on in it or below it. */
export const insertBlock =
  (block: Node): Command =>
  ({ tr, selection }, dispatch) => {
    if (selection instanceof NodeSelection) tr.insert(selection.to, block);
    else tr.replaceSelectionWith(block);
    let start = 0;
    tr.doc.descendants((one, place) => {
      if (one === block) start = place;
      return one !== block;
    });
    const end = start + block.nodeSize;
    if (!tr.doc.nodeAt(end)?.isTextblock) tr.insert(end, node("paragraph").create());
    const next = block.isAtom ? end : start;
    tr.setSelection(TextSelection.near(tr.doc.resolve(next + 1)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };

const item = node("list_item");

/** What ProseMirror's own keys do not do. The letters themselves are left to the keyboard, which may be composing them. */
const KEYS = {
  "Mod-z": undo,
  "Mod-y": redo,
  "Shift-Mod-z": redo,
  "Mod-b": toggleMark(mark("strong")),
  "Mod-i": toggleMark(mark("em")),
  Enter: splitListItem(item),
  "Shift-Enter": newLine,
  "Mod-]": sinkListItem(item),
  "Mod-[": liftListItem(item),
  // Tab leaves the editor, but for the cells of a table: nobody is caught in it.
  Tab: goToNextCell(1),
  "Shift-Tab": goToNextCell(-1),
};

const rules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{2,3})\s$/, node("heading"), (match) => ({
      level: match[1]?.length ?? 2,
    })),
    wrappingInputRule(/^\s*[-*]\s$/, node("bullet_list")),
    wrappingInputRule(/^(\d+)\.\s$/, node("ordered_list"), (match) => ({
      order: Number(match[1]),
    })),
    wrappingInputRule(/^\s*>\s$/, node("blockquote")),
  ],
});

/** Below a picture or a table at the end there is a line to go on in. */
const lineAtTheEnd = new Plugin({
  appendTransaction(_transactions, _before, { doc, tr, schema: { nodes } }) {
    if (doc.lastChild?.isTextblock || !nodes.paragraph) return null;
    return tr.insert(doc.content.size, nodes.paragraph.create()).setMeta("addToHistory", false);
  },
});

const plugins = (shortcuts: Record<string, Command>): Plugin[] => [
  rules,
  keymap(shortcuts),
  keymap(KEYS),
  keymap(baseKeymap),
  history(),
  tableEditing(),
  lineAtTheEnd,
];

/**
 * A key may come before the browser has told of a selection that was just made: what is selected on the screen
 * is what a shortcut is for.
 */
function takeSelection(view: EditorView): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } =
    view.dom.ownerDocument.getSelection() ?? {};
  if (!anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode))
    return;
  const { doc, selection, tr } = view.state;
  if (!(selection instanceof TextSelection)) return;
  const anchor = view.posAtDOM(anchorNode, anchorOffset ?? 0);
  const head = view.posAtDOM(focusNode, focusOffset ?? 0);
  if (anchor === selection.anchor && head === selection.head) return;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))));
}

type Options = {
  document: TextDocument;
  shortcuts: Record<string, Command>;
  attributes: Record<string, string>;
  changed: (state: EditorState, isText: boolean) => void;
  /** Says why something that was pasted is not there. */
  tell: (text: string) => void;
  /** Sends a picture that was pasted or dropped, and puts it where the cursor is. */
  putPicture: (file: File) => void;
};

const NO_PICTURES =
  "Les images copiées d’une page ne viennent pas avec son texte : ajoutez-les avec « Image ».";
const ONE_PICTURE = "Une image à la fois : seule la première est prise.";
const NO_FILE =
  "Seules des images se collent dans un texte. Envoyez les autres fichiers dans « Fichiers », puis faites un lien vers eux.";

type Taking = Pick<Options, "tell" | "putPicture">;

/** Takes the files of a paste or a drop. Returns whether there were any. */
function takeFiles(files: readonly File[], { tell, putPicture }: Taking): boolean {
  const [first, ...others] = files.filter(({ type }) => type.startsWith("image/"));
  if (first) putPicture(first);
  if (files.length > 0 && !first) tell(NO_FILE);
  else if (others.length > 0) tell(ONE_PICTURE);
  return files.length > 0;
}

/** A copied picture comes as a file beside HTML without words; what Word adds to a text is a picture of it. */
function takePaste({ clipboardData }: ClipboardEvent, taking: Taking): boolean {
  if (!clipboardData) return false;
  const html = clipboardData.getData("text/html");
  const page = new DOMParser().parseFromString(html, "text/html");
  const isText = clipboardData.getData("text/plain").trim() || page.body.textContent?.trim();
  if (!isText && takeFiles([...clipboardData.files], taking)) return true;
  if (losesPictures(page)) taking.tell(NO_PICTURES);
  return false;
}

/** The editor in a place of the page. */
export function openView(
  place: HTMLElement,
  { document, shortcuts, attributes, changed, tell, putPicture }: Options,
) {
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc: toEditor(document), plugins: plugins(shortcuts) }),
    attributes,
    transformPastedHTML: cleanHtml,
    handlePaste: (_view, event) => takePaste(event, { tell, putPicture }),
    handleDrop: (_view, { dataTransfer }) =>
      takeFiles([...(dataTransfer?.files ?? [])], { tell, putPicture }),
    clipboardTextParser: (text) => sliceOfText(text),
    dispatchTransaction(transaction) {
      const state = view.state.apply(transaction);
      view.updateState(state);
      changed(state, transaction.docChanged);
    },
    handleDOMEvents: {
      keydown: (own, event) => {
        if (event.ctrlKey || event.metaKey) takeSelection(own);
        return false;
      },
      // A link is written, not followed.
      click: (_view, event) => {
        if ((event.target as Element).closest("a")) event.preventDefault();
        return false;
      },
    },
  });
  return view;
}
