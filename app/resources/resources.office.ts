import { FileStack } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

/** A resource is a public file of certain categories: it has no table of its own. */
export const resources: Notion = {
  address: "/admin/resources",
  label: "Ressources",
  icon: FileStack,
  group: "content",
  records: [],
};
