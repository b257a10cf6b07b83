import { redirect } from "react-router";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { attachment, PRIVATE } from "../../core/http/security-headers.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { readMe } from "../sign-in.system.server.ts";
import type { Route } from "./+types/statutes.route.ts";
import { clubNumber } from "./club-schemas.ts";
import { readOwnStatutes } from "./profile.system.server.ts";

export const handle = { segments: { number: clubNumber } };

/** The statutes of a club, for whoever acts for it. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { number } = params;
  const { record: statutes } = await readOrUnavailable(context, "club", async () => {
    const signedIn = await readMe(request);
    return signedIn && (await readOwnStatutes(signedIn.me.email, Number(number)));
  });
  // Its page says in words why there are none.
  if (!statutes) throw redirect(pathIn(languageOf(url.pathname), `/me/club/${number}`));
  return statutesFile(statutes, number);
}

/** Nobody has looked into it: it is saved, never shown by a browser. */
export const statutesFile = (statutes: Buffer, number: string | number) =>
  new Response(new Uint8Array(statutes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": attachment(`club-${number}-statuts.pdf`),
      ...PRIVATE,
    },
  });
