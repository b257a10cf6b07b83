import { readFile, writeFile } from "node:fs/promises";
import { log } from "../core/log/log.server.ts";
import { examining, MediaFailure } from "./children/media.server.ts";
import { FileFault, type SmallShape } from "./children/media.ts";
import { newTemporaryPath, removeTemporaryFiles } from "./upload/temporary-files.server.ts";

/**
 * Makes the small picture that is kept of a picture that somebody sent: a JPEG in base64.
 * @throws FileFault
 */
export async function makeSmallPicture(picture: Blob, shape: SmallShape): Promise<string> {
  const path = await newTemporaryPath();
  try {
    await writeFile(path, new Uint8Array(await picture.arrayBuffer()));
    await examining.run("small", { path, shape });
    return (await readFile(`${path}-small.jpg`)).toString("base64");
  } catch (error) {
    if (!(error instanceof MediaFailure) || error.end === "stopped") throw error;
    // Nearly always the file's fault; the log entry shows when it is ours.
    log.warn({ what: error.end }, "picture not readable");
    throw new FileFault("broken");
  } finally {
    await removeTemporaryFiles(path);
  }
}
