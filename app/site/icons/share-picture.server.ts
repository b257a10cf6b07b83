import { createHash } from "node:crypto";
import type { CardWords } from "../../files/children/media.ts";
import {
  findPictureSource,
  type PictureSource,
} from "../../files/picture-sources.visitor.server.ts";
import { frenchSpaces } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { LocalText } from "../../i18n/localized.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import type { SharedKind, SharePicture } from "./share-picture.ts";
import { cachedLogo, findLogo } from "./site-icons.server.ts";

/** What the share picture of a record shows in a language. */
export type SharedRecord = {
  kind: SharedKind;
  id: string;
  title: LocalText;
  badge: string;
  line: string;
  image: string | null;
};

/** A picture that can be drawn: its content, and the hash of all of it. */
export type DrawableCard = {
  words: CardWords;
  photo: PictureSource | null;
  logo: PictureSource;
  hash: string;
  address: string;
};

/** Increased when the drawing changes. */
const DRAWING = 2;

/** The picture of one record, whether it was drawn yet or not. */
export async function cardOf(record: SharedRecord, language: Language): Promise<DrawableCard> {
  const { title, badge, line, kind, id } = record;
  const french = (title.lang ?? language) === "fr";
  const [photo, logo] = [await findPictureSource(record.image), await findLogo()];
  const words = {
    title: french ? frenchSpaces(title.text) : title.text,
    badge,
    line,
    name: nameIn(language),
  };
  return drawable(`${kind}-${id}-${language}`, words, photo, logo);
}

/** The picture of every page without one of its own, with the cached logo. */
export function siteCard(language: Language, publicUrl: string): DrawableCard {
  const { short_name } = cachedSettings().federation;
  const words = { title: nameIn(language), badge: "", line: "", name: hostOf(publicUrl) };
  return drawable(`site-${language}`, { ...words, badge: short_name }, null, cachedLogo());
}

/** The picture of one record, for the head of its page. */
export async function pictureOf(record: SharedRecord, language: Language): Promise<SharePicture> {
  const { address, words } = await cardOf(record, language);
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
