import { redirect } from "react-router";
import { secretToken } from "../../core/http/address-checks.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { attachment, PRIVATE } from "../../core/http/security-headers.ts";
import { env } from "../../core/process/env.server.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { readCrest } from "../../site/icons/site-icons.server.ts";
import { isValidTicket } from "../registrations.ts";
import type { Route } from "./+types/ticket-file.route.ts";
import { printTicket } from "./printed-ticket.server.ts";
import { readTicket } from "./tickets.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** A ticket as a PDF. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { record: ticket } = await readOrUnavailable(context, "ticket", () =>
    readTicket(params.token),
  );
  const language = languageOf(url.pathname);
  const here = pathIn(language, `/tickets/${ticket?.token ?? params.token}`);
  // Its page says in words that there is none, that it cannot be read for now, or does not open the door.
  if (!ticket || !isValidTicket(ticket)) throw redirect(here);
  const address = env().PUBLIC_URL + here;
  const paper = await printTicket({ ...ticket, address, logo: await readCrest() }, language);
  return new Response(new Uint8Array(paper), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": attachment(`${ticket.reference}.pdf`),
      ...PRIVATE,
    },
  });
}
