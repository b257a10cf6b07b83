import { currentTime } from "../../core/process/clock.ts";
import { type Publication, resolvePublication } from "../../core/values/publication.ts";
import { FieldRefused } from "../form/save.server.ts";

/**
 * What is stored of what a form asks for.
 * @throws FieldRefused when it would be over at once, unless it was saved so before.
 */
export function publicationToStore(
  { published, public_from, public_until }: Publication,
  stored?: Publication,
): Publication {
  const now = currentTime();
  const isOld = public_until?.getTime() === stored?.public_until?.getTime();
  if (public_until && public_until <= now && !(isOld && public_from)) {
    throw new FieldRefused("public_until", "Ce moment est déjà passé");
  }
  return resolvePublication({ published, public_from, public_until }, stored, now);
}
