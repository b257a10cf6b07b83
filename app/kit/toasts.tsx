import { CircleAlert, CircleCheck, X } from "lucide-react";
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFetcher } from "react-router";
import { topDialog, watchDialogs } from "./form/use-modal.ts";
import { useMay } from "./may.tsx";
import type { Toast } from "./toast.ts";

/** Loaded with a message that has something to pass on. */
const CopyLink = lazy(async () => ({ default: (await import("./copy-link.tsx")).CopyLink }));

type QueuedToast = Toast & { order: number };
type Show = (toast: Toast) => void;

const ToastContext = createContext<Show>(() => {});

/** Shows a message at the top right. */
export const useToast = (): Show => useContext(ToastContext);

const STAYS_MS = 5_000;
/** Errors, and messages with an undo button, stay longer. */
const STAYS_LONGER_MS = 8_000;

/** Holds the messages of the back office; `arrived` is the one that a redirect carried. */
export function ToastProvider({ initial, children }: { initial?: Toast; children: ReactNode }) {
  // The first document shows its message by itself, before any script runs.
  const [toasts, setToasts] = useState<QueuedToast[]>(initial ? [{ ...initial, order: 0 }] : []);
  const count = useRef(0);
  const show = useCallback<Show>((toast) => {
    count.current += 1;
    const order = count.current;
    // The top bar has room for one; a message with something to copy stays until it is closed.
    setToasts((before) => [...before.filter(({ copy }) => copy), { ...toast, order }]);
  }, []);
  const lastKey = useRef(initial?.key);
  useEffect(() => {
    if (!initial || initial.key === lastKey.current) return;
    lastKey.current = initial.key;
    show(initial);
  }, [initial, show]);
  const close = useCallback(
    (order: number) => setToasts((before) => before.filter((toast) => toast.order !== order)),
    [],
  );
  return (
    <ToastContext value={show}>
      <OverDialogs>
        {toasts.map((toast) => (
          <ToastCard key={toast.order} toast={toast} close={close} />
        ))}
      </OverDialogs>
      {children}
    </ToastContext>
  );
}

/**
 * The list of messages. Over the top bar, since below it stand the buttons and the filters that one needs
 * next; while a dialog is open, inside it: the browser lets nobody see, hear or press what stands outside.
 */
function OverDialogs({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      watchDialogs(() => {
        const dialog = topDialog();
        const parent = dialog ?? place.current;
        if (!list.current || !parent || list.current.parentElement === parent) return;
        const title = dialog?.querySelector("header");
        list.current.style.top = title ? `${title.offsetHeight + 4}px` : "";
        parent.prepend(list.current);
      }),
    [],
  );
  return (
    <div ref={place} className="contents">
      <div ref={list} className="toasts">
        {children}
      </div>
    </div>
  );
}

function ToastCard({ toast, close }: { toast: QueuedToast; close: (order: number) => void }) {
  const [paused, setPaused] = useState(false);
  const may = useMay();
  const { order, kind, text, undo, revert, copy } = toast;
  const stays = undo || revert || kind === "error" ? STAYS_LONGER_MS : STAYS_MS;
  useEffect(() => {
    if (paused || copy) return;
    const timer = setTimeout(() => close(order), stays);
    return () => clearTimeout(timer);
  }, [paused, copy, stays, order, close]);
  const Icon = kind === "error" ? CircleAlert : CircleCheck;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    // If the focus was in the message, it moves to the screen and not to the top of the document.
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const screen = topDialog()?.querySelector<HTMLElement>(":is(a, button):not(.toasts *)");
      (screen ?? document.getElementById("main"))?.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role stands below, and differs
    <div
      ref={card}
      role={kind === "error" ? "alert" : "status"}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ target }) => setPaused(target.matches(":focus-visible"))}
      onBlur={() => setPaused(false)}
      className="panel toast"
    >
      <Icon
        aria-hidden="true"
        size={20}
        className={`shrink-0 ${kind === "error" ? "text-red" : "text-leaf"}`}
      />
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">{text}</p>
      {copy && (
        <Suspense>
          <CopyLink address={copy} />
        </Suspense>
      )}
      {undo && may("/admin/bin") && (
        <UndoButton to="/admin/bin" batch={undo} done={() => close(order)} />
      )}
      {revert && !undo && may("/admin/audit") && (
        <UndoButton to="/admin/audit" batch={revert} done={() => close(order)} keepsFocus />
      )}
      <button
        type="button"
        onClick={() => close(order)}
        aria-label="Fermer le message"
        className="icon-button -mr-1 size-8 shrink-0"
      >
        <X aria-hidden="true" size={17} />
      </button>
    </div>
  );
}

type UndoProps = { to: string; batch: string; done: () => void; keepsFocus?: boolean };

/**
 * Undoes what was done while the message is on the screen; after that the bin restores, and the log undoes. After
 * a deletion it takes the focus, which the row that is gone had.
 */
function UndoButton({ to, batch, done, keepsFocus }: UndoProps) {
  const fetcher = useFetcher<{ toast: Toast }>();
  const show = useToast();
  const answer = fetcher.data;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (keepsFocus) return;
    const isTyping = document.activeElement?.matches("input, textarea, select");
    if (!isTyping) button.current?.focus({ preventScroll: true });
  }, [keepsFocus]);
  useEffect(() => {
    if (!answer) return;
    show(answer.toast);
    done();
  }, [answer, show, done]);
  return (
    <button
      ref={button}
      type="button"
      // Disabled, it would lose the focus before the answer is there.
      aria-disabled={fetcher.state !== "idle"}
      onClick={() => {
        if (fetcher.state !== "idle") return;
        fetcher.submit({ intent: "restore", batch }, { method: "post", action: to });
      }}
      className="link shrink-0"
    >
      Annuler
    </button>
  );
}
