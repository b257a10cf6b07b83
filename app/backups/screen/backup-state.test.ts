import { describe, expect, test } from "vitest";
import type { LostFiles, RunKind, RunReason } from "../nightly/backups.ts";
import { type BackupHistory, isBusy, isKeyDue, judge, nextWork, type Run } from "./backup-state.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

type RunOf = {
  missing?: LostFiles;
  ago: number;
  reason?: RunReason;
  archive?: string | null;
  elsewhere?: boolean;
};
function run(
  kind: RunKind,
  { ago: hours, reason, archive = "a", elsewhere = false, missing }: RunOf,
): Run {
  return {
    kind,
    status: reason ? "failed" : "done",
    started_at: ago(hours),
    lease_until: null,
    ended_at: ago(hours - 0.1),
    archive,
    archive_at: archive ? ago(hours) : null,
    elsewhere,
    reason: reason ?? null,
    findings: missing ? { missing } : {},
  };
}
const history = (runs: Run[], more: Partial<BackupHistory> = {}): BackupHistory => ({
  hasKeys: true,
  hasElsewhere: true,
  keyShownAt: ago(24),
  runs,
  ...more,
});
const tonight = (more: Partial<RunOf> = {}) => run("archive", { ago: 9, elsewhere: true, ...more });
const proof = (more: Partial<RunOf> = {}) => run("proof", { ago: 8, ...more });
const toneOf = (runs: Run[], more?: Partial<BackupHistory>) => judge(history(runs, more), NOW).tone;

describe("the mark", () => {
  test("is green for a copy elsewhere of less than a day that came back in a try", () => {
    expect(toneOf([proof(), tonight()])).toBe("good");
  });

  test("is amber for a copy on this machine alone, and says so", () => {
    const here = history([proof(), tonight({ elsewhere: false })], { hasElsewhere: false });
    expect(judge(here, NOW)).toEqual({ tone: "warn", words: "Sauvegardé sur la même machine" });
    expect(toneOf([tonight()])).toBe("warn");
    expect(toneOf([])).toBe("warn");
  });

  test("is red until somebody has shown that they hold the recovery key, whatever else is well", () => {
    const unshown = { keyShownAt: undefined };
    const words = "La clé de secours n’a pas encore été vérifiée";
    for (const runs of [[], [tonight()], [proof(), tonight()]]) {
      expect(judge(history(runs, unshown), NOW)).toEqual({ tone: "bad", words });
    }
    const failed = [run("archive", { ago: 1, reason: "full", archive: null })];
    expect(judge(history(failed, unshown), NOW).words).toContain("assez de place");
  });

  test("is amber for a handful of files that the store lacks, and red for more or for a store that shrank", () => {
    const lacking = (missing: LostFiles) => [proof(), tonight({ missing })];
    const verdictOf = (missing: LostFiles) => judge(history(lacking(missing)), NOW);
    expect(verdictOf({ count: 2, keys: [], fewer: 0 })).toEqual({
      tone: "warn",
      words: "2 fichiers utilisés par le site manquent ou ont changé dans le stockage",
    });
    expect(verdictOf({ count: 6, keys: [], fewer: 0 }).tone).toBe("bad");
    expect(verdictOf({ count: 0, keys: [], fewer: 26 })).toEqual({
      tone: "bad",
      words: "26 fichiers de moins sans que rien ait été supprimé",
    });
    // What was lacking once is over with the next archive that has it.
    const before = tonight({ ago: 33, missing: { count: 6, keys: [], fewer: 0 } });
    expect(toneOf([proof(), tonight(), before])).toBe("good");
    // Where there is no copy elsewhere, the files come first: a copy of what is lost helps nobody.
    const here = history(
      [tonight({ elsewhere: false, missing: { count: 1, keys: [], fewer: 0 } })],
      { hasElsewhere: false },
    );
    expect(judge(here, NOW).words).toContain("1 fichier");
  });

  test.each<[string, Run[], Partial<BackupHistory>?]>([
    [
      "the last one failed",
      [run("archive", { ago: 1, reason: "full", archive: null }), proof(), tonight()],
    ],
    ["a file changed by itself", [proof(), tonight({ reason: "changed" })]],
    [
      "the last one is older than a day",
      [run("proof", { ago: 27 }), run("archive", { ago: 28, elsewhere: true })],
    ],
    ["its try failed", [proof({ reason: "damaged", archive: null }), tonight()]],
    ["something else came back", [proof({ reason: "differs" }), tonight()]],
    ["the last try is older than a day", [tonight(), run("proof", { ago: 40 })]],
    [
      "no copy elsewhere is younger than a day",
      [
        proof(),
        tonight({ elsewhere: false, reason: "elsewhere" }),
        run("archive", { ago: 33, elsewhere: true }),
      ],
    ],
  ])("is red when %s", (_, runs, more) => {
    expect(toneOf(runs, more)).toBe("bad");
  });

  test("is amber where nobody has set backups up", () => {
    expect(toneOf([], { hasKeys: false, keyShownAt: undefined })).toBe("warn");
  });

  test("a site that stopped in the middle is no failure as long as the last archive is young", () => {
    const stopped = run("archive", { ago: 0.2, reason: "stopped", archive: null });
    expect(toneOf([stopped, proof(), tonight()])).toBe("good");
  });
});

describe("a clock that was ahead", () => {
  const ahead = (days: number) => [
    run("proof", { ago: -24 * days, archive: "future" }),
    run("archive", { ago: -24 * days, archive: "future", elsewhere: true }),
  ];

  test.each([30, 400])(
    "by %i days: its archive is none of tonight, and nothing is in order",
    (days) => {
      const old = [run("proof", { ago: 33 }), run("archive", { ago: 34, elsewhere: true })];
      const runs = [...ahead(days), ...old];
      expect(nextWork(history(runs), NOW)).toBe("archive");
      expect(judge(history(runs), NOW)).toMatchObject({
        tone: "bad",
        words: expect.stringContaining("date à venir"),
      });
      expect(judge(history(ahead(days)), NOW).tone).toBe("bad");
    },
  );

  test("once there is one of tonight it is tried, copied and counted as any other", () => {
    const here = tonight({ elsewhere: false });
    expect(nextWork(history([...ahead(30), here]), NOW)).toBe("copy");
    expect(nextWork(history([...ahead(30), tonight()]), NOW)).toBe("proof");
    expect(toneOf([...ahead(30), proof(), tonight()])).toBe("good");
  });

  test("that is doubted is said, whatever the archives are", () => {
    const doubted = history([proof(), tonight()], { isClockDoubted: true });
    expect(judge(doubted, NOW)).toMatchObject({
      tone: "bad",
      words: expect.stringContaining("horloge"),
    });
  });
});

describe("what is to be done", () => {
  const work = (runs: Run[], more?: Partial<BackupHistory>) => nextWork(history(runs, more), NOW);

  test("nothing before there is a key; then an archive, its way elsewhere, its try", () => {
    expect(work([], { hasKeys: false })).toBeUndefined();
    expect(work([])).toBe("archive");
    expect(work([run("archive", { ago: 11 })])).toBe("archive");
    expect(work([tonight()])).toBe("proof");
    expect(work([proof(), tonight()])).toBeUndefined();
    expect(work([proof({ archive: "of another machine" }), tonight()])).toBeUndefined();
    expect(work([tonight({ elsewhere: false, ago: 3 })])).toBe("copy");
    expect(work([tonight({ elsewhere: false })], { hasElsewhere: false })).toBe("proof");
    expect(work([run("copy", { ago: 2, elsewhere: true }), tonight({ elsewhere: false })])).toBe(
      "proof",
    );
  });

  test("one that was made before a migration, or whose store was away, goes elsewhere at once, whatever else there is", () => {
    const hereAlone = run("archive", { ago: 0.1, archive: "b" });
    expect(work([hereAlone, proof(), tonight()])).toBe("copy");
    const copied = run("copy", { ago: 0, archive: "b", elsewhere: true });
    expect(work([copied, hereAlone, proof(), tonight()])).toBe("proof");
  });

  test("what somebody asked for comes first, whatever there is already, and is no archive yet", () => {
    const asked: Run = { ...run("archive", { ago: 0, archive: null }), status: "asked" };
    expect(work([asked, proof(), tonight()])).toBe("archive");
    expect(work([asked], { hasKeys: false })).toBeUndefined();
    expect(toneOf([asked, proof(), tonight()])).toBe("good");
    expect(toneOf([asked, run("archive", { ago: 1, reason: "full", archive: null })])).toBe("bad");
  });

  test("one that waits or runs is under way, one whose process died is not", () => {
    const at = (status: Run["status"], lease_until: Date | null = null) =>
      isBusy([{ status, lease_until }], NOW);
    expect([at("asked"), at("running", ago(-0.1))]).toEqual([true, true]);
    expect([at("running", ago(0.1)), at("done"), at("failed")]).toEqual([false, false, false]);
  });

  test("what failed is tried again, but not at once; what the end of the process cut short is", () => {
    const failed = (hours: number, reason: RunReason) =>
      run("archive", { ago: hours, reason, archive: null });
    expect(work([failed(0.5, "database")])).toBeUndefined();
    expect(work([failed(1.5, "database")])).toBe("archive");
    expect(work([failed(0.01, "stopped")])).toBe("archive");
    const tried = (hours: number) => run("proof", { ago: hours, reason: "unknown", archive: null });
    expect(work([tried(1), tonight()])).toBeUndefined();
    expect(work([tried(7), tonight()])).toBe("proof");
    // An archive that did not get elsewhere is there: only its way is tried again.
    expect(
      work([proof(), tonight({ ago: 0.5, elsewhere: false, reason: "elsewhere" })]),
    ).toBeUndefined();
    expect(work([proof(), tonight({ ago: 2, elsewhere: false, reason: "elsewhere" })])).toBe(
      "copy",
    );
    // One that differs was tried: it does not become another by being tried again.
    expect(work([proof({ reason: "differs" }), tonight()])).toBeUndefined();
  });

  test("the key is asked for each quarter", () => {
    expect(isKeyDue(history([], { keyShownAt: undefined }), NOW)).toBe(true);
    expect(isKeyDue(history([], { keyShownAt: ago(24) }), NOW)).toBe(false);
    expect(isKeyDue(history([], { keyShownAt: ago(24 * 92) }), NOW)).toBe(true);
    expect(isKeyDue(history([], { hasKeys: false }), NOW)).toBe(false);
  });
});
