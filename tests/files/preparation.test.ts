import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { keyOf } from "../../app/core/storage/storage.server.ts";
import { MINUTE } from "../../app/core/values/durations.ts";
import { preparing } from "../../app/files/children/media.server.ts";
import { MAX_TRIES } from "../../app/files/children/media.ts";
import { prepareFiles } from "../../app/files/file-preparation.jobs.server.ts";
import { variantOf } from "../../app/files/files.ts";
import {
  receiveReplacement,
  receiveUpload,
  type Step,
  uploadSchema,
} from "../../app/files/upload/upload.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { killProcess } from "../support/product/kill.ts";
import { formsInForms, largePicture } from "./attacks.ts";
import { photograph, streamOf } from "./samples.ts";

// What becomes of a file that the site cannot prepare, and of those beside it.

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "fge-preparation-"));
afterAll(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

const ADMIN = { id: newId() };
const usual = { ...preparing.limits };

withDatabase((_engine, database) => {
  let category_id = "";
  let now = Date.now();
  const prepareNow = (stopping?: AbortSignal) => prepareFiles(stopping, () => new Date(now));

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN.id, role: "admin" });
      category_id = await insertRow(db, "file_categories");
    }),
  );
  beforeEach(() => database().asOwner("delete from static_files"));
  afterEach(() => {
    preparing.stop();
    Object.assign(preparing.limits, usual);
  });

  async function upload(bytes: Buffer, filename: string) {
    const form = uploadSchema.parse({ category_id, filename, is_public: "on" });
    const steps: Step[] = [];
    for await (const step of receiveUpload(ADMIN, streamOf(bytes), form)) steps.push(step);
    const last = steps.at(-1);
    if (!last || !("id" in last)) throw new Error(JSON.stringify(last));
    return last;
  }

  async function stateOf(id: string) {
    const [row] = await database().asOwner(
      sql`select prepared_at is not null as prepared, prepare_tries as tries,
        prepare_problem as problem, updated_at = created_at as untouched
        from static_files where id = ${id}`,
    );
    return row;
  }

  test("a document that takes all memory is tried three times, some time apart, and the others go on", async () => {
    preparing.limits.memoryMb = 250;
    const attack = await upload(largePicture(), "attaque.pdf");
    const picture = await upload(await photograph(600, 400), "photo.jpg");
    // The tries in between are as the first: nobody waits for them.
    const skipped =
      "update static_files set prepare_tries = prepare_tries + 1 where prepare_problem is not null";
    for (const tries of [1, MAX_TRIES]) {
      for (let at = 2; at < tries; at++) await database().asOwner(skipped);
      await prepareNow();
      expect(await stateOf(attack.id)).toEqual({
        prepared: false,
        tries,
        problem: "memory",
        untouched: true,
      });
      expect(await stateOf(picture.id)).toMatchObject({ prepared: true, problem: null });
      // Too early for another try.
      await prepareNow();
      expect(await stateOf(attack.id)).toMatchObject({ tries });
      now += 20 * MINUTE;
    }
    const began = performance.now();
    await prepareNow();
    expect(performance.now() - began).toBeLessThan(500);
    expect(await stateOf(attack.id)).toMatchObject({ prepared: false, tries: MAX_TRIES });
  }, 120_000);

  test("a try counts before it begins: who dies over it has had it", async () => {
    preparing.limits.withinMs = 1_000;
    const attack = await upload(formsInForms(), "attaque.pdf");
    const working = prepareNow();
    await vi.waitFor(() => expect(preparing.pid).toBeDefined(), { timeout: 5_000 });
    expect(await stateOf(attack.id)).toMatchObject({ prepared: false, tries: 1 });
    await working;
    expect(await stateOf(attack.id)).toMatchObject({ tries: 1, problem: "time" });
  }, 30_000);

  test("a replacement is tried anew", async () => {
    const { id } = await upload(formsInForms(), "attaque.pdf");
    await database().asOwner(
      `update static_files set prepare_tries = 3, prepare_problem = 'time', prepare_tried_at = now()`,
    );
    const content = streamOf(Buffer.from("%PDF-1.4 nothing more"));
    await receiveReplacement(ADMIN, content, { id, filename: "autre.pdf" });
    expect(await stateOf(id)).toMatchObject({ prepared: false, tries: 0, problem: null });
    await prepareNow();
    expect(await stateOf(id)).toMatchObject({ prepared: true, problem: null });
  });

  test("what was made of content that is replaced meanwhile is not taken for that of the new one", async () => {
    const { id } = await upload(formsInForms(), "attaque.pdf");
    const working = prepareNow();
    const worker = await vi.waitFor(() => preparing.pid ?? Promise.reject(), { timeout: 5_000 });
    const content = streamOf(Buffer.from("%PDF-1.4 nothing more"));
    await receiveReplacement(ADMIN, content, { id, filename: "autre.pdf" });
    killProcess(worker);
    await working;
    expect(await stateOf(id)).toMatchObject({ prepared: true, tries: 1, problem: null });
  }, 30_000);

  test("a store that fails is no try of the file, and is said", async () => {
    const { id, url } = await upload(await photograph(600, 400), "photo.jpg");
    const place = join(
      process.env.DATA_DIR ?? "",
      "files",
      variantOf(keyOf(url) ?? "", 640, "webp"),
    );
    mkdirSync(place, { recursive: true });
    await expect(prepareNow()).rejects.toThrow();
    expect(await stateOf(id)).toMatchObject({ prepared: false, tries: 0, problem: null });
    rmSync(place, { recursive: true });
    await prepareNow();
    expect(await stateOf(id)).toMatchObject({ prepared: true });
  });

  test("a stop is no try either, and comes at once", async () => {
    const { id } = await upload(formsInForms(), "attaque.pdf");
    const stopping = new AbortController();
    const working = prepareNow(stopping.signal);
    await vi.waitFor(() => expect(preparing.pid).toBeDefined(), { timeout: 5_000 });
    const began = performance.now();
    stopping.abort();
    await working;
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await stateOf(id)).toMatchObject({ prepared: false, tries: 0, problem: null });
  });
});
