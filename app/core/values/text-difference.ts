/** A stretch of two texts: in both, or in one of them alone. */
export type Stretch = { kind: "same" | "added" | "removed"; text: string };

/** Beyond so many changed pieces, finding the shortest way from one text to the other takes too long. */
const MAX_CHANGES = 400;
/** Letters of what is the same that stand before and after a change. */
const AROUND = 160;

/**
 * What was added to a text and removed from it, word by word. Lines are compared first, then the words of
 * those that changed; where too much did, the whole lines stand for their words. Its time grows with the
 * length of the texts, whatever they are.
 */
export function textDifference(was: string, is: string): Stretch[] {
  if (was === is) return was === "" ? [] : [{ kind: "same", text: was }];
  const lines = differenceOf(piecesOf(was, /[^\n]*\n|[^\n]+/g), piecesOf(is, /[^\n]*\n|[^\n]+/g));
  const words = lines.flatMap((stretch, place) => {
    const next = lines[place + 1];
    if (stretch.kind === "removed" && next?.kind === "added") {
      return differenceOf(wordsOf(stretch.text), wordsOf(next.text));
    }
    // It was compared with what was removed before it.
    return stretch.kind === "added" && lines[place - 1]?.kind === "removed" ? [] : [stretch];
  });
  return joined(words);
}

const piecesOf = (text: string, piece: RegExp): string[] => text.match(piece) ?? [];
/** Words, the spaces between them, and signs. */
const wordsOf = (text: string) => piecesOf(text, /[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu);

/** The difference of two rows of pieces: what they begin and end with alike is set aside first. */
function differenceOf(was: readonly string[], is: readonly string[]): Stretch[] {
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start] === is[start]) start++;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const before = was.slice(start, was.length - end);
  const after = is.slice(start, is.length - end);
  return joined([
    { kind: "same", text: was.slice(0, start).join("") },
    ...shortestWay(before, after),
    { kind: "same", text: was.slice(was.length - end).join("") },
  ]);
}

/**
 * Myers' way from one row to the other with the fewest changes. After `changes` of them, `furthest` tells of
 * each diagonal how far in `was` one comes.
 */
function shortestWay(was: readonly string[], is: readonly string[]): Stretch[] {
  const limit = Math.min(was.length + is.length, MAX_CHANGES);
  let furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let changes = 0; changes <= limit; changes++) {
    trace.push(furthest);
    const reached = new Map(furthest);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let place = comesFromAbove(furthest, diagonal, changes)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (
        place < was.length &&
        place - diagonal < is.length &&
        was[place] === is[place - diagonal]
      ) {
        place++;
      }
      reached.set(diagonal, place);
      if (place >= was.length && place - diagonal >= is.length) return walkBack(trace, was, is);
    }
    furthest = reached;
  }
  return [
    { kind: "removed", text: was.join("") },
    { kind: "added", text: is.join("") },
  ];
}

/** Whether the way onto a diagonal adds a piece, rather than removing one. */
const comesFromAbove = (furthest: Map<number, number>, diagonal: number, changes: number) =>
  diagonal === -changes ||
  (diagonal !== changes && (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0));

function walkBack(
  trace: readonly Map<number, number>[],
  was: readonly string[],
  is: readonly string[],
): Stretch[] {
  const way: Stretch[] = [];
  let [old, now] = [was.length, is.length];
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const furthest = trace[changes] as Map<number, number>;
    const diagonal = old - now;
    const above = comesFromAbove(furthest, diagonal, changes);
    const from = above ? diagonal + 1 : diagonal - 1;
    const start = furthest.get(from) ?? 0;
    while (changes > 0 ? old > start + (above ? 0 : 1) : old > 0) {
      old--;
      now--;
      way.push({ kind: "same", text: was[old] ?? "" });
    }
    if (changes === 0) break;
    if (above) way.push({ kind: "added", text: is[--now] ?? "" });
    else way.push({ kind: "removed", text: was[--old] ?? "" });
  }
  return way.reverse();
}

/** Neighbours of one kind as one; between two stretches that are the same, what was removed stands first. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  let [removed, added] = ["", ""];
  const settle = () => {
    if (removed !== "") result.push({ kind: "removed", text: removed });
    if (added !== "") result.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  for (const { kind, text } of stretches) {
    if (text === "") continue;
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else {
      settle();
      const last = result.at(-1);
      if (last?.kind === "same") last.text += text;
      else result.push({ kind, text });
    }
  }
  settle();
  return result;
}

/** The changes with what stands around them; of the rest of a long text, three dots. */
export function aroundChanges(stretches: readonly Stretch[]): Stretch[] {
  return stretches.map((stretch, place) => {
    const { kind, text } = stretch;
    if (kind !== "same" || text.length <= 2 * AROUND) return stretch;
    const start = place === 0 ? "" : text.slice(0, AROUND);
    const end = place === stretches.length - 1 ? "" : text.slice(-AROUND);
    return { kind, text: [start, end].join(" […] ") };
  });
}
