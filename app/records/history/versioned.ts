type Versioned = {
  columns: readonly string[];
  /** The column that is true, or one of these, for the rows that have versions. */
  only?: { column: string; is?: readonly string[] };
};

/** The settings that hold words and pictures. Numbers, and what says where money goes, have the log alone. */
export const VERSIONED_SETTINGS: readonly string[] = [
  "about",
  "contact_info",
  "federation",
  "main_navigation",
  "map_point",
  "partner_texts",
  "site_logo",
];

/**
 * WHAT A VERSION HOLDS. The columns of each table that staff write in its form: words, pictures, dates, prices.
 * Whether and where a record is shown (published, active, its place) is decided apart from what it says, and
 * bringing old words back must neither publish nor cancel anything. What is of a person's contact is held
 * nowhere but in the record.
 */
export const VERSIONED: Readonly<Record<string, Versioned>> = {
  news: {
    columns: [
      "title",
      "title_en",
      "excerpt",
      "excerpt_en",
      "content",
      "content_en",
      "format",
      "category",
      "image_url",
      "tags",
    ],
  },
  // With the packages of its form, under the name 'prices'.
  events: {
    columns: [
      "title",
      "title_en",
      "description",
      "description_en",
      "format",
      "rules",
      "rules_en",
      "location",
      "location_en",
      "image_url",
      "category",
      "type",
      "date",
      "time",
      "end_date",
      "end_time",
      "registration_opens_at",
      "registration_closes_at",
      "max_participants",
      "price",
      "currency",
      "by_invitation",
      "asks_gamertag",
      "min_age",
      "max_age",
    ],
  },
  pages: { columns: ["title", "title_en", "slug", "meta_description", "meta_description_en"] },
  page_sections: {
    columns: [
      "section_key",
      "section_type",
      "title",
      "title_en",
      "content",
      "content_en",
      "format",
      "image_url",
      "settings",
    ],
  },
  static_files: {
    columns: [
      "title",
      "title_en",
      "description",
      "description_en",
      "file_url",
      "file_type",
      "category_id",
      "tags",
      "is_protected",
    ],
    only: { column: "is_resource" },
  },
  partners: {
    columns: [
      "name",
      "description",
      "description_en",
      "logo_url",
      "website",
      "partnership_type",
      "partnership_start",
      "partnership_end",
    ],
  },
  leadership_team: { columns: ["name", "position", "position_en", "bio", "bio_en", "image_url"] },
  highlights: {
    columns: [
      "kind",
      "name",
      "gamertag",
      "level",
      "level_en",
      "members_count",
      "achievements",
      "achievements_en",
      "category",
      "category_en",
      "contribution",
      "contribution_en",
      "image_url",
    ],
  },
  membership_types: {
    columns: [
      "name",
      "name_en",
      "description",
      "description_en",
      "price",
      "period",
      "period_en",
      "features",
      "features_en",
      "member_type",
    ],
  },
  site_settings: {
    columns: ["setting_value"],
    only: { column: "setting_key", is: VERSIONED_SETTINGS },
  },
};

/** So many versions of one record are kept. */
export const VERSIONS_KEPT = 50;
