import type { ListSpec } from "../../records/list/list-query.ts";

/** What the list of files can be asked for. */
export const fileList = (categories: readonly { id: string }[]): ListSpec => ({
  filters: { category: categories.map(({ id }) => id), kind: ["image"] },
  sorts: ["created_at", "title", "file_size"],
  descending: true,
});
