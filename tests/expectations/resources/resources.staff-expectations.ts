import { newId } from "../../../app/core/secrets/id.server.ts";
import { staticFiles } from "../../../app/files/files.table.server.ts";
import {
  addToMediaKit,
  moveInMediaKit,
  removeFromMediaKit,
} from "../../../app/resources/media-kit.staff.server.ts";
import { SAMPLE_RESOURCES } from "../../../app/resources/resources.samples.ts";
import {
  adoptSampleResources,
  createResource,
  deleteResources,
  publishResources,
  unpublishResources,
  updateResource,
} from "../../../app/resources/resources.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

const resource = (title: string) => ({
  title,
  title_en: null,
  description: "Le règlement complet",
  description_en: null,
  file_url: `https://example.org/${newId()}.pdf`,
  file_type: "application/pdf",
  category: "Documents Officiels" as const,
  branding: false,
  is_public: true,
  is_protected: false,
});

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "static_files",
    changes: [
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
      {
        of: addToMediaKit,
        run: (db, id) => addToMediaKit(db, id),
        action: "kit-add",
        given: { is_resource: true, media_kit_place: null },
      },
      {
        of: removeFromMediaKit,
        run: (db, id) => removeFromMediaKit(db, [id]),
        action: "kit-remove",
        given: { is_resource: true, media_kit_place: 1 },
      },
      {
        of: moveInMediaKit,
        async run(db, id) {
          await addToMediaKit(db, await createResource(db, resource("Logos")));
          await moveInMediaKit(db, id, "down");
        },
        action: "move",
        given: { is_resource: true, media_kit_place: 1 },
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
] satisfies Managed[];
