import type { Parameter } from "../core/http/address-checks.ts";
import { isDay } from "../core/values/age.ts";

/** The legal texts of the site, each at an address of its own. */
export const LEGAL_DOCUMENTS = ["privacy", "terms"] as const;
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number];

/** What the back office calls them. */
export const LEGAL_LABELS: Record<LegalDocument, string> = {
  privacy: "Politique de confidentialité",
  terms: "Conditions d’utilisation",
};

/** Where a version stands on a day. */
export type LegalState = "draft" | "coming" | "current" | "former";

type LegalVersion = { document: LegalDocument; starts_on: string; published: boolean };

/** What has begun to apply never changes again. */
export const hasApplied = (
  { starts_on, published }: Omit<LegalVersion, "document">,
  today: string,
) => published && starts_on <= today;

/** The version of a list that applies on a day, and where each one stands. */
export function stateOf(
  version: LegalVersion,
  versions: readonly LegalVersion[],
  today: string,
): LegalState {
  if (!version.published) return "draft";
  if (version.starts_on > today) return "coming";
  const isFollowed = versions.some(
    (other) =>
      other.document === version.document &&
      hasApplied(other, today) &&
      other.starts_on > version.starts_on,
  );
  return isFollowed ? "former" : "current";
}

/** The day of the version that an address asks for. */
export const VERSION: Parameter = {
  check: (value) => (isDay(value) ? value : undefined),
  refused: "missing",
};
