import { newsRecord } from "../../../app/news/news.record.ts";
import type { NewsForm } from "../../../app/news/news.staff.server.ts";
import {
  createNews,
  deleteNews,
  publishNews,
  unpublishNews,
  updateNews,
} from "../../../app/news/news.staff.server.ts";
import { emptyRecord } from "../../../app/records/record-fields.ts";
import type { Managed } from "../../admin/records/managed.ts";

const news: NewsForm = {
  ...emptyRecord(newsRecord),
  title: "Une finale à Conakry",
  title_en: "A final in Conakry",
  excerpt: "Deux jours de compétition.",
  content: "Le texte.",
  content_en: null,
  category: "Compétition",
  tags: ["finale"],
  published: false,
  public_from: null,
  public_until: null,
};

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "news",
    form: news,
    create: createNews,
    update: updateNews,
    remove: deleteNews,
    changes: [
      { of: publishNews, run: (db, id) => publishNews(db, [id]), action: "publish" },
      {
        of: unpublishNews,
        run: (db, id) => unpublishNews(db, [id]),
        action: "unpublish",
        given: { published: true },
      },
    ],
  },
] satisfies Managed[];
