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
    },
    audit_values: {
      row: () => ({ label: "L" }),
      keeps: "everything",
      removedByProduct: true,
      notifies: false,
      searched: ["label"],
      order: { by: ["written_at", "id"] },
    },
    versions: {
      row: () => ({ entity: "news", entity_id: newId(), number: 1, values: {} }),
      notifies: false,
      order: { by: ["written_at", "id"] },
    },
    translations: {
      row: () => ({ entity: "news", entity_id: newId(), label: "L", missing: 1 }),
      notifies: false,
      searched: ["label"],
      order: { within: "missing > 0 or outdated > 0", by: ["changed_at", "id"] },
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
    },
  },
} satisfies Expectations;
