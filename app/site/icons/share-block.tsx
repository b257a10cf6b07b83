import { Copy, Share2 } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { useDocument } from "../document.ts";

type Props = {
  title: string;
  /** Without the language. */
  path: string;
};

/**
 * Ways to pass a page on, as links that work everywhere: nothing of another site is on the page. The script shows
 * two more where the browser can do them.
 */
export function ShareBlock({ title, path }: Props) {
  const { t, language } = useI18n();
  const { publicUrl, sharingScript } = useDocument();
  const address = publicUrl + pathIn(language, path);
  const links = [
    {
      name: "WhatsApp",
      href: `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`,
    },
    {
      name: "Facebook",
      href: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`,
    },
  ];
  return (
    <section
      aria-label={t("share.label")}
      className="flex flex-wrap items-center gap-3 print:hidden"
      data-share={address}
      data-title={title}
    >
      <span className="w-full font-semibold">{t("share.title")}</span>
      {links.map(({ name, href }) => (
        <a key={name} className="tab" rel="noreferrer" href={href}>
          {name}
        </a>
      ))}
      {/* The script shows these two: the class of a button would show it in spite of `hidden`. */}
      <span hidden>
        <button
          type="button"
          className="tab gap-2"
          name="copy"
          aria-live="polite"
          data-done={t("share.copied")}
        >
          <Copy aria-hidden="true" size={16} />
          {t("share.copy")}
        </button>
      </span>
      <span hidden>
        <button type="button" className="tab gap-2" name="sheet">
          <Share2 aria-hidden="true" size={16} />
          {t("share.more")}
        </button>
      </span>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, hashed in the CSP */}
      <script type="module" dangerouslySetInnerHTML={{ __html: sharingScript }} />
    </section>
  );
}
