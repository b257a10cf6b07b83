import { FileStack } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

/** A resource is a file that is listed among the documents: it has no table of its own. */
export const resources: Notion = {
  address: "/admin/resources",
  label: "Ressources",
  icon: FileStack,
  group: "content",
  records: [],
};

/** The screen of the documents behind the card for the press. */
export const MEDIA_KIT = `${resources.address}/media-kit`;

/** The screen of one document, which is where its file is used. */
export const resourceAddress = (id: string) => `${resources.address}/${id}`;
