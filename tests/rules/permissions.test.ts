import { describe, expect, test } from "vitest";
import {
  covers,
  mayDo,
  PERMISSIONS,
  type Right,
  rightAt,
  rolesAt,
} from "../../app/core/values/permissions.ts";
import {
  guardWords,
  OFFICE_ROLES,
  type OfficeRole,
  type Rights,
} from "../../app/core/values/roles.ts";
import { officeRightsSql } from "../../database/office-rights.ts";
import { intentsOf } from "../support/intents.ts";
import { CLOSED_ROUTES, PERMITTED_ADDRESSES } from "../support/permitted.ts";

// The permissions stand in app/core/values/permissions.ts. Here stands, by hand, what must not be opened by mistake.

/** For administrators alone: a new address that no permission opens is named here. */
const RESERVED = [
  "/admin/audit",
  "/admin/audit/:id/undo",
  "/admin/mails",
  "/admin/retention",
  "/admin/backups",
  "/admin/backups/rest",
  "/admin/backups/restore",
  "/admin/diagnostic",
  "/admin/diagnostic/links",
  "/admin/files/settings",
  "/admin/health",
  "/admin/members",
  "/admin/members/new",
  "/admin/members/:id",
  "/admin/members/:id/club",
  "/admin/members/:id/club/statutes",
  "/admin/members/:id/licence",
  "/admin/members/:id/payments",
  "/admin/members/cards",
  "/admin/members/export",
  "/admin/members/photos",
  "/admin/membership-types",
  "/admin/membership-types/new",
  "/admin/membership-types/:id",
  "/admin/messages",
  "/admin/messages/:id",
  "/admin/newsletter",
  "/admin/newsletter/export",
  "/admin/pages/legal",
  "/admin/pages/legal/new",
  "/admin/pages/legal/:id",
  "/admin/pages/settings",
  "/admin/pages/settings/:setting",
  "/admin/payments/online",
  "/admin/people",
  "/admin/people/:id/data.json",
  "/admin/people/duplicates",
  "/admin/people/duplicates/:kept/:gone",
  "/admin/staff",
  "/admin/staff/new",
  "/admin/staff/:id",
  "/admin/test-database",
  "/admin/translations/event_packages/:id",
  "/admin/translations/membership_types/:id",
  "/admin/translations/site_settings/:id",
  "/admin/versions/membership_types/:id",
  "/admin/versions/site_settings/:id",
];

/** What a role has only some changes of. */
const EVENT_CHANGES = { events: ["delete", "holdReturns", "save", "status"] };
const READ_ALONE = { editor: [], treasurer: [], events: [], door: [] };
const LIMITED: Readonly<Record<string, Partial<Record<OfficeRole, readonly string[]>>>> = {
  "/admin": READ_ALONE,
  "/admin/*": READ_ALONE,
  "/admin/events": EVENT_CHANGES,
  "/admin/events/new": EVENT_CHANGES,
  "/admin/events/:id": EVENT_CHANGES,
  "/admin/events/:id/cancel": EVENT_CHANGES,
  "/admin/people/:id": { treasurer: [], events: [] },
  "/admin/registrations/door": { door: ["scan", "toggle"] },
};

/** Where each role stays, besides where all are. */
const EVERYBODY = /^\/admin(?:\/\*|\/account(?:\/confirm)?)?$/;
const SECTIONS: Readonly<Record<OfficeRole, RegExp>> = {
  editor:
    /^\/admin\/(?:activity|bin|drafts|files|highlights|leadership|news|pages|partners|resources|texts|translations|(?:previews|translations|versions)\/(?!events)\w+)(?:\/|$)/,
  treasurer: /^\/admin\/(?:activity$|payments(?:\/|$)|people\/:id$)/,
  events:
    /^\/admin\/(?:activity|bin|drafts|events|files\/(?:choose|upload)|people\/:id$|registrations|texts|(?:previews|translations|versions)\/events)(?:\/|$)/,
  door: /^\/admin\/registrations\/door$/,
};

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
  ...CLOSED_ROUTES.filter((route) => route.pattern === pattern).flatMap(({ file }) =>
    intentsOf(file),
  ),
];
const sorted = (right: Right | undefined) => (Array.isArray(right) ? [...right].sort() : right);

describe("the permissions", () => {
  test("leave to administrators what is theirs alone", () => {
    const reserved = PERMITTED_ADDRESSES.filter(({ is }) => Object.keys(is).length === 0);
    expect(reserved.map(({ address }) => address).sort()).toEqual([...RESERVED].sort());
  });

  test("give a role all changes of an address, but where it is said here", () => {
    const limited = PERMITTED_ADDRESSES.flatMap(({ address, is }) => {
      const some = Object.entries(is).filter(([, right]) => right !== "all");
      return some.length > 0
        ? [[address, Object.fromEntries(some.map(([role, right]) => [role, sorted(right)]))]]
        : [];
    });
    expect(Object.fromEntries(limited)).toEqual(LIMITED);
  });

  test.each(OFFICE_ROLES)("keep %s to its sections", (role) => {
    const open = PERMITTED_ADDRESSES.filter(({ is }) => is[role]).map(({ address }) => address);
    expect(open.length).toBeGreaterThan(4);
    expect(open.filter((one) => !EVERYBODY.test(one) && !SECTIONS[role].test(one))).toEqual([]);
  });

  test.each(UNIONS.map((roles) => ({ roles, name: roles.join(" and ") || "no role" })))(
    "give $name what each of these may, and no more",
    ({ roles }) => {
      const expected = PERMITTED_ADDRESSES.map(({ address, is }) => {
        const given = roles.flatMap((role) => is[role] ?? []).flat();
        const may = roles.some((role) => is[role] !== undefined);
        return [address, may ? (given.includes("all") ? "all" : given.sort()) : undefined] as const;
      });
      const held = PERMITTED_ADDRESSES.map(
        ({ address }) => [address, sorted(rightAt(holding(...roles), address))] as const,
      );
      expect(Object.fromEntries(held)).toEqual(Object.fromEntries(expected));
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
            const limits = LIMITED[address]?.[role];
            const expected = limits ? limits.includes(change) : is[role] !== undefined;
            return [role, mayDo(holding(role), address, change), expected] as const;
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
    const addresses = PERMITTED_ADDRESSES.map(({ address }) => address);
    const patterns = CLOSED_ROUTES.map(({ pattern }) => pattern);
    const named = Object.values(PERMISSIONS).flatMap((opened) => Object.keys(opened));
    const isThere = (one: string) => [...addresses, ...patterns].some((at) => at.startsWith(one));
    expect(named.filter((one) => !isThere(one))).toEqual([]);
  });

  test("name no change that nobody offers", () => {
    const offered = new Set(CLOSED_ROUTES.flatMap(({ file }) => intentsOf(file)));
    const offers = (change: string) => change === "save" || offered.has(change);
    const named = Object.values<Readonly<Record<string, Right>>>(PERMISSIONS)
      .flatMap((opened) => Object.values(opened).flat())
      .filter((change) => change !== "all");
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
    expect(mayDo(holding("editor"), "/admin//")).toBe(false);
    expect(covers(undefined, "save")).toBe(false);
  });
});

test("a refusal says who may: administrators, and the roles that the permissions name", () => {
  const wordsAt = (address: string, change?: string) =>
    guardWords(rolesAt(address, change), "accéder à cette section");
  expect(wordsAt("/admin/members")).toBe(
    "Seuls les administrateurs peuvent accéder à cette section.",
  );
  expect(wordsAt("/admin/payments/tills")).toMatch(/^Seuls .* et le rôle «\sTrésorerie\s» peuvent/);
  expect(wordsAt("/admin/registrations/door", "toggle")).toMatch(
    /les rôles «\sÉvénements\s» et «\sAccueil\s»/,
  );
  expect(wordsAt("/admin/events", "approveReturns")).not.toContain("rôle");
});

test("office-rights.sql is made of the permissions", async () => {
  await expect(officeRightsSql()).toMatchFileSnapshot("../../database/office-rights.sql");
});
