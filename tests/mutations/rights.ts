import { readdirSync } from "node:fs";
import { join } from "node:path";
import { data, type Mutation, product, unit } from "./mutation.ts";

/** Policies are mended as the newest one has them. */
function newestSnapshot(): string {
  const folder = "database/migrations/meta";
  const names = readdirSync(join(import.meta.dirname, "../..", folder)).sort();
  return `${folder}/${names.filter((name) => name.endsWith("_snapshot.json")).at(-1)}`;
}

export const RIGHTS: readonly Mutation[] = [
  {
    name: "guard-lets-everybody-in",
    area: "permissions",
    file: "app/auth/sessions/guard.server.ts",
    find: "if (!mayEnter(rights)) {",
    replace: "if (!rights) {",
    tests: [data("tests/auth/sign-in.test.ts")],
  },
  {
    name: "permit-of-any-change",
    area: "permissions",
    file: "app/office/frame/frame.server.ts",
    find: ': right === "all" || covers(right, await changeOf(request));',
    replace: ": right !== undefined;",
    tests: [product("tests/product/roles.repeated.test.ts")],
    build: true,
  },
  {
    name: "treasury-has-the-keys",
    area: "permissions",
    file: "app/core/values/permissions.ts",
    find: 'treasurer: ["activity.read", "payments.manage"],',
    replace: 'treasurer: ["activity.read", "payments.manage", "payments.keys"],',
    tests: [unit("tests/rules/permissions.test.ts")],
  },
  {
    name: "visitors-read-drafts",
    area: "policies and grants",
    file: newestSnapshot(),
    find: '"news_visitor_reads": {\n          "name": "news_visitor_reads",\n          "as": "PERMISSIVE",\n          "for": "SELECT",\n          "to": [\n            "site_visitor"\n          ],\n          "using": "shown_now(published, public_from, public_until)"',
    replace:
      '"news_visitor_reads": {\n          "name": "news_visitor_reads",\n          "as": "PERMISSIVE",\n          "for": "SELECT",\n          "to": [\n            "site_visitor"\n          ],\n          "using": "true"',
    tests: [data("app/web/publication.data.test.ts")],
  },
  {
    name: "treasury-reads-births",
    area: "policies and grants",
    file: "database/office-rights.sql",
    find: "GRANT SELECT (id, organisation, first_name, last_name, email, language, member_type,",
    replace:
      "GRANT SELECT (id, organisation, first_name, last_name, email, birth_date, language, member_type,",
    tests: [data("tests/database/rights.test.ts")],
  },
  {
    name: "keys-for-staff",
    area: "policies and grants",
    file: "database/guards.sql",
    find: "REVOKE ALL ON provider_keys FROM site_staff;",
    replace: "REVOKE INSERT ON provider_keys FROM site_staff;",
    tests: [data("tests/database/rights.test.ts")],
  },
  {
    name: "door-open-all-year",
    area: "policies and grants",
    file: "database/foundation.sql",
    find: "AND site_today() BETWEEN e.date - 1 AND coalesce(e.end_date, e.date) + 1",
    replace: "AND site_today() >= e.date - 1",
    tests: [data("app/registrations/door/door.data.test.ts")],
  },
  {
    name: "staff-change-rights",
    area: "policies and grants",
    file: "database/guards.sql",
    find: "CREATE OR REPLACE TRIGGER profiles_rights BEFORE INSERT OR UPDATE OR DELETE ON profiles",
    replace: "CREATE OR REPLACE TRIGGER profiles_rights BEFORE DELETE ON profiles",
    tests: [data("tests/auth/roles.test.ts")],
  },
  {
    name: "door-without-its-role",
    area: "doors",
    file: "app/core/database/doors/doors.server.ts",
    find: "if (control.opened !== opening) throw",
    replace: "if (control.opened === null) throw",
    tests: [data("tests/database/door-rules.test.ts")],
  },
  {
    name: "second-statement",
    area: "doors",
    file: "app/core/database/doors/statement-rules.server.ts",
    find: 'if (ended) throw new RefusedStatement("several statements");',
    replace: "",
    tests: [unit("app/core/database/doors/statement-rules.test.ts")],
  },
  {
    name: "door-for-the-inactive",
    area: "doors",
    file: "database/foundation.sql",
    find: "FROM profiles WHERE id::text = account AND is_active);",
    replace: "FROM profiles WHERE id::text = account);",
    tests: [data("tests/database/door-rules.test.ts")],
  },
  {
    name: "code-used-twice",
    area: "sign-in",
    file: "app/auth/second-factor/second-factors.system.server.ts",
    find: "lt(lastStep, step))))",
    replace: "lt(lastStep, step + 1))))",
    tests: [data("tests/auth/second-factor.test.ts")],
  },
  {
    name: "codes-without-a-wait",
    area: "sign-in",
    file: "app/auth/sign-in/attempt-limits.system.server.ts",
    find: "const CODES_BEFORE_WAIT = 5;",
    replace: "const CODES_BEFORE_WAIT = 500;",
    tests: [data("tests/auth/attacks.test.ts")],
  },
  {
    name: "session-for-months",
    area: "sign-in",
    file: "database/guards.sql",
    find: "least(NEW.expires_at, NEW.created_at + interval '7 days');",
    replace: "least(NEW.expires_at, NEW.created_at + interval '70 days');",
    tests: [data("tests/auth/sign-in.test.ts")],
  },
  {
    name: "password-of-ones-name",
    area: "sign-in",
    file: "app/auth/passwords/new-password.server.ts",
    find: "return rest !== letters && rest.length < MIN_OTHER_LETTERS;",
    replace: "return rest !== letters && rest.length < 0;",
    tests: [unit("app/auth/passwords/new-password.test.ts")],
  },
  {
    name: "bucket-never-empty",
    area: "limits",
    file: "app/core/http/rate-limit.server.ts",
    find: "if (fullAt - now > perMs - refill + 1) return false;",
    replace: "if (fullAt - now > perMs + 1) return false;",
    tests: [unit("app/core/http/rate-limit.test.ts")],
  },
  {
    name: "network-of-one-more",
    area: "limits",
    file: "app/registrations/register/limits.system.server.ts",
    find: ">= NETWORK_PLACES ||",
    replace: "> NETWORK_PLACES ||",
    tests: [data("tests/registrations/limits.test.ts")],
  },
  {
    name: "framed-by-others",
    area: "headers",
    file: "app/core/http/security-headers.ts",
    find: "\"frame-ancestors 'none'\",",
    replace: '"frame-ancestors *",',
    tests: [unit("app/core/http/security-headers.test.ts")],
  },
  {
    name: "script-without-a-nonce",
    area: "headers",
    file: "app/core/http/security-headers.ts",
    find: "? `'self' 'nonce-",
    replace: "? `'self' 'unsafe-inline' 'nonce-",
    tests: [unit("app/core/http/security-headers.test.ts")],
  },
  {
    name: "cookie-for-scripts",
    area: "headers",
    file: "app/core/http/cookies.server.ts",
    find: "SameSite=Lax; HttpOnly",
    replace: "SameSite=Lax",
    tests: [data("tests/auth/cookies.test.ts")],
  },
];
