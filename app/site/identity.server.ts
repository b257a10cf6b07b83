import { findPictureSource, knownPictureSource } from "../files/picture-sources.visitor.server.ts";
import { DEFAULT_LOGO } from "../settings/settings.ts";
import { cachedSettings, readSettings } from "../settings/settings.visitor.server.ts";

/** Stands for a logo that lies elsewhere, or is not for visitors to see. */
export const DRAWN_SOURCE = { address: DEFAULT_LOGO, mark: "" };

/** The federation's logo, to be drawn; as it was last known while it cannot be asked after. */
export async function findLogo() {
  const { site_logo } = await readSettings().catch(cachedSettings);
  return (await findPictureSource(site_logo.main_logo)) ?? DRAWN_SOURCE;
}

/** The logo as it was last read, for what is written into every page. */
export const knownLogo = () =>
  knownPictureSource(cachedSettings().site_logo.main_logo) ?? DRAWN_SOURCE;
