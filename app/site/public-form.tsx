import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { FormState } from "../core/http/submission.server.ts";
import { HONEYPOT } from "../core/values/check-fields.ts";
import { useI18n } from "../i18n/i18n.ts";
import { messageWords } from "../i18n/too-long.ts";
import type { FieldProps } from "../ui/fields.tsx";

type Words = Readonly<Record<string, string | number | null>>;

type Props = {
  /** The answer of the server to the last attempt. */
  state?: FormState;
  /** The values of placeholders in the messages of this form. */
  words?: Words;
  /** Where the fields are posted; this page when absent. Keeps the visitor at the form with its #. */
  action?: string;
  submit: string;
  /** Another action of the page stands before this one, or it takes something away. */
  look?: "secondary" | "grave";
  /** It may send a file. */
  withFile?: boolean;
  children: ReactNode;
  className?: string;
};

/**
 * A form of the public site: error summary that takes the focus, fields, the field that people do
 * not see, and a button that shows it is working. Validation is the server's; the script says the
 * same things earlier.
 */
export function PublicForm({ state, words, action, submit, children, ...props }: Props) {
  const { look, withFile, className } = props;
  const { t } = useI18n();
  const trap = useId();
  return (
    <form
      method="post"
      action={action}
      encType={withFile ? "multipart/form-data" : undefined}
      noValidate
      className={className}
      data-form=""
    >
      <ErrorSummary state={state} words={words} />
      {children}
      <p className="absolute -left-[9999px]" aria-hidden="true">
        <label htmlFor={trap}>{t("forms.honeypot")}</label>
        <input id={trap} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </p>
      <button
        type="submit"
        className={`button ${look ? "button-line" : ""} ${look === "grave" ? "text-blood" : ""}`}
        data-working={t("forms.working")}
      >
        {submit}
      </button>
    </form>
  );
}

/**
 * How many fields to correct, each with a link to it; or what is wrong with the whole. A page whose
 * forms come and go with the state of what it shows has it by itself.
 * However many they are, it is no taller than what the header leaves of the screen, so that its first line is seen.
 */
export function ErrorSummary({
  state,
  words,
  className = "",
}: Pick<Props, "state" | "words" | "className">) {
  const { t, language } = useI18n();
  const problems = Object.entries(state?.errors ?? {});
  if (problems.length === 0 && !state?.problem) return null;
  return (
    <div
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after a refused form, what is wrong is where one must look
      autoFocus
      className={`max-h-[calc(100vh-72px)] overflow-auto badge-red rounded-control p-4 ${className}`}
    >
      <p className="flex gap-2 font-bold">
        <CircleAlert aria-hidden="true" size={22} className="mt-0.5 shrink-0" />
        {state?.problem
          ? t(state.problem, { reference: state.reference })
          : t("validation.summary", { count: problems.length })}
      </p>
      {problems.length > 0 && (
        <ul className="mt-2 list-disc pl-8 text-sm">
          {problems.map(([field, message]) => (
            <li key={field}>
              <a className="underline" href={`#${field}`}>
                {messageWords({ t, language }, message, words)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * What a field needs of the dictionary and of the last try: `field("email", "validation.contact.email")`
 * gives its name, its typed value, its error and the message that the script may show early.
 */
export function useFields(state: FormState | undefined, words?: Words) {
  const { t, language } = useI18n();
  return (
    name: string,
    message: string,
  ): Pick<FieldProps, "name" | "error" | "message" | "defaultValue"> => {
    const error = state?.errors[name];
    return {
      name,
      message: t(message as "validation.invalid"),
      error: error && messageWords({ t, language }, error, words),
      defaultValue: state?.values[name],
    };
  };
}
