import { newId } from "../../app/core/id.server.ts";
import {
  binPrevious,
  createCategory,
  createFile,
  deleteCategories,
  deleteFiles,
  replaceFile,
  updateCategory,
  updateFile,
} from "../../app/files/files.staff.server.ts";
import { staticFiles } from "../../app/files/files.table.server.ts";
import { confirmRemovals } from "../../app/files/removals.staff.server.ts";
import { SAMPLE_RESOURCES } from "../../app/resources/resources.samples.ts";
import {
  adoptSampleResources,
  createResource,
  deleteResources,
  publishResources,
  unpublishResources,
  updateResource,
} from "../../app/resources/resources.staff.server.ts";
import type { Managed } from "./managed.ts";

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
});

const resource = (title: string) => ({
  title,
  title_en: null,
  description: "Le règlement complet",
  description_en: null,
  file_url: `https://example.org/${newId()}.pdf`,
  file_type: "application/pdf",
  category: "Documents Officiels" as const,
  is_public: true,
  is_protected: false,
});

/** What staff do with files, their categories and the documents among them. */
export const FILE_OPERATIONS: Managed[] = [
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
        of: binPrevious,
        run: (db, id) => binPrevious(db, id, `/files/uploads/${newId()}.jpg`),
        action: "keep-previous",
      },
      {
        of: unpublishResources,
        run: (db, id) => unpublishResources(db, [id]),
        action: "unpublish",
      },
      {
        of: publishResources,
        run: (db, id) => publishResources(db, [id]),
        action: "publish",
        given: { is_public: false },
      },
      { of: deleteResources, run: (db, id) => deleteResources(db, [id]), action: "delete" },
      {
        of: createResource,
        run: (db) => createResource(db, resource("Règlement")),
        action: "create",
        about: "another row",
      },
      {
        of: adoptSampleResources,
        async run(db) {
          await db.delete(staticFiles);
          return adoptSampleResources(db, SAMPLE_RESOURCES);
        },
        action: "create",
        about: "another row",
      },
      {
        of: updateResource,
        run: (db, id) => updateResource(db, id, resource("Règlement corrigé")),
        action: "update",
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
    table: "file_categories",
    remove: deleteCategories,
    changes: [
      {
        of: createCategory,
        run: (db) => createCategory(db, category()),
        action: "create",
        about: "another row",
      },
      { of: updateCategory, run: (db, id) => updateCategory(db, id, category()), action: "update" },
    ],
  },
];
