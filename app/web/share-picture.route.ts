import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { redirect } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { env } from "../core/process/env.server.ts";
import { projectRoot } from "../core/process/project-root.server.ts";
import { sharedEvent } from "../events/event-picture.server.ts";
import { findEvent } from "../events/events.visitor.server.ts";
import { readGenerated } from "../files/children/generated-images.server.ts";
import { drawing } from "../files/children/media.server.ts";
import { copyPicture } from "../files/picture-sources.visitor.server.ts";
import { findArticle, sharedArticle } from "../news/news.visitor.server.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import { cardOf, type DrawableCard, siteCard } from "../site/icons/share-picture.server.ts";
import { type CardAddress, readCardAddress } from "../site/icons/share-picture.ts";
import { findLogo } from "../site/icons/site-icons.server.ts";
import type { Route } from "./+types/share-picture.route.ts";

const FOREVER = "public, max-age=31536000, immutable";
/** A stand-in picture is not cached. */
const NOW_ONLY = "no-store";

const cardName = (value: string) => (readCardAddress(value) ? value : undefined);

export const handle = { segments: { picture: cardName } };

/**
 * The picture of a page that is shared, drawn when somebody first asks for it. What is not public has none;
 * an address that was given out before leads to what the picture is now.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const address = readCardAddress(params.picture);
  if (!address) return notThere();
  let card: DrawableCard | undefined;
  try {
    await readSettings();
    card = await find(address);
  } catch {
    // Without the database it is unknown what is public.
    return standIn(address);
  }
  if (!card) return notThere();
  if (card.hash !== address.hash) {
    return redirect(card.address, { headers: { "cache-control": "no-cache" } });
  }
  const bytes = await draw(card);
  return bytes ? picture(bytes, FOREVER) : standIn(address);
}

/** The picture of what visitors may see; undefined when they may not. */
async function find({ kind, id = "", language }: CardAddress): Promise<DrawableCard | undefined> {
  if (kind === "site") {
    await findLogo();
    return siteCard(language, env().PUBLIC_URL);
  }
  if (kind === "news") {
    const article = await asVisitor((db) => findArticle(db, id));
    return article && cardOf(sharedArticle(article, language), language);
  }
  const event = await asVisitor((db) => findEvent(db, id));
  return event && cardOf(sharedEvent(event, language), language);
}

function draw({ hash, words, photo, logo }: DrawableCard): Promise<Buffer | undefined> {
  const name = `${hash}.jpg`;
  return readGenerated(name, {
    files: { "card.jpg": name },
    async draw(path) {
      const copies = { photo: `${path}-photo`, logo: `${path}-logo` };
      if (photo) await copyPicture(photo, copies.photo);
      await copyPicture(logo, copies.logo);
      const request = { path, words, photo: photo && copies.photo, logo: copies.logo };
      await drawing.run("card", request);
    },
  });
}

/** The picture of the site, else the built-in one: there is always a picture. */
async function standIn({ language }: CardAddress): Promise<Response> {
  const bytes =
    (await draw(siteCard(language, env().PUBLIC_URL))) ??
    (await readFile(join(projectRoot, "build/pictures/share.jpg")).catch(() => undefined));
  return bytes ? picture(bytes, NOW_ONLY) : notThere();
}

const picture = (bytes: Buffer, cacheControl: string) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "image/jpeg",
      // Some networks show no picture whose weight they are not told.
      "content-length": String(bytes.length),
      "cache-control": cacheControl,
    },
  });

const notThere = () => new Response(null, { status: 404, headers: { "cache-control": NOW_ONLY } });
