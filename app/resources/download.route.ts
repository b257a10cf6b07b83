import { redirect } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { recordId } from "../core/http/address-checks.ts";
import { setFlash } from "../core/http/cookies.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { attachment } from "../core/http/security-headers.ts";
import { isId } from "../core/secrets/id.ts";
import { keyOf, storageOf } from "../core/storage/storage.server.ts";
import { lazyBody } from "../core/storage/streams.server.ts";
import { languageOf } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import type { Route } from "./+types/download.route.ts";
import { SAMPLE_RESOURCES } from "./resources.samples.ts";
import { downloadName, fileExtension } from "./resources.ts";
import { countDownload, findResource } from "./resources.visitor.server.ts";

export const handle = { segments: { id: recordId } };

/** Downloads a document under its title and counts it. A document on another site is opened there. */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { id } = params;
  const language = languageOf(url.pathname);
  const resource = isId(id)
    ? await readOrSamples(
        context,
        "static_files",
        () =>
          asVisitor(async (db) => {
            const file = await findResource(db, id);
            if (file && request.method === "GET") await countDownload(db, id);
            return file;
          }),
        () => SAMPLE_RESOURCES.find((sample) => sample.id === id),
      )
    : undefined;
  const missing = url.pathname.replace(/\/download$/, "");
  if (!resource) return redirect(missing);
  if (/^https?:/.test(resource.file_url)) return redirect(resource.file_url);
  const key = keyOf(resource.file_url);
  const info = key === undefined ? undefined : await storageOf(key).info(key);
  if (key === undefined || !info) {
    return redirect(missing, { headers: { "set-cookie": setFlash("error") } });
  }
  const name = downloadName(localized(resource, "title", language).text, fileExtension(resource));
  const body = lazyBody((unwanted) => storageOf(key).read(key, undefined, unwanted));
  return new Response(body, {
    headers: {
      "content-type": resource.file_type,
      "content-length": String(info.size),
      "content-disposition": attachment(name),
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  });
}
