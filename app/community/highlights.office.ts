import type { Notion } from "../kit/notion.ts";
import { highlightRecord } from "./highlights.record.ts";

export const highlights: Notion = {
  address: "/admin/highlights",
  records: [highlightRecord],
};
