import type { Notion } from "../kit/notion.ts";
import { partnerRecord } from "./partners.record.ts";

export const partners: Notion = {
  address: "/admin/partners",
  dashboard: { counter: 3, creation: 4 },
  records: [partnerRecord],
};
