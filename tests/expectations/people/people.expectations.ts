import { newId } from "../../../app/core/secrets/id.server.ts";
import { NEWEST, NOTHING } from "../../database/table-expectation.ts";
import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    people_apart: {
      row: () => {
        const [one_id, other_id] = [newId(), newId()].sort();
        return { one_id, other_id };
      },
      staff: NOTHING,
      notifies: false,
    },
    person_merges: {
      row: () => ({ kept_ids: [], moved_ids: [], changes: [] }),
      staff: NOTHING,
      notifies: false,
    },
    data_links: {
      row: (n) => ({ address_hash: n }),
      staff: NOTHING,
      notifies: false,
    },
    erasures: {
      row: () => ({ record_id: newId(), source: "person", status: "requested" }),
      notifies: false,
      order: NEWEST,
    },
  },
  addresses: {
    "/admin/people/duplicates/:kept/:gone":
      "/admin/people/duplicates/01930000-0000-7000-8000-00000000a001/01930000-0000-7000-8000-00000000a002",
    "/admin/people/:id": "/admin/people/01930000-0000-7000-8000-00000000a001",
    "/admin/people/:id/data.json": "/admin/people/01930000-0000-7000-8000-00000000a001/data.json",
    // No link of ours: these show what somebody sees whose link is wrong.
    "/privacy/data/:token": "/privacy/data/x",
    "/privacy/data/read/:token": "/privacy/data/read/x",
    "/privacy/data/read/:token/file": "/privacy/data/read/x/file",
  },
  screens: {
    "own-data.page.tsx": "form",
    "own-data-link.page.tsx": "form",
    "own-data-read.page.tsx": "form",
  },
} satisfies Expectations;
