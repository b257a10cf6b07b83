import { useI18n } from "../i18n/i18n.ts";
import { Picture } from "../ui/picture.tsx";

/** The stadium of 28 September in Dixinn, and some way around it. */
const MAP =
  "https://www.openstreetmap.org/export/embed.html?bbox=-13.74%2C9.49%2C-13.61%2C9.59&layer=mapnik&marker=9.5412%2C-13.6773";

/** A drawn plan first; the interactive map, which costs data and comes from elsewhere, on demand. */
export function MapBlock({ visible, here }: { visible: boolean; here: string }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="map" className="bg-white">
      <div className="wrap section">
        <h2 id="map" className="mb-6 text-2xl">
          {t("contact.mapTitle")}
        </h2>
        <div className="card aspect-event md:aspect-news">
          {visible ? (
            <iframe
              title={t("contact.mapFrame")}
              src={MAP}
              className="h-full w-full"
              referrerPolicy="no-referrer"
              sandbox="allow-scripts allow-same-origin allow-popups"
            />
          ) : (
            <Picture
              src="/pictures/map-conakry.jpg"
              kind="wide"
              alt={t("contact.mapPlan")}
              sizes="(max-width: 560px) 330px, 1120px"
            />
          )}
        </div>
        <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <a className="button" href={visible ? `${here}#map` : `${here}?map=1#map`}>
            {t(visible ? "contact.mapHide" : "contact.mapLoad")}
          </a>
          {!visible && <span className="text-sm text-muted">{t("contact.mapCost")}</span>}
        </p>
      </div>
    </section>
  );
}
