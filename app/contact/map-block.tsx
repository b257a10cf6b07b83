import { useI18n } from "../i18n/i18n.ts";
import type { MapPoint } from "../settings/custom-texts.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { Picture } from "../ui/picture.tsx";

/** The interactive map around a point, some kilometres to each side. */
function mapAddress({ latitude, longitude }: MapPoint): string {
  const [lat, lon] = [Number(latitude), Number(longitude)];
  const box = [lon - 0.065, lat - 0.05, lon + 0.065, lat + 0.05].map((side) => side.toFixed(4));
  const query = new URLSearchParams({
    bbox: box.join(),
    layer: "mapnik",
    marker: `${lat},${lon}`,
  });
  return `https://www.openstreetmap.org/export/embed.html?${query}`;
}

/** Whether the built-in plan, a picture, shows this point. */
const isOnPlan = ({ latitude, longitude }: MapPoint) => {
  const plan = DEFAULT_SETTINGS.map_point;
  return latitude === plan.latitude && longitude === plan.longitude;
};

type Props = { visible: boolean; here: string; point: MapPoint };

/** A picture of the plan; the interactive map, which costs data and comes from another site, on demand. */
export function MapBlock({ visible, here, point }: Props) {
  const { t, language } = useI18n();
  // Names in the reader's language; upright for a phone.
  const ending = language === "fr" ? "" : `-${language}`;
  return (
    <section aria-labelledby="map" className="bg-white">
      <div className="wrap section">
        <h2 id="map" className="mb-6 text-2xl">
          {t("contact.mapTitle")}
        </h2>
        {(visible || isOnPlan(point)) && (
          <div className="card aspect-[3/4] md:aspect-news">
            {visible ? (
              <iframe
                title={t("contact.mapFrame")}
                src={mapAddress(point)}
                className="h-full w-full"
                referrerPolicy="no-referrer"
                sandbox="allow-scripts allow-same-origin allow-popups"
              />
            ) : (
              <>
                <Picture
                  src={`/pictures/map-conakry-tall${ending}.jpg`}
                  kind="document"
                  alt={t("contact.mapPlan")}
                  sizes="330px"
                  className="md:hidden"
                />
                <Picture
                  src={`/pictures/map-conakry${ending}.jpg`}
                  kind="wide"
                  alt={t("contact.mapPlan")}
                  sizes="1120px"
                  className="max-md:hidden"
                />
              </>
            )}
          </div>
        )}
        <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <a
            className="link inline-flex min-h-11 items-center"
            href={visible ? `${here}#map` : `${here}?map=1#map`}
          >
            {t(visible ? "contact.mapHide" : "contact.mapLoad")}
          </a>
          {!visible && <span className="text-sm text-muted">{t("contact.mapCost")}</span>}
        </p>
      </div>
    </section>
  );
}
