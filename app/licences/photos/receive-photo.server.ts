import { readFile } from "node:fs/promises";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { FileFault } from "../../files/children/media.ts";
import { makeSmallPicture } from "../../files/small-picture.server.ts";
import { removeTemporaryFiles } from "../../files/upload/temporary-files.server.ts";
import { FileRefused, receiveFile } from "../../files/upload/upload-validation.server.ts";
import { MAX_PHOTO_BYTES } from "./photos.ts";

export type Refusal = "missing" | "large" | "slow" | "type" | "small" | "side" | "broken";

/** A photograph is refused before anybody looks at it. */
export class PhotoRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(`photograph refused: ${reason}`);
    this.reason = reason;
  }
}

/** What a form has around its file. */
const AROUND = 64 * 1024;

/**
 * Receives the photograph of a form and makes the portrait of it, in base64. What was sent is not kept.
 * @throws PhotoRefused
 */
export async function receivePhoto(request: Request): Promise<string> {
  const type = request.headers.get("content-type") ?? "";
  const path = await receiveBody(request);
  try {
    // A form is read whole, so one at a time.
    return await runInSequence("licences.photo", async () => {
      const photo = await readPhoto(path, type);
      if (photo.size === 0) throw new PhotoRefused("missing");
      if (photo.size > MAX_PHOTO_BYTES) throw new PhotoRefused("large");
      return makeSmallPicture(photo, "portrait");
    });
  } catch (error) {
    throw error instanceof FileFault ? new PhotoRefused(error.fault) : error;
  } finally {
    await removeTemporaryFiles(path);
  }
}

async function receiveBody({ body }: Request): Promise<string> {
  if (!body) throw new PhotoRefused("missing");
  try {
    return (await receiveFile(body, MAX_PHOTO_BYTES + AROUND)).path;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new PhotoRefused(error.reason === "empty" ? "missing" : (error.reason ?? "broken"));
  }
}

async function readPhoto(path: string, type: string): Promise<File> {
  const bytes = new Uint8Array(await readFile(path));
  const form = await new Response(bytes, { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  const photo = form?.get("photo");
  if (!(photo instanceof File)) throw new PhotoRefused("missing");
  return photo;
}
