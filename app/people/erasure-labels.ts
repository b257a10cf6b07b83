/** What the log calls an erasure: whose it was is gone. */
export const ERASURE_LABEL = "Une personne";

export const SOURCE_CHOICES = [
  { value: "person", label: "La personne" },
  { value: "staff", label: "L’équipe" },
] as const;

export const STATUS_CHOICES = [
  { value: "requested", label: "Demandé", tone: "wait" },
  { value: "refused", label: "Refusé", tone: "plain" },
  { value: "done", label: "Effacé", tone: "good" },
] as const;
