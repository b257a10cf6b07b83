import { eventFormSchema } from "../../app/events/event-form.ts";
import {
  createEvent,
  deleteEvents,
  setEventStatus,
  updateEvent,
} from "../../app/events/events.staff.server.ts";
import { setTicketOffice } from "../../app/events/ticket-office.ts";
import {
  createNews,
  deleteNews,
  publishNews,
  unpublishNews,
  updateNews,
} from "../../app/news/news.staff.server.ts";
import type { NewsForm } from "../../app/news/news-form.ts";
import { registrationOffice } from "../../app/registrations/ticket-office.system.server.ts";
import type { Managed } from "./managed.ts";

setTicketOffice(registrationOffice);

const event = eventFormSchema.parse({
  title: "Coupe de Kankan",
  description: "Deux jours de jeu.",
  date: "2030-06-01",
  time: "10:00",
  location: "Kankan",
  category: "Tournoi",
  type: "hybrid",
  price: "5000",
  status: "upcoming",
  max_participants: "16",
});

const news: NewsForm = {
  title: "Une finale à Conakry",
  title_en: "A final in Conakry",
  excerpt: "Deux jours de compétition.",
  excerpt_en: null,
  content: "Le texte.",
  content_en: null,
  category: "Compétition",
  image_url: null,
  tags: ["finale"],
  published: false,
};

/** What staff do with what is published. */
export const CONTENT: Managed[] = [
  {
    table: "events",
    form: event,
    create: createEvent,
    update: updateEvent,
    remove: deleteEvents,
    changes: [
      {
        of: setEventStatus,
        run: (db, id) => setEventStatus(db, [id], "cancelled"),
        action: "status",
      },
    ],
  },
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
];
