import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

/** What the process knows of itself, which cannot be gone while it answers. */
const OF_THE_PROCESS = ["descriptors", "memory", "errors", "limits"];

test("nothing is green while what it watches is gone: no database, no disk, no network", async () => {
  vi.resetModules();
  const folder = mkdtempSync(join(tmpdir(), "gone-"));
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("BACKUP_DIR", join(folder, "backups"));
  vi.stubEnv("PUBLIC_URL", "https://127.0.0.1:1");
  const { env } = await import("../../core/process/env.server.ts");
  expect(env().DATA_DIR).toBe(folder);
  // A file in the place of the folder: nothing can be written below it.
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  try {
    const { checkHealth } = await import("../checks/checks.system.server.ts");
    const { CAUSE_NAMES } = await import("./causes.ts");
    const checks = await checkHealth();
    const green = checks.filter(({ level }) => level === "success").map(({ cause }) => cause);
    expect(checks.map(({ cause }) => cause).sort()).toEqual([...CAUSE_NAMES].sort());
    expect(green.filter((cause) => !OF_THE_PROCESS.includes(cause))).toEqual([]);
  } finally {
    rmSync(folder);
    vi.unstubAllEnvs();
  }
});

test("what the system does not say of the process is unknown, and not green", async () => {
  const { checkDescriptors } = await import("../checks/site-checks.system.server.ts");
  const { checkDisk, checkLoop } = await import("./health-checks.system.server.ts");
  const silent = () => undefined;
  for (const finding of [checkDescriptors(silent), checkLoop(silent), await checkDisk([])]) {
    expect(finding).toMatchObject({ level: "warning", unknown: true });
  }
});
