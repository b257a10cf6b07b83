import * as z from "zod";
import type { Field, Fields, FormValues } from "../../records/record-fields.ts";
import {
  blankIsNull,
  box,
  day,
  lines,
  oneOf,
  optional,
  optionalAddress,
  required,
  webAddress,
  whole,
} from "./schema.ts";

/**
 * What a form accepts of a record: the checks of its fields, in their order.
 * @param written The checks of the fields that have one of their own.
 */
export function recordSchema<F extends Fields, W extends z.ZodRawShape>(
  { form }: { form: F },
  written: W = {} as W,
) {
  const checks: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(form)) {
    const own = written[name] ?? checkOf(field);
    if (own) checks[name] = own as z.ZodType;
    const english = `${name}_en`;
    const twin = written[english] ?? (field.english === undefined ? undefined : twinOf(field));
    if (twin) checks[english] = twin as z.ZodType;
  }
  return z.object(checks) as unknown as z.ZodType<FormValues<F> & z.output<z.ZodObject<W>>>;
}

function checkOf({ kind, required: missing, message = "", min = 0, max, choices = [] }: Field) {
  const values = choices.map(({ value }) => value) as [string, ...string[]];
  switch (kind) {
    case "text":
      return missing === undefined ? optional(max) : required(missing, max);
    case "lines":
      return missing === undefined ? lines : lines.refine((all) => all.length > 0, missing);
    case "file":
      return missing === undefined
        ? optionalAddress()
        : required(missing, 2_000).pipe(webAddress());
    case "whole":
      return missing === undefined
        ? blankIsNull(whole(message, min, max))
        : whole(missing, min, max);
    case "day":
      return blankIsNull(day(message));
    case "choice":
      return oneOf(values, message);
    case "position":
      return z
        .enum(values)
        .default(values[0])
        .transform((value) => value === values[0]);
    case "box":
      return box;
    default:
      return undefined;
  }
}

/** Nobody has to write the English of a text. */
const twinOf = ({ kind, max }: Field) =>
  kind === "lines" ? lines.transform((all) => (all.length > 0 ? all : null)) : optional(max);
