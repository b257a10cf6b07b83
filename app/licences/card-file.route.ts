import { redirect } from "react-router";
import { type AddressCheck, secretToken } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { attachment, PRIVATE } from "../core/http/security-headers.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { readCrest } from "../site/icons/site-icons.server.ts";
import type { Route } from "./+types/card-file.route.ts";
import { readOwnCardPhoto, readOwnLicence } from "./licence-cards.system.server.ts";
import { CARD_FORMATS, printCard } from "./printed-card.server.ts";

const PHOTO = "photo.jpg";
const FILE = /^(?:(?:card|a6)\.pdf|photo\.jpg)$/;
const cardFile: AddressCheck = (value) => (FILE.test(value) ? value : undefined);

export const handle = { segments: { token: secretToken, file: cardFile } };

/** A licence card as a PDF, in the size of a bank card or as a postcard; or the photograph on it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (params.file === PHOTO) {
    const { record: picture, status } = await readOrUnavailable(context, "licence photo", () =>
      readOwnCardPhoto(params.token),
    );
    if (!picture) return new Response(null, { status, headers: PRIVATE });
    return new Response(new Uint8Array(picture), {
      headers: { "content-type": "image/jpeg", ...PRIVATE },
    });
  }
  const { record: licence } = await readOrUnavailable(context, "licence", () =>
    readOwnLicence(params.token),
  );
  const language = languageOf(url.pathname);
  const format = CARD_FORMATS.find((one) => params.file === `${one}.pdf`);
  // Its page says in words why there is no card.
  if (!licence?.address || !format) throw redirect(pathIn(language, `/licences/${params.token}`));
  const photo = licence.hasPhoto ? await readOwnCardPhoto(params.token) : undefined;
  const card = { ...licence, address: licence.address, photo };
  const paper = await printCard(card, format, language, await readCrest());
  return new Response(new Uint8Array(paper), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": attachment(`${licence.number}.pdf`),
      ...PRIVATE,
    },
  });
}
