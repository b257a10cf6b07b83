import { CircleAlert, CircleCheck } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";

/** What was just done, at the top right; it goes away by itself, or at once with its button. */
export function Toast({ message }: { message: string }) {
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
