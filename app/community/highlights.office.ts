import { Star } from "lucide-react";
import { opens } from "../kit/access.ts";
import type { Notion } from "../kit/notion.ts";
import { highlightRecord } from "./highlights.record.ts";

export const highlights: Notion = {
  address: "/admin/highlights",
  icon: Star,
  access: opens(
    "editor",
    "/admin/highlights",
    "/admin/versions/highlights",
    "/admin/translations/highlights",
  ),
  group: "community",
  records: [highlightRecord],
};
