import type { CodeReader } from "../../ui/code-camera.ts";

export type EndableReader = CodeReader & { end?: () => void };

/** A code of the size of a ticket’s is read in a picture of this width; a larger one takes longer. */
const WIDTH = 800;

/** The reader of browsers that have none of their own, as on iPhones. */
export async function startReader(): Promise<EndableReader> {
  const worker = new Worker(new URL("./ticket-reader.worker.ts", import.meta.url), {
    type: "module",
  });
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Error("the reader of codes stopped"));
    });
  const end = () => worker.terminate();
  await answer().catch((failure: unknown) => {
    end();
    throw failure;
  });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const detect = async (video: HTMLVideoElement) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!context || width === 0) return [];
    const scale = Math.min(1, WIDTH / width);
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const codes = answer();
    worker.postMessage(picture, [picture.data.buffer]);
    return ((await codes) as string[]).map((rawValue) => ({ rawValue }));
  };
  return { detect, end };
}
