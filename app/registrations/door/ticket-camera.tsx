import { Camera, CameraOff } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type CodeReader, findCodeReader, readCodes, showCamera } from "../../ui/code-camera.ts";

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

/** The browser’s own reader of QR codes, once it was looked for. */
function useCodeReader(): CodeReader | undefined {
  const [reader, setReader] = useState<CodeReader>();
  useEffect(() => {
    void findCodeReader().then(setReader);
  }, []);
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
  reader: CodeReader | undefined,
  found: (code: string) => void,
) {
  const take = useEffectEvent(found);
  useEffect(() => {
    if (!reader || !video.current) return;
    return readCodes(video.current, reader, (code) => take(code));
  }, [video, reader]);
}
