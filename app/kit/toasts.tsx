import { CircleAlert, CircleCheck, X } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useFetcher } from "react-router";
import type { Toast } from "./toast.ts";

type QueuedToast = Toast & { key: number };
type Show = (toast: Toast) => void;

const ToastContext = createContext<Show>(() => {});

/** Shows a message at the top right. */
export const useToast = (): Show => useContext(ToastContext);

const STAYS_MS = 8_000;
const AT_MOST = 4;

/** Holds the messages of the back office; `arrived` is the one that a redirect carried. */
export function ToastProvider({ initial, children }: { initial?: Toast; children: ReactNode }) {
  // The first document shows its message by itself, before any script runs.
  const [toasts, setToasts] = useState<QueuedToast[]>(initial ? [{ ...initial, key: 0 }] : []);
  const count = useRef(0);
  const show = useCallback<Show>((toast) => {
    count.current += 1;
    const key = count.current;
    setToasts((before) => [...before, { ...toast, key }].slice(-AT_MOST));
  }, []);
  const first = useRef(initial);
  useEffect(() => {
    if (initial && initial !== first.current) show(initial);
  }, [initial, show]);
  const close = useCallback(
    (key: number) => setToasts((before) => before.filter((toast) => toast.key !== key)),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      <ol className="pointer-events-none fixed top-16 right-3 z-50 grid w-[min(380px,calc(100vw-24px))] gap-2">
        {toasts.map((toast) => (
          <ToastCard key={toast.key} toast={toast} close={close} />
        ))}
      </ol>
    </ToastContext>
  );
}

function ToastCard({ toast, close }: { toast: QueuedToast; close: (key: number) => void }) {
  const [paused, setPaused] = useState(false);
  const { key, kind, text, undo } = toast;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => close(key), STAYS_MS);
    return () => clearTimeout(timer);
  }, [paused, key, close]);
  const Icon = kind === "error" ? CircleAlert : CircleCheck;
  return (
    <li
      role={kind === "error" ? "alert" : "status"}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="panel pointer-events-auto flex animate-[rise_0.16s] items-start gap-3 p-3 shadow-card"
    >
      <Icon
        aria-hidden="true"
        size={20}
        className={`mt-0.5 shrink-0 ${kind === "error" ? "text-red" : "text-leaf"}`}
      />
      <p className="min-w-0 flex-1">{text}</p>
      {undo && <UndoButton batch={undo} done={() => close(key)} />}
      <button
        type="button"
        onClick={() => close(key)}
        aria-label="Fermer le message"
        className="icon-button -m-1 size-8 shrink-0"
      >
        <X aria-hidden="true" size={17} />
      </button>
    </li>
  );
}

/** Undoes a deletion while the message is on the screen; after that it can be restored from the bin. */
function UndoButton({ batch, done }: { batch: string; done: () => void }) {
  const fetcher = useFetcher<{ toast: Toast }>();
  const show = useToast();
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    show(answer.toast);
    done();
  }, [answer, show, done]);
  return (
    <button
      type="button"
      disabled={fetcher.state !== "idle"}
      onClick={() =>
        fetcher.submit({ intent: "restore", batch }, { method: "post", action: "/admin/bin" })
      }
      className="link shrink-0"
    >
      Annuler
    </button>
  );
}
