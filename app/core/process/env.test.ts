import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { testAll } from "../../../tests/support/fuzz/cases.ts";
import { rotateStoredSecret } from "../secrets/stored-secrets.server.ts";
import { readEnv, SettingError } from "./env.server.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "env-"));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test("nothing set is a working site on this machine", () => {
  const settings = readEnv({ DATA_DIR });
  expect(settings).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", TRUST_PROXY: false });
  expect(settings.PUBLIC_URL).toBe("http://localhost:3000");
});

describe("secrets", () => {
  const [OLD, OLDER] = ["o".repeat(40), "an older one, with a comma, of forty c"];
  const secretsOf = (source: Record<string, string>) => readEnv(source).SESSION_SECRETS;

  test("of ours are kept, for this user's eyes alone", () => {
    const stored = secretsOf({ DATA_DIR });
    expect(stored).toHaveLength(1);
    expect(secretsOf({ DATA_DIR })).toEqual(stored);
    expect(statSync(join(DATA_DIR, "session-secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(DATA_DIR)).toEqual(["session-secret"]);
  });

  test("of ours that were changed stay behind the new one", () => {
    const before = secretsOf({ DATA_DIR });
    rotateStoredSecret(DATA_DIR);
    const after = secretsOf({ DATA_DIR });
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).not.toBe(before[0]);
    expect(statSync(join(DATA_DIR, "session-secret")).mode & 0o777).toBe(0o600);
  });

  test("of the settings come first; one that we kept before them is retired", () => {
    const stored = secretsOf({ DATA_DIR });
    const SESSION_SECRET = "s".repeat(40);
    expect(secretsOf({ DATA_DIR, SESSION_SECRET })).toEqual([SESSION_SECRET, ...stored]);
  });

  test("of the settings that were retired are a list, or one that holds a comma itself", () => {
    const OTHER = join(DATA_DIR, "other");
    const read = (SESSION_SECRET_OLD: string) =>
      secretsOf({ DATA_DIR: OTHER, SESSION_SECRET: "s".repeat(40), SESSION_SECRET_OLD }).slice(1);
    expect(read(`${OLD}, ${"p".repeat(32)}`)).toEqual(
      expect.arrayContaining([OLD, "p".repeat(32)]),
    );
    expect(read(OLDER)).toEqual([OLDER]);
    // With a secret in the settings, none is made.
    expect(existsSync(OTHER)).toBe(false);
  });

  test("whose file was emptied are said in one line, and not made anew over it", () => {
    const EMPTIED = mkdtempSync(join(tmpdir(), "env-"));
    writeFileSync(join(EMPTIED, "session-secret"), "");
    expect(() => readEnv({ DATA_DIR: EMPTIED })).toThrow(/^DATA_DIR [^\n]*session-secret[^\n]*$/);
    rmSync(EMPTIED, { recursive: true });
  });
});

/** What is missing is named, rather than what is there. */
const GROUP_OF: Readonly<Record<string, string>> = {
  S3_BUCKET: "S3_ACCESS_KEY",
  S3_PREFIX: "S3_BUCKET",
  BACKUP_S3_ENDPOINT: "BACKUP_S3_BUCKET",
};

testAll([
  ["PORT", "many"],
  ["PORT", "70000"],
  ["STOP_SECONDS", "1"],
  ["STOP_SECONDS", "soon"],
  ["PUBLIC_URL", "fge.example"],
  ["DATABASE_URL", "mysql://x"],
  ["DATABASE_URL", "postgres://user:pass:word@"],
  ["DATABASE_OWNER_URL", "mysql://x"],
  // It goes with the product's own.
  ["DATABASE_OWNER_URL", "postgres://owner@localhost/site"],
  ["DATABASE_BACKUP_URL", "postgres://reader@localhost/site"],
  ["DATA_DIR_WITHOUT_LOCKS", "yes"],
  ["MIGRATE_WITHOUT_ARCHIVE", "true"],
  ["METRICS_TOKEN", "too-short-to-be-a-token"],
  ["METRICS_TOKEN", "a token of more than thirty-two characters, with spaces"],
  ["TRUST_PROXY", "yes"],
  ["SESSION_SECRET", "short"],
  ["SESSION_SECRET_OLD", "short,too short"],
  ["ADMIN_PASSWORD", "eleven-char"],
  ["SMTP_URL", "mail.example"],
  ["LOG_LEVEL", "loud-and-clear"],
  // Half a group, and names that are nearly ours.
  ["S3_BUCKET", "the-uploads"],
  ["S3_PREFIX", "uploads/"],
  ["BACKUP_S3_ENDPOINT", "https://s3.example"],
  ["S3_SECRET", "a-secret-key"],
  ["BACKUP_FOLDER", "/mnt/backups"],
  ["SMTP_HOST", "mail.example"],
  // What a provider wants is all there, or nothing.
  ["DJOMY_CLIENT_SECRET", "a key with spaces"],
  ["PAYPAL_MODE", "production"],
  ["DJOMY_PARTNER_DOMAIN", "https://federation.example/"],
  ["DJOMY_HOST", "http://djomy.example:80"],
  ["PAYPAL_HOST", "https://api-m.paypal.com"],
])("a wrong %s is named in one line, without its value", (name, value) => {
  const read = () => readEnv({ DATA_DIR, [name]: value });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(new RegExp(`^[^\\n]*${GROUP_OF[name] ?? name}[^\\n]*$`));
  if (value.length > 5) expect(read).not.toThrow(value);
});

describe("the keys of a provider of payments", () => {
  const DJOMY = {
    DJOMY_CLIENT_ID: "the-id",
    DJOMY_CLIENT_SECRET: "the-secret",
    DJOMY_PARTNER_DOMAIN: "federation.example",
    DJOMY_MODE: "live",
  };
  test("are all there, or none", () => {
    expect(readEnv({ DATA_DIR, ...DJOMY })).toMatchObject({ DJOMY_MODE: "live" });
    for (const name of Object.keys(DJOMY)) {
      const read = () => readEnv({ DATA_DIR, ...DJOMY, [name]: "" });
      expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*DJOMY_\\*[^\\n]*$`));
      expect(read).not.toThrow("the-secret");
    }
  });

  test("lead to a simulator of this machine, but never in production", () => {
    const settings = { DATA_DIR, DJOMY_HOST: "http://127.0.0.1:4000" };
    const read = (NODE_ENV: string) => () => readEnv({ ...settings, NODE_ENV });
    expect(read("test")().DJOMY_HOST).toBe("http://127.0.0.1:4000");
    expect(read("development")().DJOMY_HOST).toBe("http://127.0.0.1:4000");
    expect(read("production")).toThrow(SettingError);
    expect(() => readEnv(settings)).toThrow(/DJOMY_HOST/);
  });
});
