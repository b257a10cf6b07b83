import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { translator } from "../i18n/translate.server.ts";
import type { SharedRecord } from "../site/icons/share-picture.server.ts";
import type { News } from "./news.record.ts";

/** An article where it is shared. */
export const sharedArticle = (article: News, language: Language): SharedRecord => ({
  kind: "news",
  id: article.id,
  title: localized(article, "title", language),
  badge: translator(language)(`news.category.${article.category}`),
  line: "",
  image: article.image_url,
});
