/** The icons a file category can carry. */
export const CATEGORY_ICONS = [
  "Image",
  "FileText",
  "Video",
  "Music",
  "Shield",
  "Layout",
  "User",
  "Archive",
] as const;
