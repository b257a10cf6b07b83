import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Toast } from "../../kit/toast.ts";

type FieldProps = {
  name: string;
  /** When the screen has several fields of that name. */
  id?: string;
  label: string;
  type: "email" | "password" | "text";
  autoComplete: string;
  hint?: string;
  error?: string;
  defaultValue?: string;
  minLength?: number;
  inputMode?: "numeric";
  autoFocus?: boolean;
};

/** A field of the screens before the back office. */
export function EntranceField(props: FieldProps) {
  const { name, id = name, label, hint, error, ...input } = props;
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <input
        id={id}
        name={name}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${hint ? `${id}-hint ` : ""}${id}-error`}
        {...input}
        className="mt-1 block min-h-12 w-full rounded-control border-2 border-control bg-white px-3.5 text-base aria-invalid:border-red"
      />
      <p id={`${id}-error`} className="field-error">
        {error && <CircleAlert aria-hidden="true" size={17} className="mt-0.5 shrink-0" />}
        {error}
      </p>
    </div>
  );
}

const PANELS = {
  red: "border-red bg-rose text-blood",
  orange: "border-[#d9650b] bg-[#ffe9d9] text-[#7a3000]",
  yellow: "border-ochre bg-amber text-ochre",
  green: "border-green bg-mint text-[#005536]",
} as const;

type PanelProps = { tone: keyof typeof PANELS; title: string; children?: ReactNode };

/** What happened, above a form. */
export function Panel({ tone, title, children }: PanelProps) {
  return (
    <div
      role={tone === "green" ? "status" : "alert"}
      className={`rounded-card border-2 p-4 ${PANELS[tone]}`}
    >
      <p className="font-bold">{title}</p>
      <div className="mt-1 grid gap-2 text-ink">{children}</div>
    </div>
  );
}

/** A message at the top right of a document without a script: its cross closes it. */
export function EntranceToast({ kind, text }: Toast) {
  const Icon = kind === "error" ? CircleAlert : CircleCheck;
  return (
    <details
      open
      className="fixed top-3 right-3 z-50 w-[min(380px,calc(100vw-24px))] rounded-card border border-line bg-white shadow-card not-open:hidden max-sm:top-auto max-sm:bottom-3"
    >
      <summary
        aria-label="Fermer le message"
        className="absolute top-0.5 right-0.5 grid size-10 place-items-center text-lg text-muted"
      >
        ×
      </summary>
      <p role="status" className="flex items-start gap-3 p-3 pr-11">
        <Icon
          aria-hidden="true"
          size={20}
          className={`mt-0.5 shrink-0 ${kind === "error" ? "text-red" : "text-leaf"}`}
        />
        {text}
      </p>
    </details>
  );
}
