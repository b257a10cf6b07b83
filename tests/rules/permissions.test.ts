import { describe, expect, test } from "vitest";
import { PREVIEW_KINDS } from "../../app/core/http/preview-links.ts";
import { OFFICE_ROLES, type OfficeRole, type Rights } from "../../app/core/values/roles.ts";
import { reaches } from "../../app/kit/access.ts";
import { NOTIONS, RECORDS } from "../../app/office/frame/notions.ts";
import { mayDo, rightOf } from "../../app/office/frame/permissions.ts";
import { mappedRoutes } from "../support/browser/site-map.ts";
import { intentsOf } from "../support/intents.ts";
import { PERMITTED, PERMITTED_ADDRESSES, PERMITTED_TABLES } from "../support/permitted.ts";

/** Open to everybody: where one signs in, or comes to by a link in a mail. */
const OPEN = /^\/admin\/(?:address|login|forgotten|reset|logout)/;
const routes = (await mappedRoutes()).filter(
  ({ pattern }) => pattern.startsWith("/admin") && !OPEN.test(pattern),
);
const holding = (...roles: OfficeRole[]): Rights => ({ isAdmin: false, roles });
const ADMINISTRATOR: Rights = { isAdmin: true, roles: [] };

/** Every set of roles that somebody may have. */
const UNIONS = Array.from({ length: 2 ** OFFICE_ROLES.length }, (_, set) =>
  OFFICE_ROLES.filter((_role, place) => (set >> place) % 2 === 1),
);

/** Every change that is sent to an address, and one that nobody knows. */
const changesOf = (pattern: string) => [
  "save",
  "no-such-change",
  ...routes.filter((route) => route.pattern === pattern).flatMap(({ file }) => intentsOf(file)),
];

describe("the permissions", () => {
  test("are said of every address of the back office, and of no other", () => {
    const named = [...Object.keys(PERMITTED), ...Object.keys(PERMITTED_TABLES)];
    expect(named.sort()).toEqual(routes.map(({ pattern }) => pattern).sort());
  });

  test("are said of every table that has versions, English or a preview", () => {
    const tablesOf = (pattern: string) => Object.keys(PERMITTED_TABLES[pattern] ?? {}).sort();
    const tablesWith = (part: "versioned" | "translated") =>
      RECORDS.flatMap((record) => (record[part] ? [record.table] : [])).sort();
    expect(tablesOf("/admin/versions/:table/:id")).toEqual(tablesWith("versioned"));
    expect(tablesOf("/admin/translations/:table/:id")).toEqual(tablesWith("translated"));
    expect(tablesOf("/admin/previews/:kind/:id")).toEqual([...PREVIEW_KINDS].sort());
  });

  test.each(UNIONS.map((roles) => ({ roles, name: roles.join(" and ") || "no role" })))(
    "of $name are as they are written",
    ({ roles }) => {
      const written = PERMITTED_ADDRESSES.map(({ address, is }) => {
        const given = roles.flatMap((role) => is[role] ?? []).flat();
        const may = roles.some((role) => is[role] !== undefined);
        return [address, may ? (given.includes("all") ? "all" : given.sort()) : undefined] as const;
      });
      const held = PERMITTED_ADDRESSES.map(({ address }) => {
        const right = rightOf(holding(...roles), address);
        return [address, Array.isArray(right) ? [...right].sort() : right] as const;
      });
      expect(Object.fromEntries(held)).toEqual(Object.fromEntries(written));
    },
  );

  test("hold for each change of each address", () => {
    const wrong: string[] = [];
    for (const { pattern, address, is } of PERMITTED_ADDRESSES) {
      for (const change of changesOf(pattern)) {
        const may = [
          ["an administrator", mayDo(ADMINISTRATOR, address, change), true],
          ["nobody", mayDo(holding(), address, change), false],
          ...OFFICE_ROLES.map((role) => {
            return [role, mayDo(holding(role), address, change), reaches(is[role], change)];
          }),
        ] as const;
        for (const [who, does, expected] of may) {
          if (does !== expected) wrong.push(`${who}, ${address}, ${change}: ${does}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("name no address that is not there", () => {
    const addresses = [...PERMITTED_ADDRESSES.map(({ address }) => address)];
    const named = NOTIONS.flatMap(({ access }) => Object.keys(access));
    const unknown = named.filter((one) => !addresses.some((address) => address.startsWith(one)));
    expect(unknown).toEqual([]);
  });

  test("name no change that nobody offers", () => {
    const offered = new Set(routes.flatMap(({ file }) => intentsOf(file)));
    const offers = (change: string) => change === "save" || offered.has(change);
    const named = NOTIONS.flatMap(({ access }) =>
      Object.values(access).flatMap((entry) => Object.values(entry).flat()),
    ).filter((change) => change !== "all");
    expect([...new Set(named)].filter((change) => !offers(change))).toEqual([]);
  });

  test("an address of a record is no way around: letters, slashes and questions change nothing", () => {
    const treasurer = holding("treasurer");
    expect(mayDo(treasurer, "/admin/payments/online")).toBe(false);
    expect(mayDo(treasurer, "/admin/payments/online?x=/admin/payments")).toBe(false);
    expect(mayDo(treasurer, "/admin/paymentsx")).toBe(false);
    expect(mayDo(treasurer, "/admin/payments/?status=look")).toBe(true);
    expect(mayDo(holding("editor"), "/admin/pages/settings")).toBe(false);
    expect(mayDo(holding("editor"), "/admin/pages/0193")).toBe(true);
    expect(mayDo(holding("editor"), "/admin/../staff")).toBe(false);
    expect(mayDo(holding("editor"), "https://evil.example/admin/news")).toBe(false);
  });
});
