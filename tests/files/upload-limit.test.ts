import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  findUploadLimit,
  readMaxBytes,
  saveUploadLimit,
  uploadLimitSchema,
} from "../../app/files/upload/upload-limit.staff.server.ts";
import { versionOf } from "../../app/records/records.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const MB = 1024 ** 2;

withDatabase(() => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );

  test("the limit is 25 MB until staff say otherwise, and whoever saves second is told", async () => {
    expect(await asAdmin(readMaxBytes)).toBe(25 * MB);
    await asAdmin((db) => saveUploadLimit(db, 60));
    expect(await asAdmin(readMaxBytes)).toBe(60 * MB);
    const row = await asAdmin(findUploadLimit);
    const version = row && versionOf(row);
    await asAdmin((db) => saveUploadLimit(db, 10, version));
    expect(await asAdmin(readMaxBytes)).toBe(10 * MB);
    await expect(asAdmin((db) => saveUploadLimit(db, 99, version))).rejects.toThrow();
    await expect(asAdmin((db) => saveUploadLimit(db, 99))).rejects.toThrow();
    expect(await asAdmin(readMaxBytes)).toBe(10 * MB);
  });
});

test("the form takes whole megabytes that the server can bear", () => {
  const isFine = (max_upload_mb: string) => uploadLimitSchema.safeParse({ max_upload_mb }).success;
  for (const text of ["1", "25", "500"]) expect(isFine(text), text).toBe(true);
  for (const text of ["", "0", "-1", "501", "2.5", "x", "1e3"])
    expect(isFine(text), text).toBe(false);
});
