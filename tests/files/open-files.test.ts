import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { keyOf } from "../../app/core/storage/storage.server.ts";
import { type Access, accessTo } from "../../app/files/file-access.system.server.ts";
import { deleteFiles } from "../../app/files/files.staff.server.ts";
import { LINK_DAYS, PICTURE_WIDTHS, variantOf } from "../../app/files/files.ts";
import {
  clearPublicFileCache,
  filesChanged,
  loadPublicFiles,
} from "../../app/files/public-files.visitor.server.ts";
import { isSealed, withSeal } from "../../app/files/storage/signed-urls.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

// Who may read what stands in the store, while the database can be asked and while it cannot.

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "fge-open-"));
afterAll(() => rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

const ADMIN = { id: newId() };
const SAMPLE = "samples/statuts-de-la-federation.pdf";
const NOTHING = new URLSearchParams();

/** Every key that stands for a picture, and for a document with its cover. */
const keysOf = (stem: string) => [
  `${stem}.jpg`,
  ...PICTURE_WIDTHS.flatMap((width) => [
    variantOf(`${stem}.jpg`, width, "avif"),
    variantOf(`${stem}.jpg`, width, "webp"),
  ]),
  variantOf(`${stem}.jpg`, 1200, "jpg"),
  `${stem}-cover.webp`,
  `${stem}-cover-160.webp`,
];

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN.id, role: "admin" })),
  );
  beforeEach(() => {
    startApp({ database: { engine: database().engine } });
    clearPublicFileCache();
  });

  async function record(values: Record<string, unknown> = {}) {
    const stem = `uploads/${newId()}`;
    const file_url = `/files/${stem}.jpg`;
    const id = await asSystem("test", (db) =>
      insertRow(db, "static_files", { file_url, ...values }),
    );
    return { id, stem, file_url };
  }
  const change = async (statement: ReturnType<typeof sql>) => {
    await database().asOwner(statement);
  };
  const accessToAll = async (stem: string, query = NOTHING) => {
    const result = new Set<Access>();
    for (const key of keysOf(stem)) result.add(await accessTo(key, query));
    return [...result];
  };
  const goAway = () => startApp({ database: {} });
  const comeBack = () => startApp({ database: { engine: database().engine } });

  describe("with the database there", () => {
    test("a public file opens with all that was made of it, a private one with nothing", async () => {
      const open = await record();
      const closed = await record({ is_public: false });
      expect(await accessToAll(open.stem)).toEqual(["everybody"]);
      expect(await accessToAll(closed.stem)).toEqual(["nobody"]);
    });

    test("a sealed link opens a private file and all that was made of it, until it is deleted", async () => {
      const { id, stem, file_url } = await record({ is_public: false });
      const query = new URLSearchParams(withSeal({ file_url, is_public: false }).seal);
      expect(await accessToAll(stem, query)).toEqual(["sealed"]);
      const isSealedAfter = (days: number) =>
        isSealed(keyOf(file_url) ?? "", query, Date.now() + days * 86_400_000);
      expect([isSealedAfter(LINK_DAYS), isSealedAfter(LINK_DAYS + 1)]).toEqual([true, false]);
      const other = await record({ is_public: false });
      expect(await accessToAll(other.stem, query)).toEqual(["nobody"]);
      await asStaff(ADMIN, (db) => deleteFiles(db, [id]));
      clearPublicFileCache();
      expect(await accessToAll(stem, query)).toEqual(["nobody"]);
    });

    test("whatever lies beside the uploads is nobody's, and so is an upload that no record names", async () => {
      const { stem } = await record();
      const beside = [
        "dump.sql",
        "site.dump",
        ".store.json",
        "uploads",
        "sample/x.pdf",
        "samples/dump.sql",
        `samples/../dump.sql`,
        `${SAMPLE}.bak`,
        `${stem}.sql`,
        `${stem}.jpg.part-${newId()}`,
        "uploads/.store.json",
        "uploads/%.jpg",
        "uploads/_.jpg",
        "uploads/%-320.webp",
        `uploads/${newId()}.jpg`,
      ];
      for (const key of beside) expect(await accessTo(key, NOTHING), key).toBe("nobody");
    });

    test("a sample document opens while a public record names it, and so does its cover", async () => {
      expect(await accessTo(SAMPLE, NOTHING)).toBe("nobody");
      const cover = "uploads/samples-statuts-de-la-federation-cover";
      const values = { file_url: `/files/${SAMPLE}`, cover_url: `/files/${cover}.webp` };
      const { id } = await record(values);
      clearPublicFileCache();
      for (const key of [SAMPLE, `${cover}.webp`, `${cover}-160.webp`]) {
        expect(await accessTo(key, NOTHING), key).toBe("everybody");
      }
      await change(sql`update static_files set is_public = false where id = ${id}`);
      clearPublicFileCache();
      for (const key of [SAMPLE, `${cover}.webp`, `${cover}-160.webp`]) {
        expect(await accessTo(key, NOTHING), key).toBe("nobody");
      }
      await change(sql`delete from static_files where id = ${id}`);
    });
  });

  describe("with the database away", () => {
    test("what was public stays open, also when nothing was heard for a moment; the rest is unknown", async () => {
      const [request, listed, closed] = [
        await record(),
        await record(),
        await record({ is_public: false }),
      ];
      await filesChanged();
      await accessToAll(request.stem);
      const made = await record();
      goAway();
      for (let gap = 0; gap < 3; gap++) {
        clearPublicFileCache();
        await loadPublicFiles();
        expect(await accessToAll(request.stem)).toEqual(["everybody"]);
        expect(await accessToAll(listed.stem)).toEqual(["everybody"]);
        expect(await accessToAll(closed.stem)).toEqual(["unknown"]);
        expect(await accessToAll(made.stem)).toEqual(["unknown"]);
        expect(await accessTo(SAMPLE, NOTHING)).toBe("everybody");
        expect(await accessTo("samples/dump.sql", NOTHING)).toBe("unknown");
        expect(await accessTo("dump.sql", NOTHING)).toBe("nobody");
      }
    });

    test("a sealed link cannot be believed either: its file may be deleted", async () => {
      const { stem, file_url } = await record({ is_public: false });
      const query = new URLSearchParams(withSeal({ file_url, is_public: false }).seal);
      expect(await accessToAll(stem, query)).toEqual(["sealed"]);
      goAway();
      clearPublicFileCache();
      expect(await accessToAll(stem, query)).toEqual(["unknown"]);
    });

    test.each([
      [
        "made private",
        (id: string) => sql`update static_files set is_public = false where id = ${id}`,
      ],
      ["deleted", (id: string) => sql`delete from static_files where id = ${id}`],
    ])("a file that was %s does not open again", async (_what, statement) => {
      const { id, stem } = await record();
      await filesChanged();
      expect(await accessToAll(stem)).toEqual(["everybody"]);
      await change(statement(id));
      await filesChanged();
      goAway();
      clearPublicFileCache();
      expect(await accessToAll(stem)).toEqual(["unknown"]);
    });

    test("nor does one of which only a visitor's question told, or nothing but that something changed", async () => {
      const [one, other] = [await record(), await record()];
      await filesChanged();
      for (const { stem } of [one, other]) expect(await accessToAll(stem)).toEqual(["everybody"]);
      await change(
        sql`update static_files set is_public = false where id in (${one.id}, ${other.id})`,
      );
      clearPublicFileCache();
      expect(await accessToAll(one.stem)).toEqual(["nobody"]);
      goAway();
      clearPublicFileCache();
      expect(await accessToAll(one.stem)).toEqual(["unknown"]);
      // The database went before anybody could ask which.
      await filesChanged();
      expect(await accessToAll(other.stem)).toEqual(["unknown"]);
      comeBack();
      await loadPublicFiles();
      goAway();
      clearPublicFileCache();
      expect(await accessToAll(other.stem)).toEqual(["unknown"]);
    });

    test("one that came back is open again", async () => {
      const { id, stem } = await record();
      const { batch } = await asStaff(ADMIN, (db) => deleteFiles(db, [id]));
      await asStaff(ADMIN, (db) => restoreBatch(db, batch));
      await filesChanged();
      goAway();
      expect(await accessToAll(stem)).toEqual(["everybody"]);
    });
  });

  test("an answer from before a change is not remembered after it", async () => {
    const { id, stem } = await record();
    const key = keyOf(`/files/${stem}.jpg`) ?? "";
    const asking = accessTo(key, NOTHING);
    clearPublicFileCache();
    await asking;
    await change(sql`update static_files set is_public = false where id = ${id}`);
    expect(await accessTo(key, NOTHING)).toBe("nobody");
  });
});
