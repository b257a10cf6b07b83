/** The tables with English twins: `twin_names` in database/guards.sql says which of their texts have one. */
export const TRANSLATED: readonly string[] = [
  "news",
  "events",
  "event_packages",
  "pages",
  "page_sections",
  "static_files",
  "membership_types",
  "leadership_team",
  "partners",
  "highlights",
  "site_settings",
];
