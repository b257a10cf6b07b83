import { createHash } from "node:crypto";
import type { CardWords } from "../../files/children/media.ts";
import {
  findPictureSource,
  type PictureSource,
} from "../../files/picture-sources.visitor.server.ts";
import { frenchSpaces } from "../../i18n/french-spaces.ts";
import type { Language } from "../../i18n/languages.ts";
import type { LocalText } from "../../i18n/localized.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { findLogo, knownLogo } from "../identity.server.ts";
import type { SharedKind, SharePicture } from "./share-picture.ts";

/** One thing, as its share picture shows it in a language. */
export type SharedThing = {
  kind: SharedKind;
  id: string;
  title: LocalText;
  badge: string;
  line: string;
  image: string | null;
};

/** A picture that can be drawn: what stands in it, and the word that changes with any of it. */
export type DrawableCard = {
  words: CardWords;
  photo: PictureSource | null;
  logo: PictureSource;
  hash: string;
  address: string;
};

/** Grows when pictures are drawn otherwise. */
const DRAWING = 1;

/** The picture of one thing, whether it was drawn yet or not. */
export async function cardOf(thing: SharedThing, language: Language): Promise<DrawableCard> {
  const { title, badge, line, kind, id } = thing;
  const french = (title.lang ?? language) === "fr";
  const [photo, logo] = [await findPictureSource(thing.image), await findLogo()];
  const words = {
    title: french ? frenchSpaces(title.text) : title.text,
    badge,
    line,
    name: nameIn(language),
  };
  return drawable(`${kind}-${id}-${language}`, words, photo, logo);
}

/** The picture of every page that has none of its own, with the logo as it was last read. */
export function siteCard(language: Language, publicUrl: string): DrawableCard {
  const { short_name } = cachedSettings().federation;
  const words = { title: nameIn(language), badge: "", line: "", name: hostOf(publicUrl) };
  return drawable(`site-${language}`, { ...words, badge: short_name }, null, knownLogo());
}

/** What the page of one thing says of its picture. */
export async function pictureOf(thing: SharedThing, language: Language): Promise<SharePicture> {
  const { address, words } = await cardOf(thing, language);
  return { address, alt: words.line ? `${words.title}, ${words.line}` : words.title };
}

function drawable(
  name: string,
  words: CardWords,
  photo: PictureSource | null,
  logo: PictureSource,
): DrawableCard {
  const all = JSON.stringify([DRAWING, words, photo, logo]);
  const hash = createHash("sha256").update(all).digest("base64url").slice(0, 16);
  return { words, photo, logo, hash, address: `/share/${name}-${hash}.jpg` };
}

function nameIn(language: Language): string {
  const { federation } = cachedSettings();
  return language === "fr" ? federation.name : federation.name_en;
}

const hostOf = (publicUrl: string) => new URL(publicUrl).host;
