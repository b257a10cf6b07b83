import { Handshake } from "lucide-react";
import { opens } from "../kit/access.ts";
import type { Notion } from "../kit/notion.ts";
import { partnerRecord } from "./partners.record.ts";

export const partners: Notion = {
  address: "/admin/partners",
  icon: Handshake,
  access: opens(
    "editor",
    "/admin/partners",
    "/admin/versions/partners",
    "/admin/translations/partners",
  ),
  group: "community",
  shortcut: "p",
  dashboard: { counter: 3, creation: 4 },
  records: [partnerRecord],
};
