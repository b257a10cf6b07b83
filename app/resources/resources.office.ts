import type { Notion } from "../kit/notion.ts";

/** A resource is a file with a flag: it has no table of its own. */
export const resources: Notion = {
  address: "/admin/resources",
  records: [],
};

/** The screen of the media kit. */
export const MEDIA_KIT = `${resources.address}/media-kit`;

/** The screen of one document. */
export const resourceAddress = (id: string) => `${resources.address}/${id}`;
