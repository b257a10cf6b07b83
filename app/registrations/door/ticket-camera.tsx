import { Camera, CameraOff } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { findCodeReader, readCodes, showCamera } from "../../ui/code-camera.ts";
import type { EndableReader } from "./ticket-reader.browser.ts";

/** Whether a camera may be asked for; without https a browser has no devices at all. */
export function useHasCamera(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(Boolean(navigator.mediaDevices)), []);
  return has;
}

const FAILURES = {
  refused:
    "La caméra n’est pas disponible : autorisez-la pour ce site dans les réglages du navigateur, ou tapez la référence du billet.",
  unread:
    "Le lecteur de codes n’a pas pu être chargé : appuyez de nouveau quand la connexion revient, ou tapez la référence du billet.",
};

/** Reads tickets with the camera. */
export function TicketCamera({ found }: { found: (code: string) => void }) {
  const [state, setState] = useState<"off" | "on" | keyof typeof FAILURES>("off");
  const isOn = state === "on";
  const reader = useCodeReader(isOn, () => setState("unread"));
  const video = useRef<HTMLVideoElement>(null);
  useCamera(video, isOn, () => setState("refused"));
  useReading(video, isOn ? reader : undefined, found);
  return (
    <div className="grid gap-3">
      {isOn && (
        <video
          ref={video}
          playsInline
          muted
          aria-label="Image de la caméra"
          className="h-[38vh] w-full rounded-card bg-ink object-cover"
        />
      )}
      {isOn && !reader && (
        <p role="status" className="text-center text-muted">
          Le lecteur de codes se charge…
        </p>
      )}
      <button
        type="button"
        onClick={() => setState(isOn ? "off" : "on")}
        className={`button min-h-20 w-full text-xl ${isOn ? "quiet" : ""}`}
      >
        {isOn ? (
          <CameraOff aria-hidden="true" size={26} />
        ) : (
          <Camera aria-hidden="true" size={26} />
        )}
        {isOn ? "Arrêter la caméra" : "Scanner les billets"}
      </button>
      {(state === "refused" || state === "unread") && (
        <p role="alert" className="font-semibold text-blood">
          {FAILURES[state]}
        </p>
      )}
    </div>
  );
}

/** The browser’s own reader of QR codes, or one that is loaded when the camera is first turned on. */
const findReader = async (): Promise<EndableReader> =>
  (await findCodeReader()) ?? (await import("./ticket-reader.browser.ts")).startReader();

/** The reader of the camera’s picture, kept from the first time that the camera is on. */
function useCodeReader(isOn: boolean, fail: () => void): EndableReader | undefined {
  const [reader, setReader] = useState<EndableReader>();
  const failed = useEffectEvent(fail);
  useEffect(() => {
    if (!isOn || reader) return;
    let isLeft = false;
    findReader().then(
      (one) => (isLeft ? one.end?.() : setReader(one)),
      () => isLeft || failed(),
    );
    return () => {
      isLeft = true;
    };
  }, [isOn, reader]);
  useEffect(() => () => reader?.end?.(), [reader]);
  return reader;
}

/** Shows the camera, and lets go of it when it is turned off or the screen is left. */
function useCamera(video: RefObject<HTMLVideoElement | null>, isOn: boolean, refuse: () => void) {
  const refused = useEffectEvent(refuse);
  useEffect(() => {
    if (!isOn || !video.current) return;
    return showCamera(video.current, () => refused());
  }, [video, isOn]);
}

/** Looks for codes in the picture while there is a reader. */
function useReading(
  video: RefObject<HTMLVideoElement | null>,
  reader: EndableReader | undefined,
  found: (code: string) => void,
) {
  const take = useEffectEvent(found);
  useEffect(() => {
    if (!reader || !video.current) return;
    return readCodes(video.current, reader, (code) => take(code));
  }, [video, reader]);
}
