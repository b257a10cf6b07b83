import type { Language } from "../../i18n/languages.ts";

/** The share picture of a page, as its head names it. */
export type SharePicture = {
  /** Changes with the content of the picture. */
  address: string;
  alt: string;
};

/** The records with a share picture of their own, by the first segment of their addresses. */
export type SharedKind = "news" | "events";

/** The parsed address of a share picture; `hash` is that of its content when the address was made. */
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
