import { CircleAlert, CircleCheck } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Flash } from "../../core/http/cookies.server.ts";
import { I18nContext, useI18n } from "../../i18n/i18n.ts";
import type { Language } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translate.server.ts";

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

/** What was just done, at the top right; it goes away by itself, or at once with its button. */
function Toast({ message }: { message: string }) {
  const { t } = useI18n();
  const bad = message === "error";
  const Icon = bad ? CircleAlert : CircleCheck;
  return (
    <details className="toast card shadow-card p-4" open data-menu="">
      <summary
        className="absolute right-0 top-1 flex size-11 items-center justify-center text-2xl"
        aria-label={t("forms.closeMessage")}
      >
        ×
      </summary>
      <p role={bad ? "alert" : "status"} className="flex gap-3 pr-10">
        <Icon
          aria-hidden="true"
          size={24}
          className={`mt-0.5 shrink-0 ${bad ? "text-red" : "text-leaf"}`}
        />
        {t(`toasts.${message}` as "toasts.error")}
      </p>
    </details>
  );
}
