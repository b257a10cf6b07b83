import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEnv, SettingError } from "./env.server.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "env-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test("nothing set is a working site on this machine", () => {
  const settings = readEnv({ DATA_DIR });
  expect(settings).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", TRUST_PROXY: false });
  expect(settings.PUBLIC_URL).toBe("http://localhost:3000");
});

test("a secret that we make is kept", () => {
  expect(readEnv({ DATA_DIR }).SESSION_SECRET).toBe(readEnv({ DATA_DIR }).SESSION_SECRET);
});

test.each([
  ["PORT", "many"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "fge.example"],
  ["DATABASE_URL", "mysql://x"],
  ["DATABASE_URL", "postgres://user:pass:word@"],
  ["DATABASE_OWNER_URL", "mysql://x"],
  // It goes with the product's own.
  ["DATABASE_OWNER_URL", "postgres://owner@localhost/site"],
  ["DATA_DIR_WITHOUT_LOCKS", "yes"],
  ["TRUST_PROXY", "yes"],
  ["SESSION_SECRET", "short"],
  ["ADMIN_PASSWORD", "eleven-char"],
  ["SMTP_URL", "mail.example"],
])("a wrong %s is named in one line, without its value", (name, value) => {
  const read = () => readEnv({ DATA_DIR, [name]: value });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
  if (value.length > 5) expect(read).not.toThrow(value);
});
