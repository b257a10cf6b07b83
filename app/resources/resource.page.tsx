import {
  ChevronLeft,
  ChevronRight,
  Download,
  ExternalLink,
  ImagePlus,
  Lock,
  type LucideIcon,
  Minus,
  MoveHorizontal,
  Pencil,
  PenLine,
  Plus,
  Save,
  Type,
  X,
} from "lucide-react";
import { data } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { recordId } from "../core/http/address-checks.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { isId } from "../core/secrets/id.ts";
import { formatDate, formatSize } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { Missing } from "../site/frame/not-found.tsx";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/resource.page.ts";
import { ResourceList } from "./resource-list.tsx";
import { SAMPLE_RESOURCES } from "./resources.samples.ts";
import {
  categoryLabel,
  downloadName,
  formatName,
  isViewable,
  opensInBrowser,
  type Resource,
} from "./resources.ts";
import { findResource, listResources } from "./resources.visitor.server.ts";
import type { ViewerLabels } from "./viewer/frame.ts";
import { viewerScript } from "./viewer-script.server.ts";

export const handle = { reads: ["static_files", "file_categories"], segments: { id: recordId } };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = params;
  const record = isId(id)
    ? await readOrSamples(
        context,
        "static_files",
        () =>
          asVisitor(async (db) => {
            const resource = await findResource(db, id);
            return resource && { resource, resources: await listResources(db) };
          }),
        () => {
          const resource = SAMPLE_RESOURCES.find((sample) => sample.id === id);
          return resource && { resource, resources: SAMPLE_RESOURCES };
        },
      )
    : undefined;
  if (!record) return data(null, { status: 404 });
  return data({ ...record, script: isViewable(record.resource) ? viewerScript() : null });
}

/**
 * One document with its address: opened over the list by the viewer, or without its script read with
 * what the browser has, or saved.
 */
export default function ResourcePage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (loaderData) {
    const { resource, resources, script } = loaderData;
    return (
      <>
        <ResourceDetail resource={resource} />
        <ResourceList resources={resources} tab={null} brief />
        {script && <ViewerBlock resource={resource} script={script} />}
      </>
    );
  }
  return (
    <Missing
      title={t("resources.notFoundTitle")}
      message={t("resources.notFoundMessage")}
      back={{ path: "/resources", label: t("resources.back") }}
    />
  );
}

function ResourceDetail({ resource }: { resource: Resource }) {
  const { t, language } = useI18n();
  const title = localized(resource, "title", language);
  const description = localized(resource, "description", language);
  const facts = [
    categoryLabel(resource.category, { t }),
    formatName(resource),
    formatSize(language, resource.file_size),
    formatDate(language, resource.created_at),
  ];
  return (
    <>
      <PageHead title={title.text} description={description.text} />
      <PageBanner title={<Local value={title} />} lead={<Local value={description} />}>
        <p className="mt-5 text-sm text-mist">{facts.join(" · ")}</p>
        <FrenchNote of={[title, description]} />
        {resource.is_protected && (
          <p className="mt-3 flex items-center gap-2 font-semibold">
            <Lock aria-hidden="true" size={18} />
            {t("resources.protected")}
          </p>
        )}
        <p className="mt-8 flex flex-wrap gap-4 max-sm:flex-col">
          {opensInBrowser(resource) && (
            <a className="button button-yellow" href={resource.file_url}>
              <ExternalLink aria-hidden="true" size={20} />
              {t("resources.open")}
            </a>
          )}
          <a
            className={`button ${opensInBrowser(resource) ? "button-line" : "button-yellow"}`}
            href={pathIn(language, `/resources/${resource.id}/download`)}
          >
            <Download aria-hidden="true" size={20} />
            {t("resources.download")}
          </a>
        </p>
      </PageBanner>
    </>
  );
}

type Label = "previous" | "next" | "zoomOut" | "zoomIn" | "fit" | "annotate" | Tool;
type Tool = "text" | "draw" | "stamp" | "save";

/**
 * The frame of the PDF viewer, closed until its script opens it over the list. Everything that is
 * said in it is written here, in the language of the page.
 */
function ViewerBlock({ resource, script }: { resource: Resource; script: string }) {
  const { t, language } = useI18n();
  const title = localized(resource, "title", language);
  const list = pathIn(language, "/resources");
  return (
    <>
      <dialog
        id="viewer"
        className="viewer"
        aria-labelledby="viewer-title"
        data-state="loading"
        data-file={resource.file_url}
        data-name={downloadName(title.text)}
        data-labels={JSON.stringify(useScriptLabels())}
      >
        <div className="viewer-bar">
          <h2 id="viewer-title" lang={title.lang}>
            {title.text}
          </h2>
          <Action name="annotate" Icon={PenLine} expands="viewer-tools" />
          <a data-part="close" href={list} aria-label={t("resources.viewer.close")}>
            <X aria-hidden="true" size={22} />
          </a>
        </div>
        <fieldset
          id="viewer-tools"
          data-part="tools"
          aria-label={t("resources.viewer.annotate")}
          hidden
        >
          <Action name="text" Icon={Type} pressed />
          <Action name="draw" Icon={Pencil} pressed />
          <Action name="stamp" Icon={ImagePlus} pressed />
          <Action name="save" Icon={Save} />
        </fieldset>
        <div className="viewer-stage" data-part="stage" aria-busy="true">
          {/* biome-ignore lint/a11y/useSemanticElements: the library asks for a div */}
          <div
            data-part="scroll"
            role="region"
            aria-label={t("resources.viewer.pages")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
            tabIndex={0}
          >
            <div data-part="pages" className="pdfViewer" />
          </div>
          <Messages list={list} resource={resource} />
        </div>
        <div className="viewer-bar viewer-foot">
          <Action name="previous" Icon={ChevronLeft} />
          <span data-part="page" aria-live="polite" />
          <Action name="next" Icon={ChevronRight} />
          <Action name="zoomOut" Icon={Minus} />
          <Action name="fit" Icon={MoveHorizontal} />
          <Action name="zoomIn" Icon={Plus} />
        </div>
        <p data-part="notice" role="alert" hidden />
        <p data-part="alert" role="status" className="quiet" />
      </dialog>
      <script type="module" src={script} />
    </>
  );
}

/** Shown instead of the pages: loading, a form for the password, or an error. */
function Messages({ list, resource }: { list: string; resource: Resource }) {
  const { t } = useI18n();
  return (
    <>
      <p className="viewer-loading" role="status">
        {t("resources.viewer.loading")}
      </p>
      <form data-part="password" className="viewer-password">
        <p id="viewer-ask" data-part="passwordMessage" role="alert" />
        <label htmlFor="viewer-secret">{t("resources.viewer.password")}</label>
        <input
          id="viewer-secret"
          data-part="passwordInput"
          type="password"
          autoComplete="off"
          aria-describedby="viewer-ask"
          required
        />
        <button type="submit" className="button">
          {t("resources.viewer.passwordSubmit")}
        </button>
      </form>
      <div className="viewer-error">
        <p>
          <strong>{t("resources.viewer.failed")}</strong>
        </p>
        <p>{t("toasts.error")}</p>
        <p>
          <a className="button" data-part="errorClose" href={list}>
            {t("resources.viewer.close")}
          </a>
        </p>
        <p>
          <a className="link" href={resource.file_url}>
            {t("resources.open")}
          </a>
        </p>
      </div>
    </>
  );
}

type ActionProps = {
  name: Label;
  Icon: LucideIcon;
  /** Stays pressed while its tool is in hand. */
  pressed?: boolean;
  /** The id of what it opens. */
  expands?: string;
};

function Action({ name, Icon, pressed, expands }: ActionProps) {
  const { t } = useI18n();
  return (
    <button
      type="button"
      data-part={name}
      aria-pressed={pressed ? false : undefined}
      aria-expanded={expands ? false : undefined}
      aria-controls={expands}
    >
      <Icon aria-hidden="true" size={20} />
      <span>{t(`resources.viewer.${name}`)}</span>
    </button>
  );
}

/** The words that the script says, their places still open. */
function useScriptLabels(): ViewerLabels {
  const { t } = useI18n();
  const open = { interpolation: { skipOnVariables: true }, page: "{{page}}", total: "{{total}}" };
  return {
    page: t("resources.viewer.page", open),
    pageFailed: t("resources.viewer.pageFailed"),
    passwordAsk: t("resources.viewer.passwordAsk"),
    passwordInvalid: t("resources.viewer.passwordInvalid"),
    saved: t("resources.viewer.saved"),
    error: t("toasts.error"),
    parts: t("resources.viewerParts", { ...open, returnObjects: true }),
  };
}
