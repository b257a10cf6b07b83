import type { ShownFile } from "../files/storage/signed-urls.server.ts";
import { demonstration } from "../kit/demonstration/demonstration.browser.ts";
import type { ResourceForm } from "./resource-schema.ts";
import type { ResourceRow } from "./resources.staff.server.ts";
import { RESOURCE_LIST } from "./resources.ts";

export type ShownResource = ShownFile<ResourceRow>;

/** The size shown for a document that exists in the browser alone. Bytes. */
const DEMONSTRATION_SIZE = 1_000_000;

export const resourcesDemonstration = demonstration<ShownResource, ResourceForm>({
  list: "/admin/resources",
  spec: RESOURCE_LIST,
  searched: ["title", "description"],
  flag: "is_public",
  schema: async () => (await import("./resource-schema.ts")).resourceFormSchema,
  fresh: () => ({
    file_size: DEMONSTRATION_SIZE,
    download_count: 0,
    pages: null,
    created_at: new Date(),
    seal: "",
  }),
});

type CountedResource = Pick<ResourceRow, "is_public" | "category" | "download_count">;

/** The counters above the list. */
export const countShownResources = (rows: readonly CountedResource[]) => ({
  all: rows.length,
  published: rows.filter(({ is_public }) => is_public).length,
  official: rows.filter(({ category }) => category === "Documents Officiels").length,
  downloads: rows.reduce((sum, { download_count }) => sum + download_count, 0),
});

/** The categories of the rows, for the filter. */
export const listShownCategories = (rows: readonly CountedResource[]) =>
  [...new Set(rows.map(({ category }) => category))].sort((one, other) =>
    one.localeCompare(other, "fr"),
  );
