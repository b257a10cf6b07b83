/** As French sets them: a mark that stands apart stays on the line of its word. */
export const frenchSpaces = (text: string): string =>
  text.replace(/ +([:;!?»])/g, "\u202f$1").replace(/« +/g, "«\u202f");
