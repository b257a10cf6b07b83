import type { PublicationState, PublicationTimes } from "../../core/values/publication.ts";
import { formatMoment } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";

type Props = { message: string; edit?: { href: string; label: string } };

/** Tells somebody who may see a page that it is not public. */
export function DraftNotice({ message, edit }: Props) {
  const { t } = useI18n();
  return (
    <aside aria-label={t("draft.label")} className="sticky bottom-0 z-10 bg-yellow text-ink">
      <p className="wrap flex flex-wrap items-center gap-x-5 py-3 text-sm font-semibold">
        {message}
        {edit && (
          <a className="underline" href={edit.href}>
            {edit.label}
          </a>
        )}
      </p>
    </aside>
  );
}

/** Why visitors do not see a page: its moment has not come or is over, else that it is a draft, as `draft` says it. */
export function useDraftReason(
  { public_from, public_until }: PublicationTimes,
  state: PublicationState,
  draft: string,
): string {
  const { t, language } = useI18n();
  const at = (moment: Date | null) => ({ moment: moment ? formatMoment(language, moment) : "" });
  if (state === "scheduled") return t("draft.scheduled", at(public_from));
  return state === "retired" ? t("draft.retired", at(public_until)) : draft;
}
