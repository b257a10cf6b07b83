import type { Step } from "./upload.server.ts";
import { tooLargeMessage } from "./upload-words.ts";

/** One file in transfer: its progress in percent, and its result. */
export type Sending = {
  file: File;
  progress: number;
  /** Why it was refused. */
  problem?: string;
  /** The title of a file with the same content. */
  twin?: string;
  done?: boolean;
};

/** A chosen file. One that is too large is refused before it is sent. */
export const newSending = (file: File, maxBytes: number): Sending =>
  file.size > maxBytes
    ? { file, progress: 0, problem: tooLargeMessage(maxBytes, file.size), done: true }
    : { file, progress: 0 };

type Change = (index: number, news: Partial<Sending>) => void;
type Outcome = { uploaded: number; refused: string[]; failed?: string };

export const FAILED = "Erreur lors du téléchargement";
const SESSION_OVER = `${FAILED} : votre session a pris fin, connectez-vous dans un autre onglet`;
const AWAY = `${FAILED} : le stockage ou la base de données ne répond pas`;

/**
 * Sends files one after the other. A refused one says why and the others follow; a failure of the network or of the
 * server stops, since the others would fail the same way.
 */
export async function sendAll(
  sendings: readonly Sending[],
  fields: FormData,
  change: Change,
): Promise<Outcome> {
  const outcome: Outcome = { uploaded: 0, refused: [] };
  for (const [index, { file, done, problem }] of sendings.entries()) {
    if (done && problem) outcome.refused.push(file.name);
    if (done) continue;
    const last = await sendOne(file, fields, (progress) => change(index, { progress })).catch(
      (): Step => ({ failed: FAILED }),
    );
    if ("progress" in last && last.progress === 100) {
      outcome.uploaded += 1;
      change(index, { progress: 100, done: true, twin: last.twin });
    } else if ("refused" in last) {
      outcome.refused.push(file.name);
      change(index, { problem: last.refused, done: true });
    } else {
      outcome.failed = "failed" in last ? last.failed : FAILED;
      change(index, { problem: outcome.failed });
      return outcome;
    }
  }
  return outcome;
}

/** Sends one file and tells each step; returns the last. */
export async function sendOne(
  file: File,
  fields: FormData,
  tell: (progress: number) => void,
): Promise<Step> {
  const about = new URLSearchParams({ filename: file.name });
  for (const [name, value] of fields) if (typeof value === "string") about.set(name, value);
  const answer = await fetch(`/admin/files/upload?${about}`, { method: "POST", body: file });
  if (answer.redirected) return { failed: SESSION_OVER };
  if (answer.status === 503) return { failed: AWAY };
  if (!answer.ok || !answer.body) return { failed: FAILED };
  const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  let last: Step = { failed: FAILED };
  for (;;) {
    const { value, done } = await lines.read();
    waiting += value ?? "";
    const parts = waiting.split("\n");
    waiting = parts.pop() ?? "";
    for (const part of parts) {
      last = JSON.parse(part) as Step;
      if ("progress" in last) tell(last.progress);
    }
    if (done) return last;
  }
}
