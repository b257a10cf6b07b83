import { newId } from "../../../app/core/secrets/id.server.ts";
import {
  binPreviousContent,
  createCategory,
  createFile,
  deleteCategories,
  deleteFiles,
  moveCategory,
  replaceFile,
  updateCategory,
  updateFile,
} from "../../../app/files/files.staff.server.ts";
import { confirmRemovals } from "../../../app/files/storage/removals.staff.server.ts";
import {
  findUploadLimit,
  saveUploadLimit,
} from "../../../app/files/upload/upload-limit.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

const file = {
  filename: "b.jpg",
  original_filename: "Ma photo.jpg",
  file_url: "/files/uploads/b.jpg",
  file_type: "image/jpeg",
  file_size: 12_000,
  title: "Ma photo",
  tags: ["finale"],
  is_featured: true,
};

const category = () => ({
  name: `Photos ${newId()}`,
  icon: "Image" as const,
  color: "#112233",
  is_section: true,
});

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "static_files",
    form: file,
    create: createFile,
    update: updateFile,
    remove: deleteFiles,
    changes: [
      {
        of: replaceFile,
        run: (db, id) =>
          replaceFile(db, id, {
            file_size: 99,
            sha256: "00",
            width: 1,
            height: 1,
            original_filename: "c.jpg",
          }),
        action: "replace",
      },
      {
        of: binPreviousContent,
        run: (db, id) => binPreviousContent(db, id, `/files/uploads/${newId()}.jpg`),
        action: "keep-previous",
      },
    ],
  },
  {
    table: "file_removals",
    changes: [
      {
        of: confirmRemovals,
        run: (db) => confirmRemovals(db, 1),
        action: "agree",
        given: { asked_at: "2026-01-01T00:00:00Z", bytes: 12_000 },
        about: "many",
      },
    ],
  },
  {
    table: "site_settings",
    changes: [
      {
        of: saveUploadLimit,
        run: async (db) => {
          const version = (await findUploadLimit(db))?.updated_at.toISOString();
          await saveUploadLimit(db, 60, version);
        },
        action: "update",
        given: { setting_key: "max_upload_mb", setting_value: 40 },
      },
    ],
  },
  {
    table: "file_categories",
    remove: deleteCategories,
    changes: [
      {
        of: createCategory,
        run: (db) => createCategory(db, category()),
        action: "create",
        about: "another row",
      },
      {
        of: moveCategory,
        run: (db, id) => moveCategory(db, id, "up"),
        action: "move",
        given: { place: 2 },
      },
      { of: updateCategory, run: (db, id) => updateCategory(db, id, category()), action: "update" },
    ],
  },
] satisfies Managed[];
