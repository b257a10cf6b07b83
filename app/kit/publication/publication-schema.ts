import * as z from "zod";
import {
  type Publication,
  type PublicationTimes,
  publicationState,
} from "../../core/values/publication.ts";
import { moment, momentText } from "../form/schema.ts";
import { AT_A_MOMENT } from "./publication-words.ts";

/** The fields of the moments in the schema of a form. */
export const publicationFields = {
  public_from: moment("Date et heure invalides"),
  public_until: moment("Date et heure invalides"),
};

/** What a form asks for, by the status that was chosen and its moments. */
export function parsePublication(
  status: string,
  { public_from, public_until }: PublicationTimes,
  context: z.RefinementCtx,
): Publication {
  if (status !== "published" && status !== AT_A_MOMENT) {
    return { published: false, public_from: null, public_until: null };
  }
  const refuse = (field: keyof PublicationTimes, message: string) => {
    context.addIssue({ code: "custom", path: [field], message });
    return z.NEVER;
  };
  // What is published now has no moment to choose, whatever the hidden field still says.
  if (status === "published") return { published: true, public_from: null, public_until };
  if (!public_from) return refuse("public_from", "Donnez le jour et l’heure de la publication");
  if (public_until && public_until <= public_from) {
    return refuse("public_until", "La fin doit suivre le début de la publication");
  }
  return { published: true, public_from, public_until };
}

/** A stored record in the fields of its form: what is public now has no moment to choose, what will be or was has. */
export function publicationDefaults(row: Publication, now: Date) {
  const state = publicationState(row, now);
  const isTimed = state === "scheduled" || state === "retired";
  return {
    status: isTimed ? AT_A_MOMENT : state,
    public_from: momentText(row.public_from),
    public_until: momentText(row.public_until),
  };
}
