import { useDeferredValue, useEffect, useState } from "react";
import { formatSize } from "../../i18n/format.ts";
import { isOwnPicture, type TextDocument } from "../text-document.ts";
import { adviceOn, type Costs, picturesOf, priceOf, weightOf } from "./advice.ts";

/** The fields of the form that count for the page of a text: its summary, and the picture at its head. */
export type PageFields = { summary?: string; picture?: string };

type Props = {
  document: TextDocument;
  form: HTMLFormElement | null;
  /** Null where the text is a small part of a page, which is not weighed by it. */
  fields: PageFields | null;
};

const NO_FIELDS: PageFields = {};

/** What the page of a text weighs for a visitor and what the text lacks, while it is written. */
export function TextAdvice({ document, form, fields }: Props) {
  const text = useDeferredValue(document);
  const values = useFieldValues(form, fields ?? NO_FIELDS);
  const pictures = picturesOf(text, values.picture ?? "");
  const costs = useCosts(fields ? text.length > 0 : pictures.length > 0, pictures);
  const missing = adviceOn(text, costs, values.summary);
  if (!fields && missing.length === 0) return null;
  return (
    <div className="border-t border-line px-3.5 py-2 text-sm text-muted">
      {fields && costs && text.length > 0 && (
        <p>{weightWords(weightOf(text, values.picture ?? "", costs), costs.price)}</p>
      )}
      {missing.length > 0 && (
        <ul aria-label="Ce qui manque à ce texte" className="mt-1 list-disc pl-5">
          {missing.map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const weightWords = (bytes: number, price: number) =>
  `Pour un visiteur, cette page pèse environ ${formatSize("fr", bytes)}, soit ${priceOf(bytes, price)}\u00a0GNF de données.`;

/** What stands in other fields of the form, followed while it is typed. */
function useFieldValues(form: HTMLFormElement | null, fields: PageFields): PageFields {
  const { summary, picture } = fields;
  const [values, setValues] = useState<PageFields>({});
  useEffect(() => {
    if (!form) return;
    const read = () => {
      const data = new FormData(form);
      const valueIn = (name: string | undefined) =>
        name === undefined ? undefined : String(data.get(name) ?? "").trim();
      const next = { summary: valueIn(summary), picture: valueIn(picture) };
      setValues((before) =>
        before.summary === next.summary && before.picture === next.picture ? before : next,
      );
    };
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [form, summary, picture]);
  return values;
}

/** A picture that was just sent is made smaller within seconds; one that never is counts as heavy as any may be. */
const WAIT_MS = 5_000;
const MOST_WAITS = 24;

/** Pictures that come with the site, and those of others, are none that could become lighter. */
const isUpload = (src: string) => isOwnPicture(src) && src.startsWith("/files/");

/**
 * Asked for once something is written, and again only when there are other uploads: an address that is being
 * typed is none yet. Without an answer nothing is said of weights.
 */
function useCosts(isWritten: boolean, pictures: readonly string[]): Costs | undefined {
  const query = String(new URLSearchParams(pictures.filter(isUpload).map((src) => ["src", src])));
  const [costs, setCosts] = useState<Costs>();
  useEffect(() => {
    if (!isWritten) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (waits: number): Promise<void> => {
      const answer = await fetch(`/admin/texts/costs?${query}`, { signal: stop.signal });
      if (!answer.ok) return;
      const next = (await answer.json()) as Costs;
      setCosts(next);
      const isWhole = Object.keys(next.pictures).length === new URLSearchParams(query).size;
      if (isWhole || waits === 0) return;
      timer = setTimeout(() => ask(waits - 1).catch(() => {}), WAIT_MS);
    };
    ask(MOST_WAITS).catch(() => {});
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isWritten, query]);
  return costs;
}
