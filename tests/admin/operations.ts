import type { Managed } from "./managed.ts";
import { COMMUNITY } from "./operations-community.ts";
import { CONTENT } from "./operations-content.ts";
import { FILE_OPERATIONS } from "./operations-files.ts";
import { LEADERSHIP } from "./operations-leadership.ts";
import { MONEY_OPERATIONS } from "./operations-money.ts";
import { PAGE_OPERATIONS } from "./operations-pages.ts";
import { SYSTEM } from "./operations-system.ts";

/**
 * WHAT STAFF DO. Every operation of every `*.staff.server.ts` that changes something stands in one of
 * these lists; the tests run each and look for its entry in the log.
 */
export const MANAGED: Managed[] = [
  ...CONTENT,
  ...FILE_OPERATIONS,
  ...MONEY_OPERATIONS,
  ...PAGE_OPERATIONS,
  ...COMMUNITY,
  ...LEADERSHIP,
  ...SYSTEM,
];

/** What operations are made of: they change nothing unless an operation calls them. */
export const BUILDING_BLOCKS = new Set([
  "asText",
  "audit",
  "beyond",
  "contains",
  "createRecord",
  "deleteRecords",
  "inOrder",
  "lockRow",
  "lockRows",
  "matches",
  "moveRecord",
  "nameOfStaff",
  "recordExport",
  "searchPage",
  "updateRecord",
  "updateRecords",
  "versionOf",
  "walk",
  "wayOf",
  "whole",
]);

/** Tried with every table whose rows can be deleted. */
export const RESTORES = ["restoreBatch"];

/** Tried in a test of its own. */
export const ELSEWHERE = ["removeSamples"];
