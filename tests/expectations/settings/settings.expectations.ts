import type { Expectations } from "../../support/expectations.ts";

export default {
  tables: {
    site_settings: {
      row: (n) => ({ setting_key: n, setting_value: "V" }),
      visitorReads: { shown: { is_public: true }, hidden: [{ is_public: false }] },
      notifies: true,
    },
  },
} satisfies Expectations;
