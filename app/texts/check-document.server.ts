import { neutralPath } from "../i18n/languages.ts";
import { isServed, patternOf } from "../site/site-map.ts";
import { isOwnPath, isOwnPicture, isSafeHref, runsOf, type TextDocument } from "./text-document.ts";

/** A text of staff is not longer, once it is written in its one form. */
const MAX_BLOCKS = 2_000;

/** What is wrong with a text, to stand beside its field; undefined when it can be published. */
export function problemOf(document: TextDocument): string | undefined {
  if (document.length > MAX_BLOCKS) return "Ce texte est trop long";
  for (const block of document) {
    if (block.type === "picture" && !isOwnPicture(block.src)) {
      return `L’image « ${short(block.src)} » n’est pas sur le site. Ajoutez-la d’abord aux fichiers.`;
    }
    if (block.type === "video" && block.picture && !isOwnPicture(block.picture)) {
      return `L’image « ${short(block.picture)} » de la vidéo n’est pas sur le site.`;
    }
    if (block.type === "action" && block.label === "") {
      return "Écrivez ce que dit le bouton.";
    }
  }
  for (const href of addressesOf(document)) {
    if (!isSafeHref(href)) {
      return `Le lien « ${short(href)} » ne mène nulle part. Une adresse commence par / ou par https://`;
    }
    if (isOwnPath(href) && !isAddress(href)) {
      return `La page « ${short(href)} » n’existe pas sur le site.`;
    }
  }
  return undefined;
}

/** Every address that a text leads to. */
export function addressesOf(document: TextDocument): string[] {
  const linked = [...runsOf(document)].flatMap((run) => ("href" in run && run.href) || []);
  const blocks = document.flatMap((block) =>
    block.type === "video" || block.type === "action" ? [block.href] : [],
  );
  return [...new Set([...linked, ...blocks])];
}

/** The path of an address of the site, in French. */
export const pathOf = (href: string): string => neutralPath(href.split(/[?#]/, 1)[0] ?? "");

function isAddress(href: string): boolean {
  const path = pathOf(href);
  const pattern = patternOf(path);
  return isServed(path) || (pattern !== undefined && !/^\/(?:admin|\*)/.test(pattern));
}

const short = (address: string) => (address.length > 60 ? `${address.slice(0, 60)}…` : address);
