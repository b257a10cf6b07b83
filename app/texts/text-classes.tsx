/** How each part of a text looks, on its page and in the editor alike. Only words that the public sheet has. */
export const TEXT_CLASSES = {
  section: "pt-4 text-2xl",
  part: "pt-2 text-xl",
  minor: "pt-1 text-lg",
  bullets: "[&>*+*]:mt-2 list-disc pl-6",
  numbers: "[&>*+*]:mt-2 list-decimal pl-6",
  quotation: "[&>*+*]:mt-2 border-l-2 border-line pl-5 text-muted",
  tableBox: "overflow-auto",
  table: "w-full text-sm",
  head: "border-b border-line py-2 pr-4 text-left font-semibold",
  cell: "border-b border-line py-2 pr-4",
  caption: "mt-2 text-sm text-muted",
  link: "link",
  action: "button",
};
