import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import { tableNodes } from "prosemirror-tables";
import { TEXT_CLASSES } from "../text-classes.tsx";
import { isOwnPicture, isSafeHref } from "../text-document.ts";

/** What the editor can hold: the parts of our texts, looking as they do on their page. Pasted content is cut to it. */
const tables = tableNodes({ tableGroup: "block", cellContent: "paragraph", cellAttributes: {} });
const cell = (node: NodeSpec, tag: string, className: string): NodeSpec => ({
  ...node,
  toDOM: () => [tag, { class: className }, 0],
});

const attribute = (element: HTMLElement, name: string) => element.getAttribute(name) ?? "";

const nodes: Record<string, NodeSpec> = {
  doc: { content: "block+" },
  paragraph: {
    content: "inline*",
    group: "block flow",
    parseDOM: [{ tag: "p" }, { tag: "div", priority: 20 }],
    toDOM: () => ["p", 0],
  },
  heading: {
    attrs: { level: { default: 2 } },
    content: "text*",
    group: "block",
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: level > 2 ? 3 : 2 },
    })),
    toDOM: ({ attrs: { level } }) => [
      `h${level}`,
      { class: level === 2 ? TEXT_CLASSES.section : TEXT_CLASSES.part },
      0,
    ],
  },
  bullet_list: {
    content: "list_item+",
    group: "block flow",
    parseDOM: [{ tag: "ul" }],
    toDOM: () => ["ul", { class: TEXT_CLASSES.bullets }, 0],
  },
  ordered_list: {
    attrs: { order: { default: 1 } },
    content: "list_item+",
    group: "block flow",
    parseDOM: [
      { tag: "ol", getAttrs: (list) => ({ order: Number(attribute(list, "start")) || 1 }) },
    ],
    toDOM: ({ attrs: { order } }) => ["ol", { start: order, class: TEXT_CLASSES.numbers }, 0],
  },
  list_item: {
    content: "paragraph (paragraph | bullet_list | ordered_list)*",
    defining: true,
    parseDOM: [{ tag: "li" }],
    toDOM: () => ["li", 0],
  },
  blockquote: {
    content: "flow+",
    group: "block",
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", { class: TEXT_CLASSES.quotation }, 0],
  },
  ...tables,
  table: {
    ...tables.table,
    toDOM: (): DOMOutputSpec => [
      "div",
      { class: TEXT_CLASSES.tableBox },
      ["table", { class: TEXT_CLASSES.table }, ["tbody", 0]],
    ],
  },
  table_cell: cell(tables.table_cell, "td", TEXT_CLASSES.cell),
  table_header: cell(tables.table_header, "th", TEXT_CLASSES.head),
  picture: {
    attrs: { src: {}, alt: { default: "" }, caption: { default: "" }, size: { default: null } },
    group: "block",
    draggable: true,
    parseDOM: [
      {
        tag: "figure[data-picture]",
        getAttrs: (figure) => {
          const src = attribute(figure, "data-picture");
          const { alt, caption } = figure.dataset;
          return isOwnPicture(src) && { src, alt: alt ?? "", caption: caption ?? "" };
        },
      },
    ],
    toDOM: ({ attrs: { src, alt, caption } }) => [
      "figure",
      { "data-picture": src, "data-alt": alt, "data-caption": caption },
      ["img", { src, alt, class: "w-full" }],
      ...(caption ? [["figcaption", { class: TEXT_CLASSES.caption }, caption]] : []),
    ],
  },
  video: {
    attrs: { href: {}, title: { default: "" }, picture: { default: "" } },
    group: "block",
    draggable: true,
    toDOM: ({ attrs: { title, picture } }) => [
      "figure",
      {},
      ...(isOwnPicture(picture) ? [["img", { src: picture, alt: "", class: "w-full" }]] : []),
      ["span", { class: "link" }, `▶ ${title || "Voir la vidéo"}`],
    ],
  },
  action: {
    attrs: { href: {}, label: { default: "" } },
    group: "block",
    draggable: true,
    toDOM: ({ attrs: { label } }) => ["p", ["span", { class: TEXT_CLASSES.action }, label]],
  },
  text: { group: "inline" },
  hard_break: {
    inline: true,
    group: "inline",
    selectable: false,
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"],
  },
};

/** Word and Google Docs put whole texts into a `b` that is not bold. */
const isBold = (element: HTMLElement) => !/^(?:normal|400)$/.test(element.style.fontWeight) && null;

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: "a[href]",
        getAttrs: (link) => {
          const href = attribute(link, "href");
          return isSafeHref(href) && { href };
        },
      },
    ],
    // It leads nowhere while it is written.
    toDOM: ({ attrs: { href } }) => ["a", { href, class: TEXT_CLASSES.link, title: href }, 0],
  },
  strong: {
    parseDOM: [
      { tag: "strong" },
      { tag: "b", getAttrs: isBold },
      {
        style: "font-weight",
        getAttrs: (value) => /^(?:bold|bolder|[6-9]00)$/.test(value) && null,
      },
    ],
    toDOM: () => ["strong", 0],
  },
  em: {
    parseDOM: [{ tag: "i" }, { tag: "em" }, { style: "font-style=italic" }],
    toDOM: () => ["em", 0],
  },
};

export const schema = new Schema({ nodes, marks });
