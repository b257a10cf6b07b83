import type { Notion } from "../kit/notion.ts";
import { legalRecords } from "../legal/legal.record.ts";
import { choicesOf } from "../records/record.ts";
import { settingRecord } from "../settings/settings.record.ts";
import { pageRecord, sectionRecord } from "./pages.record.ts";

/** Pages with their sections, and the settings, such as the menu. */
export const pages: Notion = {
  address: "/admin/pages",
  records: [
    pageRecord,
    sectionRecord,
    {
      table: "preview_links",
      words: { one: "Lien d’aperçu", many: "Liens d’aperçu" },
      actions: { end: "Lien fermé" },
      fields: {
        created_by: "Créé par",
        expires_at: "Valable jusqu’au",
        kind: "Rubrique",
        record_id: "Fiche",
        snapshot: "Version montrée",
        token_hash: "Empreinte du lien",
      },
      values: { kind: choicesOf({ news: "Actualités", events: "Événements", pages: "Pages" }) },
      references: { created_by: "profiles" },
      called: {
        columns: ["kind", "record_id"],
        label: () => "Lien d’aperçu",
        to: ({ kind, record_id }) =>
          `/admin/${kind === "events" || kind === "pages" ? kind : "news"}/${record_id}`,
      },
      // What a version names may be gone: it is shown without.
      files: "none",
      undo: "Fermez le lien d’aperçu, ou créez-en un autre.",
    },
    settingRecord,
    legalRecords,
  ],
  jobs: {
    "previews.forget": "Effacement des liens d’aperçu échus",
    "site.content": "Pages de secours, pour quand la base ne répond pas",
    "publication.clock": "Publication et retrait à l’heure dite",
    "legal.begin": "Textes légaux qui commencent à s’appliquer",
    "search.documents": "Lecture des documents pour la recherche",
    "search.forget": "Retrait des mots que la recherche n’utilise plus",
    "search.words": "Ajout des mots de la recherche",
  },
};
