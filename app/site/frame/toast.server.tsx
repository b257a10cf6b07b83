import { renderToStaticMarkup } from "react-dom/server";
import type { Flash } from "../../core/http/flash.ts";
import { I18nContext } from "../../i18n/i18n.ts";
import type { Language } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translate.server.ts";
import { Toast } from "./toast.tsx";

const cache = new Map<string, string>();

/** A message as it stands in a page, between its content and its footer. */
export function toastHtml(flash: Flash, language: Language): string {
  const key = `${language} ${flash}`;
  const html =
    cache.get(key) ??
    renderToStaticMarkup(
      <I18nContext value={{ t: translator(language), language }}>
        <Toast message={flash} />
      </I18nContext>,
    );
  cache.set(key, html);
  return html;
}
