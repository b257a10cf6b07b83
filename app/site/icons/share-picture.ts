import type { Language } from "../../i18n/languages.ts";

/** The picture that stands for a page where it is passed on, as its head says it. */
export type SharePicture = {
  /** Changes with what is drawn. */
  address: string;
  alt: string;
};

/** What has a share picture of its own, by the first word of the addresses of its pages. */
export type SharedKind = "news" | "events";

/** What an address of a picture says: whose it is, in which language, and how it looked when it was given out. */
export type CardAddress = {
  kind: SharedKind | "site";
  id: string | undefined;
  language: Language;
  hash: string;
};

const ADDRESS =
  /^(?:(site)|(news|events)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))-(fr|en)-([\w-]{16})\.jpg$/;

export function readCardAddress(name: string): CardAddress | undefined {
  const [match, , kind, id, language = "", hash = ""] = ADDRESS.exec(name) ?? [];
  if (match === undefined) return undefined;
  return {
    kind: (kind ?? "site") as CardAddress["kind"],
    id,
    language: language as Language,
    hash,
  };
}
