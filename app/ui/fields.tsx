import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type FieldProps = {
  name: string;
  label: string;
  /** Said before anything is typed. */
  hint?: string;
  /** What is wrong with what was typed. */
  error?: string;
  /** What the script says at once when the browser finds the field wrong: the server's own words. */
  message?: string;
  /** The same, when the pattern is not met rather than the length. */
  patternMessage?: string;
  required?: boolean;
  defaultValue?: string;
  autoComplete?: string;
};

type InputProps = FieldProps & {
  type?: "text" | "email" | "tel" | "date" | "time" | "datetime-local" | "url" | "number" | "color";
  inputMode?: "decimal" | "email" | "tel" | "numeric";
  minLength?: number;
  pattern?: string;
  min?: string;
  max?: string;
  step?: string;
};

const BOX =
  "mt-1.5 block w-full min-h-12 rounded-control border-2 border-[#7c8780] bg-white px-3.5 py-2 aria-[invalid=true]:border-red";

/** What every control carries: its name, its messages and where its hint and error stand. */
function controlProps({ name, hint, error, message, patternMessage, ...props }: FieldProps) {
  const described = [hint && `${name}-hint`, `${name}-error`].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    required: props.required,
    autoComplete: props.autoComplete,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described,
    "data-message": message,
    "data-pattern-message": patternMessage,
  };
}

/** Label above, hint, control, then the error: the same order everywhere. */
function Frame({
  field,
  children,
  className,
}: {
  field: FieldProps;
  children: ReactNode;
  className?: string;
}) {
  const { name, label, hint, required } = field;
  return (
    <div className={className}>
      <label htmlFor={name} className="font-semibold">
        {label}
        {required && <span aria-hidden="true">{"\u00a0*"}</span>}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError field={field} />
    </div>
  );
}

/** Always there, so that the script has where to write; empty while all is well. */
function FieldError({ field: { name, error } }: { field: FieldProps }) {
  return (
    <p id={`${name}-error`} className="field-error">
      {error && <CircleAlert aria-hidden="true" size={18} className="mt-0.5 shrink-0" />}
      {error}
    </p>
  );
}

export function TextField({ type = "text", ...props }: InputProps) {
  const { inputMode, minLength, pattern, min, max, step, defaultValue } = props;
  return (
    <Frame field={props}>
      <input
        {...controlProps(props)}
        type={type}
        inputMode={inputMode}
        minLength={minLength}
        pattern={pattern}
        min={min}
        max={max}
        step={step}
        defaultValue={defaultValue}
        className={BOX}
      />
    </Frame>
  );
}

export function TextArea({
  rows = 4,
  minLength,
  ...props
}: FieldProps & { rows?: number; minLength?: number }) {
  return (
    <Frame field={props}>
      <textarea
        {...controlProps(props)}
        rows={rows}
        minLength={minLength}
        defaultValue={props.defaultValue}
        className={BOX}
      />
    </Frame>
  );
}

export function FileField({ accept, ...props }: FieldProps & { accept: string }) {
  return (
    <Frame field={props}>
      <input {...controlProps(props)} type="file" accept={accept} className={BOX} />
    </Frame>
  );
}

type SelectProps = FieldProps & {
  options: readonly { value: string; label: string }[];
  /** The first, empty, choice; absent where one is always chosen. */
  placeholder?: string;
};

export function Select({ options, placeholder, ...props }: SelectProps) {
  return (
    <Frame field={props}>
      <select {...controlProps(props)} defaultValue={props.defaultValue ?? ""} className={BOX}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** One choice among a few, each a card that says what it is. */
export function RadioCards({
  options,
  ...props
}: FieldProps & { options: { value: string; card: ReactNode; disabled?: boolean }[] }) {
  const { name, label, required, defaultValue } = props;
  const first = Math.max(
    0,
    options.findIndex(({ disabled }) => !disabled),
  );
  return (
    <fieldset aria-describedby={`${name}-error`}>
      <legend className="mb-1.5 font-semibold">
        {label}
        {required && <span aria-hidden="true">{"\u00a0*"}</span>}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {options.map(({ value, card, disabled }, place) => (
          <label
            key={value}
            className="card flex cursor-pointer gap-3 border-2 p-4 has-checked:border-leaf has-checked:bg-mint has-disabled:bg-paper"
          >
            <input
              // The error summary leads to the first one that can be chosen.
              id={place === first ? name : undefined}
              type="radio"
              name={name}
              value={value}
              required={required}
              disabled={disabled}
              defaultChecked={!disabled && defaultValue === value}
              className="mt-0.5 size-6 shrink-0 accent-leaf"
            />
            <span className="grow">{card}</span>
          </label>
        ))}
      </div>
      <FieldError field={props} />
    </fieldset>
  );
}

export function Checkbox({
  children,
  value = "on",
  ...props
}: Omit<FieldProps, "label"> & { value?: string; children: ReactNode }) {
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...controlProps({ ...props, label: "" })}
          type="checkbox"
          value={value}
          defaultChecked={props.defaultValue === value}
          className="mt-0.5 size-6 shrink-0 accent-leaf"
        />
        <label htmlFor={props.name}>{children}</label>
      </div>
      <FieldError field={{ ...props, label: "" }} />
    </div>
  );
}
