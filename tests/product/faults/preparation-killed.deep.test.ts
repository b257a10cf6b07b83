import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MAX_TRIES } from "../../../app/files/children/media.ts";
import { formsInForms } from "../../files/attacks.ts";
import { photograph } from "../../files/samples.ts";
import { ADMINISTRATOR } from "../../support/browser/office.ts";
import { type PostgresServer, startPostgres } from "../../support/database/postgres-server.ts";
import { startProduct } from "../../support/product/product.ts";
import { StaffClient } from "../../support/product/staff-client.ts";

// A machine that goes down over a file must not go down over it at each start.

const dataDir = mkdtempSync(join(tmpdir(), "prepared-"));
let server: PostgresServer;
let client: pg.Client;
let settings: Record<string, string>;

beforeAll(async () => {
  server = await startPostgres();
  settings = {
    DATABASE_URL: server.url,
    // The files of the one before are those of the next.
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await server?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The process of files, if the product has one now. */
const mediaOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter((child) => child !== "")
    .map(Number)
    .find((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("media.child"));

const attackRow = async () => {
  const { rows } = await client.query(
    "select id, prepare_tries as tries, prepared_at from static_files where original_filename = 'attaque.pdf'",
  );
  return rows[0] as { id: string; tries: number; prepared_at: Date | null };
};
const PATIENCE = { timeout: 20_000, interval: 100 };

test("a file over which the machine dies is tried three times in all", async () => {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const product = await startProduct(settings);
    let media: number | undefined;
    try {
      if (tries === 1) {
        const staff = await StaffClient.signIn(product.url);
        await staff.uploaded(formsInForms(), "attaque.pdf");
      }
      await vi.waitFor(async () => expect(await attackRow()).toMatchObject({ tries }), PATIENCE);
      media = await vi.waitFor(() => {
        const pid = mediaOf(product.pid);
        expect(pid).toBeDefined();
        return pid;
      }, PATIENCE);
    } finally {
      await product.kill();
    }
    await vi.waitFor(() => expect(existsSync(`/proc/${media}/exe`)).toBe(false), PATIENCE);
    // Long enough for another try.
    await client.query("update static_files set prepare_tried_at = '2020-01-01'");
  }

  const product = await startProduct(settings);
  try {
    const staff = await StaffClient.signIn(product.url);
    // What comes after it is prepared; it is not begun any more.
    const { id } = await staff.uploaded(await photograph(300, 200), "autre.jpg");
    await vi.waitFor(async () => {
      const { rows } = await client.query("select prepared_at from static_files where id = $1", [
        id,
      ]);
      expect(rows[0].prepared_at).not.toBeNull();
    }, PATIENCE);
    const attack = await attackRow();
    expect(attack).toMatchObject({ tries: MAX_TRIES, prepared_at: null });
    const screen = await (await staff.get(`/admin/files/${attack.id}`)).text();
    expect(screen).toContain("Le site n’a pas pu faire sa couverture");
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  } finally {
    await product.stop();
  }
}, 240_000);
