import { currentTime } from "../core/process/clock.ts";
import { restorable } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { publicationDefaults } from "../kit/publication/publication-schema.ts";
import { inMarkdown } from "../texts/read-text.server.ts";
import { findNews, updateNews } from "./news.staff.server.ts";
import { news } from "./news.table.server.ts";
import type { News } from "./news.ts";
import { newsFormSchema } from "./news-schema.ts";

/** An article as its form shows it. */
export function newsFields(article: News & { updated_at: Date }) {
  const { status, ...moments } = publicationDefaults(article, currentTime());
  const { dated_at: _dated, ...fields } = inMarkdown(article, ["content", "content_en"]);
  const tags = article.tags.join(", ");
  return { ...formDefaults({ ...fields, tags }), ...moments, published: status };
}

export const newsRestoring = restorable({
  table: news,
  find: findNews,
  fieldsOf: newsFields,
  schema: newsFormSchema,
  update: updateNews,
});
