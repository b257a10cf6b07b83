/** The Barcode Detection API, which phones with Android have and TypeScript does not know. */
export type CodeReader = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type CodeReaderClass = {
  new (options: { formats: string[] }): CodeReader;
  getSupportedFormats: () => Promise<string[]>;
};

/** Between two looks at the picture, in milliseconds. */
const PAUSE = 150;

/** A code that stays before the camera is read once; one that comes back after so long, in milliseconds, again. */
const AWAY = 3_000;

/** The browser’s own reader of QR codes, if it has one and a camera may be asked for. */
export async function findCodeReader(): Promise<CodeReader | undefined> {
  const Reader = (window as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector;
  // Without https a browser has no devices at all.
  if (!Reader || !navigator.mediaDevices) return undefined;
  const formats = await Reader.getSupportedFormats().catch((): string[] => []);
  return formats.includes("qr_code") ? new Reader({ formats: ["qr_code"] }) : undefined;
}

/** Shows the camera at the back of the phone. Returns what lets go of it. */
export function showCamera(video: HTMLVideoElement, refused: () => void): () => void {
  let isLeft = false;
  let stream: MediaStream | undefined;
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (isLeft) return stop();
    video.srcObject = stream;
    await video.play();
  };
  start().catch(() => isLeft || refused());
  return () => {
    isLeft = true;
    stop();
  };
}

/** Looks for codes in the picture. Returns what ends it. */
export function readCodes(
  video: HTMLVideoElement,
  reader: CodeReader,
  found: (code: string) => void,
): () => void {
  let isLeft = false;
  const seen = new Map<string, number>();
  const look = async () => {
    // A picture that cannot be read is like one without a code.
    const codes = await reader.detect(video).catch(() => []);
    if (isLeft) return;
    for (const { rawValue: code } of codes) {
      const before = seen.get(code) ?? Number.NEGATIVE_INFINITY;
      seen.set(code, performance.now());
      if (performance.now() - before < AWAY) continue;
      navigator.vibrate?.(60);
      found(code);
    }
    timer = window.setTimeout(look, PAUSE);
  };
  let timer = window.setTimeout(look, PAUSE);
  return () => {
    isLeft = true;
    window.clearTimeout(timer);
  };
}
