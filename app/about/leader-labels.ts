/** What the back office calls the states of a leader. */
export const STATUS_CHOICES = [
  { value: "active", label: "Actif" },
  { value: "inactive", label: "Inactif" },
];
