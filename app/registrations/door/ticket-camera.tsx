import { Camera, CameraOff } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

/** The Barcode Detection API, which phones with Android have and TypeScript does not know. */
type CodeReader = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type CodeReaderClass = {
  new (options: { formats: string[] }): CodeReader;
  getSupportedFormats: () => Promise<string[]>;
};

/** Between two looks at the picture, in milliseconds. */
const PAUSE = 150;

/** A ticket that stays before the camera is read once; one that comes back after so long, in milliseconds, again. */
const AWAY = 3_000;

/** Reads tickets with the camera, on phones whose browser can. Elsewhere nothing is shown. */
export function TicketCamera({ found }: { found: (code: string) => void }) {
  const reader = useCodeReader();
  const [state, setState] = useState<"off" | "on" | "refused">("off");
  const video = useRef<HTMLVideoElement>(null);
  useCamera(video, state === "on", () => setState("refused"));
  useReading(video, state === "on" ? reader : undefined, found);
  if (!reader) return null;
  return (
    <div className="grid gap-3">
      {state === "on" && (
        <video
          ref={video}
          playsInline
          muted
          aria-label="Image de la caméra"
          className="aspect-square max-h-[50vh] w-full rounded-card bg-ink object-cover"
        />
      )}
      <button
        type="button"
        onClick={() => setState(state === "on" ? "off" : "on")}
        className={`button min-h-16 w-full justify-center text-lg ${state === "on" ? "quiet" : ""}`}
      >
        {state === "on" ? (
          <CameraOff aria-hidden="true" size={22} />
        ) : (
          <Camera aria-hidden="true" size={22} />
        )}
        {state === "on" ? "Arrêter la caméra" : "Scanner les billets"}
      </button>
      {state === "refused" && (
        <p role="alert" className="font-semibold text-blood">
          La caméra n’est pas disponible : autorisez-la pour ce site dans les réglages du
          navigateur, ou tapez la référence du billet.
        </p>
      )}
    </div>
  );
}

/** The browser’s own reader of QR codes, if it has one and a camera may be asked for. */
function useCodeReader(): CodeReader | undefined {
  const [reader, setReader] = useState<CodeReader>();
  useEffect(() => {
    const Reader = (window as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector;
    // Without https a browser has no devices at all.
    if (!Reader || !navigator.mediaDevices) return;
    Reader.getSupportedFormats().then(
      (formats) => formats.includes("qr_code") && setReader(new Reader({ formats: ["qr_code"] })),
      () => undefined,
    );
  }, []);
  return reader;
}

/** Shows the camera at the back of the phone, and lets go of it when it is turned off or the screen is left. */
function useCamera(video: RefObject<HTMLVideoElement | null>, isOn: boolean, refuse: () => void) {
  const refused = useEffectEvent(refuse);
  useEffect(() => {
    if (!isOn) return;
    let isLeft = false;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isLeft || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
    };
    start().catch(() => isLeft || refused());
    return () => {
      isLeft = true;
      stop();
    };
  }, [video, isOn]);
}

/** Looks for codes in the picture while there is a reader. */
function useReading(
  video: RefObject<HTMLVideoElement | null>,
  reader: CodeReader | undefined,
  found: (code: string) => void,
) {
  const take = useEffectEvent(found);
  useEffect(() => {
    if (!reader) return;
    let timer = 0;
    let isLeft = false;
    const seen = new Map<string, number>();
    const look = async () => {
      // A picture that cannot be read is like one without a code.
      const codes = await reader.detect(video.current as HTMLVideoElement).catch(() => []);
      if (isLeft) return;
      for (const { rawValue: code } of codes) {
        const before = seen.get(code) ?? Number.NEGATIVE_INFINITY;
        seen.set(code, performance.now());
        if (performance.now() - before < AWAY) continue;
        navigator.vibrate?.(60);
        take(code);
      }
      timer = window.setTimeout(look, PAUSE);
    };
    timer = window.setTimeout(look, PAUSE);
    return () => {
      isLeft = true;
      window.clearTimeout(timer);
    };
  }, [video, reader]);
}
