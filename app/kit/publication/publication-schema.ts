import * as z from "zod";
import {
  type Publication,
  type PublicationTimes,
  publicationState,
} from "../../core/values/publication.ts";
import { moment, momentText } from "../form/schema.ts";
import { SCHEDULED } from "./publication-words.ts";

/** The fields of the moments in the schema of a form. */
export const publicationFields = {
  public_from: moment("Date et heure invalides"),
  public_until: moment("Date et heure invalides"),
};

/** The publication that a form asks for, from its status and its two moments. */
export function parsePublication(
  status: string,
  { public_from, public_until }: PublicationTimes,
  context: z.RefinementCtx,
): Publication {
  if (status !== "published" && status !== SCHEDULED) {
    return { published: false, public_from: null, public_until: null };
  }
  const refuse = (field: keyof PublicationTimes, message: string) => {
    context.addIssue({ code: "custom", path: [field], message });
    return z.NEVER;
  };
  // The moment of publication is hidden for this status, and may still hold a value.
  if (status === "published") return { published: true, public_from: null, public_until };
  if (!public_from) return refuse("public_from", "Donnez le jour et l’heure de la publication");
  if (public_until && public_until <= public_from) {
    return refuse("public_until", "La fin doit suivre le début de la publication");
  }
  return { published: true, public_from, public_until };
}

/** The form fields of a stored publication: one that is public now has no moment to choose. */
export function publicationDefaults(row: Publication, now: Date) {
  const state = publicationState(row, now);
  const isTimed = state === "scheduled" || state === "retired";
  return {
    status: isTimed ? SCHEDULED : state,
    public_from: momentText(row.public_from),
    public_until: momentText(row.public_until),
  };
}
