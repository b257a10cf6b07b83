import { type Right, rightAt } from "../../app/core/values/permissions.ts";
import { PREVIEW_KINDS } from "../../app/core/values/publication.ts";
import { OFFICE_ROLES, type OfficeRole } from "../../app/core/values/roles.ts";
import { RECORDS } from "../../app/office/frame/notions.ts";
import { mappedRoutes } from "./browser/site-map.ts";

/** What each role may do at an address. */
export type Permitted = Partial<Record<OfficeRole, Right>>;

/** Open to everybody: where one signs in, or comes to by a link in a mail. */
export const OPEN = /^\/admin\/(?:address|login|forgotten|reset|logout)/;

/** The addresses of the back office behind its sign-in. */
export const CLOSED_ROUTES = (await mappedRoutes()).filter(
  ({ pattern }) => pattern.startsWith("/admin") && !OPEN.test(pattern),
);

const tablesWith = (part: "versioned" | "translated") =>
  RECORDS.flatMap((record) => (record[part] ? [record.table] : []));

/** What the screens of many tables have in their address. */
const TABLES_OF: Readonly<Record<string, readonly string[]>> = {
  "/admin/previews/:kind/:id": PREVIEW_KINDS,
  "/admin/translations/:table/:id": tablesWith("translated"),
  "/admin/versions/:table/:id": tablesWith("versioned"),
};

function permittedAt(address: string): Permitted {
  const rights = OFFICE_ROLES.flatMap((role) => {
    const right = rightAt({ isAdmin: false, roles: [role] }, address);
    return right === undefined ? [] : [[role, right] as const];
  });
  return Object.fromEntries(rights);
}

/** Every address, those of many tables once for each, with what the permissions say of it. */
export const PERMITTED_ADDRESSES: readonly { pattern: string; address: string; is: Permitted }[] = [
  ...new Set(CLOSED_ROUTES.map(({ pattern }) => pattern)),
].flatMap((pattern) => {
  const tables = TABLES_OF[pattern];
  const addresses = tables
    ? tables.map((table) => pattern.replace(/:(?:table|kind)\b/, table))
    : [pattern];
  return addresses.map((address) => ({ pattern, address, is: permittedAt(address) }));
});
