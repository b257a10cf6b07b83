import type { PublicationState, PublicationTimes } from "../../core/values/publication.ts";
import { formatMoment } from "../../i18n/format.ts";

/** A status that only the form has: to be published at a given moment. */
export const SCHEDULED = "scheduled";

/** What the back office calls the states of what can be published, for filters. */
export const STATE_CHOICES = [
  { value: "published", label: "Publié" },
  { value: "scheduled", label: "Programmé" },
  { value: "retired", label: "Retiré" },
  { value: "draft", label: "Brouillon" },
] as const satisfies readonly { value: PublicationState; label: string }[];

export const PUBLICATION_LABELS = { public_from: "Publier le", public_until: "Jusqu’au" };

const at = (moment: Date | null) => (moment ? formatMoment("fr", moment) : "");

/** When visitors see a record, where the clock decides it. */
export function publicationWords(
  { public_from, public_until }: PublicationTimes,
  state: PublicationState,
): string | undefined {
  if (state === "scheduled") {
    const until = public_until ? `, jusqu’au ${at(public_until)}` : "";
    return `Programmé pour le ${at(public_from)}${until}`;
  }
  if (state === "retired") return `Retiré le ${at(public_until)}`;
  return state === "published" && public_until ? `Jusqu’au ${at(public_until)}` : undefined;
}

/** What a change of several rows did to those that the clock decides about. */
export type PublicationChange = {
  count: number;
  /** Their moment had not come. */
  scheduled: number;
  /** Their moment was over. */
  retired: number;
  /** They are public until a moment. */
  ending: number;
};

/** The end of the message about a change of several rows. Its words are feminine: pages, actualités. */
export function publicationEffects(change: PublicationChange, published: boolean): string {
  const { scheduled, retired, ending } = change;
  const some = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `une ${one}` : `${count} ${many}`];
  const effects = published
    ? [
        ...some(
          scheduled,
          "était programmée et paraît dès maintenant",
          "étaient programmées et paraissent dès maintenant",
        ),
        ...some(
          retired,
          "était retirée et reparaît sans date de fin",
          "étaient retirées et reparaissent sans date de fin",
        ),
        ...some(ending, "garde sa date de fin", "gardent leur date de fin"),
      ]
    : some(
        scheduled,
        "était programmée et ne paraîtra pas",
        "étaient programmées et ne paraîtront pas",
      );
  return effects.map((effect) => ` ; ${effect}`).join("");
}
