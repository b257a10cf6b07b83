import type { Notion } from "../../kit/notion.ts";
import { membershipTypeRecord } from "./membership-types.record.ts";

export const membershipTypes: Notion = {
  address: "/admin/membership-types",
  records: [membershipTypeRecord],
};
