import { app } from "../core/app.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { escapeXml } from "../core/values/xml.ts";
import { knownSettings } from "../settings/settings.visitor.server.ts";
import type { Enclosure } from "./enclosures.server.ts";
import { LOGO_PLACE } from "./layout.ts";

/** A mail is read on a telephone's data, and each has it. */
const MOST_BYTES = 10_240;
const SIDE = 48;
const CID = "federation-logo";

declare module "../core/app.ts" {
  interface App {
    /** Reads the federation's logo as a small picture. */
    readMailLogo: () => Promise<Buffer | undefined>;
  }
}

/**
 * Puts the federation's logo into a mail that leaves, as a part of it: no program has to fetch anything, and
 * nobody learns that it is read. A logo that cannot be read keeps no mail waiting.
 */
export async function withLogo(html: string): Promise<{ html: string; enclosures: Enclosure[] }> {
  const content = await app()
    .readMailLogo?.()
    .catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, "mail without its logo");
      return undefined;
    });
  if (!content || content.length > MOST_BYTES || !html.includes(LOGO_PLACE)) {
    return { html: html.replace(LOGO_PLACE, ""), enclosures: [] };
  }
  const alt = escapeXml(knownSettings().site_logo.alt_text);
  const picture = `<p style="margin:0 0 14px"><img src="cid:${CID}" alt="${alt}" width="${SIDE}" height="${SIDE}" style="display:block;border:0;border-radius:8px;color:#ffffff"></p>`;
  return {
    // A function, since a text that replaces has signs of its own.
    html: html.replace(LOGO_PLACE, () => picture),
    enclosures: [
      {
        filename: "logo.png",
        contentType: "image/png",
        content,
        cid: CID,
        contentDisposition: "inline",
      },
    ],
  };
}
