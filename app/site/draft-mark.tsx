import { useI18n } from "../i18n/i18n.ts";

type Props = { message: string; edit: { href: string; label: string } };

/** Says to administrators that nobody else sees the page. */
export function DraftMark({ message, edit }: Props) {
  const { t } = useI18n();
  return (
    <aside aria-label={t("draft.label")} className="sticky bottom-0 z-10 bg-yellow text-ink">
      <p className="wrap flex flex-wrap items-center gap-x-5 py-3 text-sm font-semibold">
        {message}
        <a className="underline" href={edit.href}>
          {edit.label}
        </a>
      </p>
    </aside>
  );
}
