/** What the back office calls the states of an article. */
export const STATUS_CHOICES = [
  { value: "published", label: "Publié" },
  { value: "draft", label: "Brouillon" },
] as const;
