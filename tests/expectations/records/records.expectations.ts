import { newId } from "../../../app/core/secrets/id.server.ts";
import { ACCOUNT } from "../../database/parents.ts";
import { NEWEST } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    audit_log: {
      row: () => ({ staff_name: "N", action: "news.create", entity: "news" }),
      keeps: "everything",
      removedByProduct: true,
      notifies: false,
      searched: ["staff_name", "staff_email", "action"],
      order: NEWEST,
      office: { all: { adds: true } },
    },
    audit_values: {
      row: () => ({ label: "L" }),
      keeps: "everything",
      removedByProduct: true,
      notifies: false,
      searched: ["label"],
      order: { by: ["written_at", "id"] },
      office: { all: { adds: true } },
    },
    versions: {
      row: () => ({ entity: "news", entity_id: newId(), number: 1, values: {} }),
      notifies: false,
      order: { by: ["written_at", "id"] },
      office: {
        editor: { reads: "all", adds: true, changes: ["restored_from"], removes: true },
        events: { reads: "all", adds: true, changes: ["restored_from"], removes: true },
      },
    },
    translations: {
      row: () => ({ entity: "news", entity_id: newId(), label: "L", missing: 1 }),
      notifies: false,
      searched: ["label"],
      order: { within: "missing > 0 or outdated > 0", by: ["changed_at", "id"] },
      office: {
        editor: { reads: "all", changes: ["basis", "outdated"] },
        events: { reads: "all", changes: ["basis", "outdated"] },
      },
    },
    retention_tally: {
      row: () => ({ rule: "bin", removed: 1 }),
      staff: { reads: ["id", "rule", "removed", "removed_at"] },
      notifies: false,
    },
    drafts: {
      row: () => ({
        account_id: ACCOUNT,
        entity: "news",
        record: newId(),
        sequence: 1,
        values: { title: "T" },
      }),
      notifies: false,
      ownedBy: "account_id",
      order: { by: ["saved_at", "id"] },
      office: { editor: "everything", events: "everything" },
    },
    bin: {
      row: () => ({
        deleted_by: newId(),
        deleted_by_name: "N",
        batch: newId(),
        entity: "news",
        entity_id: newId(),
        label: "L",
        rows: [],
      }),
      notifies: false,
      searched: ["label"],
      order: { by: ["deleted_at", "id"] },
      office: { editor: { adds: true }, events: { adds: true } },
    },
  },
} satisfies Expectations;
