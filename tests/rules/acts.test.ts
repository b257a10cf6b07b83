import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { mayDo } from "../../app/core/values/permissions.ts";
import { OFFICE_ROLES, type OfficeRole, type Rights } from "../../app/core/values/roles.ts";
import { ACTS, isOfRecords } from "../support/acts.ts";
import { mappedRoutes } from "../support/browser/site-map.ts";
import { intentsOf } from "../support/intents.ts";
import { importsOf, read } from "../support/source.ts";

// The table of acts in docs/threat-model.md says what the code does.

const ROOT = join(import.meta.dirname, "../..");
const WORDS: Readonly<Record<OfficeRole, string>> = {
  editor: "editors",
  treasurer: "treasury",
  events: "events",
  door: "door",
};
const routes = (await mappedRoutes()).filter(({ pattern }) => pattern.startsWith("/admin"));
/** An address of one setting has the form of all of them. */
const routeOf = (address: string) =>
  routes.find(
    ({ pattern }) => pattern === address.replace(/\/settings\/\w+$/, "/settings/:setting"),
  );

/** A screen with what its action is made of. */
const sourcesOf = (file: string): string[] =>
  [
    join("app", file),
    ...importsOf(join("app", file))
      .map(({ target }) => target)
      .filter((target) => dirname(target) === dirname(join("app", file)))
      .filter((target) => target.endsWith(".server.ts")),
  ].map(read);

/** The changes of a screen that name records as they were seen. */
const formatSeen = (file: string): string[] =>
  sourcesOf(file).flatMap((source) =>
    [...source.matchAll(/^\s*"?([a-z][\w-]*)"?: seen(?:Toggle)?Intent\(/gim)].map(
      ([, key = ""]) => key,
    ),
  );

describe("the table of acts", () => {
  test("has a line for every button that approves, cancels or removes what it names", () => {
    const offered = new Map<string, string>();
    for (const { pattern, file } of routes) {
      for (const change of formatSeen(file)) {
        // One screen at two addresses is one act.
        if (!offered.has(`${file} ${change}`))
          offered.set(`${file} ${change}`, `${pattern} ${change}`);
      }
    }
    const account = /^\/admin\/staff\/:id /;
    const lines = ACTS.filter(isOfRecords).map(({ act }) => act);
    expect(lines.filter((act) => !account.test(act)).sort()).toEqual([...offered.values()].sort());
    // That screen has forms, which carry what was seen beside their button.
    const forms = read("app/auth/staff/staff-account.admin.tsx").match(/name="seen" value=\{/g);
    expect(forms).toHaveLength(2);
  });

  test.each(ACTS)(
    "$act is offered, and begun by whom it says",
    ({ act, address, change, begins }) => {
      const route = routeOf(address);
      expect(route, act).toBeDefined();
      const file = route?.file ?? "";
      const imported = importsOf(join("app", file))
        .filter(({ target }) => target.startsWith("app/backups/") && !target.includes("/+types/"))
        .map(({ target }) => read(target));
      const named = [...intentsOf(file), ...[...sourcesOf(file), ...imported].flatMap(wordsIn)];
      expect(change === "save" || named.includes(change), `${act} is offered`).toBe(true);
      const holding = (role: OfficeRole): Rights => ({ isAdmin: false, roles: [role] });
      const may = OFFICE_ROLES.filter((role) => mayDo(holding(role), address, change));
      expect(may.map((role) => WORDS[role]).join(", ") || "nobody").toBe(begins);
    },
  );

  test.each(ACTS)(
    "$act asks for the second factor where it says so",
    ({ address, confirms, act }) => {
      if (!/second factor/.test(confirms) || address === "/admin/account") return;
      const source = read(join("app", routeOf(address)?.file ?? ""));
      expect(source, act).toMatch(/\bwithConfirmation\(\w+, /);
    },
  );

  test.each(ACTS)("$act is tried where it says so", ({ tried }) => {
    expect(existsSync(join(ROOT, tried)), tried).toBe(true);
    expect(readFileSync(join(ROOT, tried), "utf8")).toMatch(/\btest(?:\.each)?\(/);
  });
});

/** The words that could be the name of a change. */
const wordsIn = (source: string): string[] =>
  [...source.matchAll(/"([a-z][\w-]+)"|^\s+([a-z]\w+):/gm)].map(
    ([, word, key]) => word ?? key ?? "",
  );
