import { Link } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { staffContext } from "../core/staff-context.ts";
import { formatDate, isoDay } from "../i18n/format.ts";
import { Bilingual, fieldsOf } from "../kit/form/fields.tsx";
import { FormDialog } from "../kit/form/form-dialog.tsx";
import { SiteLink } from "../kit/form/form-links.tsx";
import { formDefaults, recordAt, saveAction } from "../kit/form/save.server.ts";
import { ViewDialog } from "../kit/form/view-dialog.tsx";
import { readText, withMarkdownTexts } from "../texts/read-text.server.ts";
import type { Written } from "../texts/text-document.ts";
import { MARKDOWN_HINT, TextEditor } from "../texts/text-editor.admin.tsx";
import { WrittenText } from "../texts/written-text.tsx";
import { Select, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/legal-text-form.admin.ts";
import { builtInMarkdown } from "./built-in.server.ts";
import {
  createLegalText,
  findLatestText,
  findLegalText,
  legalFormSchema,
  updateLegalText,
} from "./legal.staff.server.ts";
import {
  hasApplied,
  LEGAL_DOCUMENTS,
  LEGAL_LABELS,
  type LegalDocument,
} from "./legal-documents.ts";
import type { legalTexts } from "./legal-texts.table.server.ts";
import { PLACEHOLDERS, SITE_RULES } from "./placeholders.ts";

const LIST = "/admin/pages/legal";

type Version = typeof legalTexts.$inferSelect;

function defaultsOf(version: Version) {
  return formDefaults({
    ...withMarkdownTexts(version, ["content", "content_en"]),
    published: version.published ? "published" : "draft",
  });
}

export async function loader({ params, context, url }: Route.LoaderArgs) {
  if (params.id === undefined) {
    const requested = url.searchParams.get("document");
    const document = LEGAL_DOCUMENTS.find((one) => one === requested) ?? "privacy";
    return { document, defaults: await newVersionDefaults(context, document) };
  }
  const version = await recordAt(context, params.id, findLegalText);
  const { document, starts_on } = version;
  if (!hasApplied(version, isoDay(currentTime()))) {
    return { document, defaults: defaultsOf(version), isPublic: version.published, starts_on };
  }
  const french = readText(version, "content", "fr");
  const english = version.content_en ? readText(version, "content", "en") : undefined;
  return { document, defaults: {}, applied: { starts_on, french, english } };
}

/** A new version starts with the text of the latest one, or with the built-in text. */
async function newVersionDefaults(context: Route.LoaderArgs["context"], document: LegalDocument) {
  const latest = await asStaff(context.get(staffContext), (db) => findLatestText(db, document));
  const { content, content_en } = latest
    ? withMarkdownTexts(latest, ["content", "content_en"])
    : { content: builtInMarkdown(document, "fr"), content_en: builtInMarkdown(document, "en") };
  return { document, content, content_en: content_en ?? "", published: "draft" };
}

export const action = saveAction({
  schema: legalFormSchema,
  list: LIST,
  fieldsOf: defaultsOf,
  create: { run: createLegalText, text: "Version créée avec succès" },
  update: { run: updateLegalText, text: "Version mise à jour avec succès" },
});

const LABELS = {
  starts_on: "Applicable à partir du",
  published: "Statut",
  content: "Texte",
  content_en: "Texte (anglais)",
};

const STATUSES = [
  { value: "draft", label: "Brouillon" },
  { value: "published", label: "Publié" },
];

export default function LegalTextForm({ loaderData, actionData, params }: Route.ComponentProps) {
  const { document, defaults, applied, isPublic, starts_on } = loaderData;
  if (applied) return <AppliedVersion document={document} {...applied} />;
  const field = fieldsOf(defaults, actionData);
  return (
    <FormDialog
      title={`${params.id ? "Modifier" : "Nouvelle version"} : ${LEGAL_LABELS[document]}`}
      list={LIST}
      screen
      defaults={defaults}
      state={actionData}
      labels={LABELS}
      aside={
        params.id && (
          <SiteLink href={`/${document}?version=${starts_on}`} isPublic={isPublic === true} />
        )
      }
    >
      <input type="hidden" name="document" value={document} />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          {...field("starts_on")}
          label={LABELS.starts_on}
          type="date"
          hint="À minuit, heure de Conakry. Si c’est aujourd’hui, dès l’enregistrement : le texte ne change alors plus."
          required
        />
        <Select
          {...field("published")}
          label={LABELS.published}
          hint="Une fois publiée, la version est annoncée sur la page jusqu’à son entrée en vigueur."
          options={STATUSES}
        />
      </div>
      <Words document={document} />
      <Bilingual
        englishFields={["content_en"]}
        state={actionData}
        french={
          <TextEditor {...field("content")} label="Texte" hint={MARKDOWN_HINT} rows={20} required />
        }
        english={<TextEditor {...field("content_en")} label="Text" language="en" rows={20} />}
      />
    </FormDialog>
  );
}

/** The placeholders that the site fills in, so that a text always says what the site does. */
function Words({ document }: { document: LegalDocument }) {
  const { word, says } = SITE_RULES[document];
  return (
    <details className="panel p-3">
      <summary className="font-semibold">Les mots que le site remplace</summary>
      <ul className="mt-2 list-disc pl-6">
        <li>
          <code>{`{${word}}`}</code> : {says}. Une fois, seul sur sa ligne.
        </li>
        {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
          <li key={name}>
            <code>{`{${name}}`}</code> : {meaning}
          </li>
        ))}
      </ul>
    </details>
  );
}

type AppliedProps = {
  document: LegalDocument;
  starts_on: string;
  french: Written;
  english?: Written;
};

/** A version that applies, or has applied: it can only be read, and be the start of another one. */
function AppliedVersion({ document, starts_on, french, english }: AppliedProps) {
  return (
    <ViewDialog
      title={`${LEGAL_LABELS[document]}, à partir du ${formatDate("fr", starts_on)}`}
      list={LIST}
      actions={
        <>
          <SiteLink href={`/${document}?version=${starts_on}`} isPublic />
          <Link to={`${LIST}/new?document=${document}`} className="button">
            Nouvelle version
          </Link>
        </>
      }
    >
      <p className="text-muted">
        Cette version s’applique, ou s’est appliquée : elle ne change plus.
      </p>
      <section aria-label="Français" lang="fr" className="prose">
        <WrittenText value={french} under={2} />
      </section>
      {english && (
        <section aria-label="English" lang="en" className="prose">
          <WrittenText value={english} under={2} />
        </section>
      )}
    </ViewDialog>
  );
}
