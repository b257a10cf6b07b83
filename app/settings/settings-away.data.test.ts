import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "./settings.ts";
import { cachedSettings, readSettings } from "./settings.visitor.server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "fge-settings-"));
process.env.DATA_DIR = dataDir;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("a start without the database knows the settings of a site of its own, and reads them no less", async () => {
  writeFileSync(
    join(dataDir, "last-known.json"),
    JSON.stringify({
      contact: { email: "contact@example.org", phone: "+224 600 00 00 00" },
      settings: { federation: { short_name: "Notre fédération" } },
    }),
  );
  await expect(readSettings()).rejects.toThrow();
  const { federation, contact_info } = cachedSettings();
  expect(federation.short_name).toBe("Notre fédération");
  expect(contact_info).toEqual(DEFAULT_SETTINGS.contact_info);
  await expect(readSettings()).rejects.toThrow();
});
