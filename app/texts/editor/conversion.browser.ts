import type { Node } from "prosemirror-model";
import { normalForm } from "../normal-form.ts";
import type { Block, Flow, Run, TextDocument } from "../text-document.ts";
import { schema } from "./schema.browser.ts";

type Json = { type: string; attrs?: object; content?: Json[]; text?: string; marks?: Json[] };

/** A text as the editor holds it. */
export function toEditor(document: TextDocument): Node {
  const content = document.map(blockJson);
  return schema.nodeFromJSON({
    type: "doc",
    content: content.length > 0 ? content : [{ type: "paragraph" }],
  });
}

function blockJson(block: Block): Json {
  switch (block.type) {
    case "paragraph":
      return { type: "paragraph", content: block.runs.map(runJson) };
    case "heading":
      return {
        type: "heading",
        attrs: { level: block.level },
        content: block.runs.map(runJson),
      };
    case "list":
      return {
        type: block.ordered ? "ordered_list" : "bullet_list",
        ...(block.ordered && { attrs: { order: block.start } }),
        content: block.items.map((item) => ({ type: "list_item", content: item.map(blockJson) })),
      };
    case "quotation":
      return { type: "blockquote", content: block.blocks.map(blockJson) };
    case "table":
      return {
        type: "table",
        content: block.rows.map((row, line) => ({
          type: "table_row",
          content: row.map((runs) => ({
            type: line === 0 ? "table_header" : "table_cell",
            content: [{ type: "paragraph", content: runs.map(runJson) }],
          })),
        })),
      };
    default: {
      const { type, ...attrs } = block;
      return { type, attrs };
    }
  }
}

function runJson(run: Run): Json {
  if (!("text" in run)) return { type: "hard_break" };
  const { text, bold, italic, href } = run;
  const marks = [
    ...(href ? [{ type: "link", attrs: { href } }] : []),
    ...(bold ? [{ type: "strong" }] : []),
    ...(italic ? [{ type: "em" }] : []),
  ];
  return { type: "text", text, marks };
}

/** What the editor holds, as a text. */
export const fromEditor = (doc: Node): TextDocument => normalForm(doc.children.map(blockOf));

function blockOf(node: Node): Block {
  const { attrs } = node;
  switch (node.type.name) {
    case "heading":
      return { type: "heading", level: attrs.level, runs: runsOf(node) };
    case "blockquote":
      return { type: "quotation", blocks: node.children.map(flowOf) };
    case "table":
      return {
        type: "table",
        rows: node.children.map((row) => row.children.map((cell) => cell.children.flatMap(runsOf))),
      };
    case "picture": {
      const { src, alt, caption, size } = attrs;
      return { type: "picture", src, alt, caption, ...(size && { size }) };
    }
    case "video":
      return { type: "video", href: attrs.href, title: attrs.title, picture: attrs.picture };
    case "action":
      return { type: "action", href: attrs.href, label: attrs.label };
    default:
      return flowOf(node);
  }
}

function flowOf(node: Node): Flow {
  const { name } = node.type;
  if (name !== "bullet_list" && name !== "ordered_list") {
    return { type: "paragraph", runs: runsOf(node) };
  }
  return {
    type: "list",
    ordered: name === "ordered_list",
    start: node.attrs.order ?? 1,
    items: node.children.map((item) => item.children.map(flowOf)),
  };
}

function runsOf(node: Node): Run[] {
  return node.children.map((child): Run => {
    if (!child.isText) return { break: true };
    const mark = (name: string) => child.marks.find(({ type }) => type.name === name);
    const href = mark("link")?.attrs.href;
    return {
      text: child.text ?? "",
      ...(mark("strong") && { bold: true }),
      ...(mark("em") && { italic: true }),
      ...(href && { href }),
    };
  });
}
