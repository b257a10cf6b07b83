import type { FormValues } from "../values/check-fields.ts";

/**
 * No form of the public site is larger; a longer body is refused before it is read. Text of a form with
 * accents takes up to three times its characters in a urlencoded body.
 */
const MAX_BYTES = 64 * 1024;

/** Forms of the back office hold articles and pages. */
export const MAX_OFFICE_BYTES = 512 * 1024;

/** The bytes of a body; undefined when there are more, which is known before the rest is read. */
export async function readBytes(
  request: Request,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Form = { size: number; values: FormValues; files: Record<string, Blob> } | undefined;

/** A body can be read once, so the permission check, the confirmation and the action share the parsed form. */
const FORMS = new WeakMap<Request, Promise<Form>>();

/** The fields of a POST; undefined when it is too large, or not a form. */
export async function readFields(
  request: Request,
  most = MAX_BYTES,
): Promise<FormValues | undefined> {
  return (await readOnce(request, most))?.values;
}

/** A file of a form whose fields were read; undefined when none was chosen. */
export async function readChosenFile(
  request: Request,
  name: string,
  most: number,
): Promise<Blob | undefined> {
  const file = (await readOnce(request, most))?.files[name];
  return file && file.size > 0 ? file : undefined;
}

async function readOnce(request: Request, most: number): Promise<Form> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return undefined;
  const reading = FORMS.get(request) ?? readForm(request, most);
  FORMS.set(request, reading);
  const form = await reading;
  return form && form.size <= most ? form : undefined;
}

/** The fields of a form; none when it cannot be read. */
export const readFieldsOrNone = async (request: Request): Promise<FormValues> =>
  (await readFields(request)) ?? {};

async function readForm(request: Request, most: number): Promise<Form> {
  try {
    const bytes = await readBytes(request, most);
    if (!bytes) return undefined;
    const type = request.headers.get("content-type") ?? "";
    const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
    const values: FormValues = {};
    const files: Record<string, Blob> = {};
    for (const [name, value] of form) {
      // A NUL cannot be stored in PostgreSQL.
      if (typeof value === "string") values[name] = value.replaceAll("\0", "");
      else files[name] = value;
    }
    return { size: bytes.length, values, files };
  } catch {
    return undefined;
  }
}
