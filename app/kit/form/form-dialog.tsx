import { CircleAlert, X } from "lucide-react";
import {
  type FormEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { Form, Link, useBlocker, useLocation, useNavigate, useNavigation } from "react-router";
import { randomId } from "../../core/secrets/id.ts";
import type { FormDraft } from "../drafts/use-draft.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { SaveState } from "./save.server.ts";
import { unchangedEnglish } from "./unchanged-english.ts";
import { onEscape, useModal } from "./use-modal.ts";

/** Edit conflicts are rare, so the component is loaded when there is one. */
const Conflict = lazy(async () => ({ default: (await import("./conflict.tsx")).Conflict }));

/** The fields of a record as a form shows them. */
export type Defaults = Readonly<Record<string, string>>;

type Props = {
  title: string;
  /** The address of the list behind. */
  list: string;
  /** The fields as they are stored, with `version`; those of a new record have none. */
  defaults: Defaults;
  /** What the server answered to the last attempt. */
  state: SaveState | undefined;
  /** What each field is called, to say where two versions differ. */
  labels: Readonly<Record<string, string>>;
  /** Null: the form has no submit button. */
  submit?: string | null;
  /** What the form does cannot be taken back, or concerns many people. */
  isGrave?: boolean;
  /** The label of the link that closes the form, where 'Annuler' could be taken for what the form does. */
  dismiss?: string;
  /** Beside the buttons: what else can be done with the record. */
  aside?: ReactNode;
  /** The draft that holds what is typed until it is saved. */
  draft?: FormDraft;
  /** Beside the fields: how it will look, as in `live-preview.tsx`. */
  preview?: ReactNode;
  /** Longer than a screen, the form fills one. */
  screen?: boolean;
  /** At its side: the links of `form-section.tsx`. */
  steps?: ReactNode;
  children: ReactNode;
};

/** What a record is called. */
const nameIn = ({ title, name, organisation, first_name, last_name }: Defaults) =>
  title || name || organisation || [first_name, last_name].filter(Boolean).join(" ");

/** How a text that nobody translated again is named: a long one by its label alone. */
const englishWords = (
  { name, english }: { name: string; english: string },
  labels: Props["labels"],
) => `${labels[name] ?? name}${english.length > 40 ? "" : ` (« ${english} »)`}`;

/** The form of one record, over its list, at its own address. Asks before it discards changes. */
export function FormDialog(props: Props) {
  const { title, list, defaults, state, submit = "Enregistrer", children } = props;
  const { aside, preview, labels, dismiss = "Annuler", draft, isGrave, screen, steps } = props;
  const dialog = useModal();
  const navigate = useNavigate();
  const busy = useNavigation().formMethod === "POST";
  const { guard, touched } = useDirtyGuard(draft !== undefined);
  // The list keeps its filters while a form lies over it.
  const back = list + useLocation().search;
  useEffect(() => {
    if (dialog.current?.querySelector("[data-fields] :focus")) return;
    const first = dialog.current?.querySelector<HTMLElement>(
      "[data-fields] :is(input:not([type=hidden]), select, textarea):enabled",
    );
    // Without scrolling: what stands above the field, such as the picture of a file, stays in sight.
    first?.focus({ preventScroll: true });
  }, [dialog]);
  const { corrected, correct } = useCorrected(state, dialog);
  const [leftBehind, setLeftBehind] = useState<ReturnType<typeof unchangedEnglish>>([]);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    touched();
    correct(event.target as HTMLInputElement);
    setLeftBehind(unchangedEnglish([...event.currentTarget.elements] as HTMLInputElement[]));
  };
  const leave = () => navigate(back, { preventScrollReset: true });
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="form-title"
      onCancel={onEscape(leave)}
      className={`${screen ? "form-screen" : preview ? "w-[1360px]" : "w-[860px]"} p-0`}
    >
      <Form method="post" noValidate preventScrollReset onInput={onInput}>
        <header className="dialog-head">
          <div className="min-w-0 wrap-anywhere">
            <h2 id="form-title" className="text-lg">
              {title}
            </h2>
            {defaults.version !== undefined && !title.includes(nameIn(defaults)) && (
              <p className="text-sm text-muted">{nameIn(defaults)}</p>
            )}
          </div>
          <Link to={back} preventScrollReset aria-label="Fermer" className="icon-button">
            <X aria-hidden="true" size={20} />
          </Link>
        </header>
        {draft?.notice}
        <div
          // After a conflict they show what only the other person changed.
          key={`${defaults.version} ${state?.conflict?.version} ${draft?.round}`}
          className={`form-body grid gap-x-6 gap-y-5 px-5 py-5 ${preview ? "lg:grid-cols-2" : ""}`}
        >
          {steps}
          <div data-fields="" className="grid min-w-0 grid-cols-1 content-start gap-5">
            <Problems state={state} labels={labels} corrected={corrected} />
            {state?.conflict && (
              <Suspense>
                <Conflict conflict={state.conflict} labels={labels} />
              </Suspense>
            )}
            {children}
          </div>
          {preview}
        </div>
        <input
          type="hidden"
          name="version"
          // Values that were sent, or come from a draft, belong to the version with which they began.
          value={state?.conflict?.version ?? state?.values.version ?? defaults.version ?? ""}
        />
        {defaults.version === undefined && <NewId sent={state?.values.new_id} />}
        <footer className="form-foot">
          {aside && <div className="form-aside">{aside}</div>}
          <div className="form-actions">
            {leftBehind.length > 0 && (
              <p role="status" className="basis-full text-sm wrap-anywhere">
                L’anglais ne suit pas le français, relisez-le aussi :{" "}
                {leftBehind.map((one) => englishWords(one, labels)).join(", ")}
              </p>
            )}
            <Link to={back} preventScrollReset className="button quiet">
              {dismiss}
            </Link>
            {submit !== null && (
              <button
                type="submit"
                disabled={busy}
                className={isGrave ? "button danger" : "button"}
              >
                {busy ? "Enregistrement…" : state?.conflict ? "Enregistrer ma version" : submit}
              </button>
            )}
          </div>
        </footer>
      </Form>
      {guard}
    </dialog>
  );
}

/** The id of the record that this form creates, however often it is sent. */
function NewId({ sent }: { sent: string | undefined }) {
  const [own] = useState(randomId);
  // The server rendered another random id, which stays.
  return <input type="hidden" name="new_id" value={sent ?? own} suppressHydrationWarning />;
}

/** Asks before what was typed is thrown away, by a link, the back button or a closed tab. */
function useDirtyGuard(isKept: boolean): { guard: ReactNode; touched: () => void } {
  const [dirty, setDirty] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);
  const guard = blocker.state === "blocked" && (
    <ConfirmDialog
      title="Quitter sans enregistrer ?"
      message={
        isKept
          ? "Rien ne sera publié. Ce que vous avez saisi reste en brouillon et vous sera proposé quand vous rouvrirez cette fiche."
          : "Ce que vous avez saisi dans cette fiche sera perdu."
      }
      action="Quitter"
      close={() => blocker.state === "blocked" && blocker.reset()}
      confirm={() => blocker.proceed()}
    />
  );
  return { guard, touched: () => setDirty(true) };
}

/** Whether a field that was refused is right now, as far as a browser can tell: the server has the last word. */
function isRight({ type, value, validity, ariaRequired, required }: HTMLInputElement): boolean {
  if (value.trim() === "") return !required && type !== "hidden" && ariaRequired !== "true";
  // The address of a file of ours has no host.
  return validity.valid || (type === "url" && value.startsWith("/"));
}

/** The refused fields that were put right since: their messages go, and come back with the next refusal. */
function useCorrected(state: SaveState | undefined, dialog: RefObject<HTMLElement | null>) {
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const mark = useCallback(
    (field: string, isWrong: boolean) => {
      const find = (id: string) => dialog.current?.querySelector(`#${CSS.escape(id)}`);
      find(`${field}-error`)?.toggleAttribute("hidden", !isWrong);
      find(field)?.toggleAttribute("data-corrected", !isWrong);
      if (isWrong) find(field)?.setAttribute("aria-invalid", "true");
      else find(field)?.removeAttribute("aria-invalid");
    },
    [dialog],
  );
  const errors = state?.errors;
  useEffect(() => {
    setCorrected([]);
    for (const field of Object.keys(errors ?? {})) mark(field, true);
  }, [errors, mark]);
  const correct = (input: HTMLInputElement) => {
    const { name } = input;
    if (!errors?.[name] || corrected.includes(name) || !isRight(input)) return;
    mark(name, false);
    setCorrected([...corrected, name]);
  };
  return { corrected, correct };
}

type ProblemsProps = Pick<Props, "state" | "labels"> & { corrected: readonly string[] };

/** A message that does not say which field it is about is told with its label. */
function problemWords(message: string, label: string | undefined, isOneOfMany: boolean): string {
  if (!label || (!isOneOfMany && message.toLowerCase().includes(label.toLowerCase())))
    return message;
  return `${label} : ${message}`;
}

/** What to correct, each with a link to its field; it takes the focus. */
function Problems({ state, labels, corrected }: ProblemsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state) box.current?.focus();
  }, [state]);
  const problems = Object.entries(state?.errors ?? {}).filter(
    ([field]) => !corrected.includes(field),
  );
  if (problems.length === 0 && !state?.problem) return null;
  const count = problems.length;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-control border-2 border-red bg-rose p-3"
    >
      <p className="flex gap-2 font-bold text-blood">
        <CircleAlert aria-hidden="true" size={20} className="shrink-0" />
        {state?.problem ?? (count > 1 ? `${count} champs à corriger` : "Un champ à corriger")}
      </p>
      {state?.signIn && (
        <p className="mt-1 pl-7">
          <a href={state.signIn} target="_blank" rel="noreferrer" className="underline">
            Connectez-vous dans un nouvel onglet
          </a>
          , puis revenez ici et enregistrez à nouveau.
        </p>
      )}
      <ul className="mt-1 list-disc pl-8">
        {problems.map(([field, message]) => (
          <li key={field}>
            <a className="underline" href={`#${field}`}>
              {problemWords(message, labels[field], field.includes("."))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
