import { EditorState, NodeSelection, TextSelection } from "prosemirror-state";
import { expect, test } from "vitest";
import type { Block } from "../text-document.ts";
import { fromEditor, toEditor } from "./conversion.browser.ts";
import { insertBlock, node } from "./view.browser.ts";

const paragraph = (text: string): Block => ({ type: "paragraph", runs: [{ text }] });
const picture = (name: string): Block => ({
  type: "picture",
  src: `/files/uploads/${name}.jpg`,
  alt: name,
  caption: "",
});
const words = (text: string) => [{ text }];

/** What becomes of a document when a picture is put in where these words stand, and "après" is typed. */
function withPicture(document: Block[], at: string) {
  let state = EditorState.create({ doc: toEditor(document) });
  let place = -1;
  state.doc.descendants((one, start) => {
    if (one.isText && one.text?.includes(at)) place = start + one.nodeSize;
    if (one.attrs.alt === at) place = start;
  });
  const isPart = state.doc.nodeAt(place)?.type === node("picture");
  const selection = isPart
    ? NodeSelection.create(state.doc, place)
    : TextSelection.create(state.doc, place);
  state = state.apply(state.tr.setSelection(selection));
  const { type: _, ...attrs } = picture("neuve");
  const block = node("picture").create(attrs);
  insertBlock(block)(state, (transaction) => {
    state = state.apply(transaction);
  });
  state.doc.check();
  state = state.apply(state.tr.insertText("après"));
  return fromEditor(state.doc);
}

test.each<[string, Block[], string, Block[]]>([
  [
    "a paragraph",
    [paragraph("un"), paragraph("deux")],
    "un",
    [paragraph("un"), picture("neuve"), paragraph("aprèsdeux")],
  ],
  [
    "a part that is selected",
    [picture("là"), paragraph("deux")],
    "là",
    [picture("là"), picture("neuve"), paragraph("aprèsdeux")],
  ],
  ["the last part", [picture("là")], "là", [picture("là"), picture("neuve"), paragraph("après")]],
])("below %s", (_where, document, at, expected) => {
  expect(withPicture(document, at)).toEqual(expected);
});

test.each<[string, Block]>([
  [
    "a table",
    {
      type: "table",
      rows: [
        [words("tête"), words("b")],
        [words("ici"), words("d")],
      ],
    },
  ],
  [
    "a list",
    {
      type: "list",
      ordered: false,
      start: 1,
      items: [[paragraph("un")], [paragraph("ici")]],
    } as Block,
  ],
  ["a quotation", { type: "quotation", blocks: [paragraph("ici"), paragraph("fin")] } as Block],
  ["a heading", { type: "heading", level: 2, runs: words("ici") }],
])("within %s nothing is lost, and one goes on below the picture", (_what, block) => {
  const result = withPicture([paragraph("avant"), block, paragraph("queue")], "ici");
  const kinds = result.map(({ type }) => type);
  expect(kinds[0]).toBe("paragraph");
  const place = kinds.indexOf("picture");
  expect(place, kinds.join()).toBeGreaterThan(1);
  expect(result[place + 1], JSON.stringify(result)).toSatisfy((next: Block) =>
    JSON.stringify(next).includes("après"),
  );
  const text = JSON.stringify(result);
  for (const word of ["avant", "ici", "queue"]) expect(text).toContain(word);
});
