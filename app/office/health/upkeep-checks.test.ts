import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupHistory, Run } from "../../backups/screen/backup-state.ts";
import { setClock } from "../../core/process/clock.ts";
import { checkBackups, checkClock, checkDisks } from "./health-checks.system.server.ts";

const NOW = new Date("2027-03-01T08:00:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
beforeAll(() => setClock(() => NOW.getTime()));
afterAll(() => setClock());

const run = (kind: Run["kind"], more: Partial<Run> = {}): Run => ({
  kind,
  status: "done",
  started_at: ago(6),
  ended_at: ago(5),
  lease_until: null,
  elsewhere: false,
  reason: null,
  archive: "a",
  archive_at: ago(6),
  findings: {},
  ...more,
});
const found = (history: Partial<BackupHistory>) =>
  checkBackups(async () => ({
    hasKeys: true,
    hasElsewhere: true,
    keyShownAt: ago(24),
    runs: [],
    ...history,
  }));
const WELL = [run("proof"), run("archive", { elsewhere: true })];

test("a site that comes back from elsewhere is well, until somebody should show the key again", async () => {
  expect(await found({ runs: WELL })).toMatchObject({ level: "success" });
  expect(await found({ runs: WELL, keyShownAt: ago(24 * 92) })).toMatchObject({
    level: "warning",
    summary: "La clé de secours est à vérifier dans Sauvegardes",
  });
});

test("a copy on this machine alone waits for the mail of the day, with the key that is due", async () => {
  const here = { runs: [run("proof"), run("archive")], hasElsewhere: false };
  expect(await found(here)).toMatchObject({
    level: "warning",
    summary: "Sauvegardé sur la même machine",
  });
  expect((await found({ ...here, keyShownAt: ago(24 * 92) })).summary).toBe(
    "Sauvegardé sur la même machine\u202f; la clé de secours est à vérifier dans Sauvegardes",
  );
});

test("a key that nobody has shown is told at once, even where all else is well", async () => {
  expect(await found({ runs: WELL, keyShownAt: undefined })).toMatchObject({
    level: "error",
    summary: "La clé de secours n’a pas encore été vérifiée",
  });
});

test("a backup that failed is told at once, with its reason; one that nobody set up is not", async () => {
  const failed = run("archive", { status: "failed", reason: "full", archive: null });
  expect(await found({ runs: [failed, ...WELL] })).toMatchObject({
    level: "error",
    summary: expect.stringContaining("il n’y a plus assez de place"),
  });
  expect(await found({ hasKeys: false })).toMatchObject({
    level: "warning",
    summary: expect.stringContaining("clé de secours"),
  });
});

const HERE = [{ name: "data", folder: "." }];

test("files that the store lacks wait for the mail of the day, and are told at once when they are many", async () => {
  const lacking = (count: number) =>
    found({
      runs: [
        run("proof"),
        run("archive", {
          elsewhere: true,
          findings: { missing: { count, keys: [], fewer: 0 } },
        }),
      ],
    });
  expect((await lacking(2)).level).toBe("warning");
  expect(await lacking(9)).toMatchObject({
    level: "error",
    summary: "9 fichiers utilisés par le site manquent ou ont changé dans le stockage",
  });
});

test("a clock is red once it is far ahead, amber while it is behind, and says what it is compared with", async () => {
  const look = (trusted: boolean, known?: Date) =>
    checkClock(async () => ({ trusted, now: NOW, known }));
  expect(await look(true)).toMatchObject({ level: "success" });
  expect(await look(false, ago(400 * 24))).toMatchObject({
    level: "error",
    summary: expect.stringMatching(/^400 jours d’avance/),
    details: [
      ["L’horloge indique", expect.any(String)],
      [expect.any(String), expect.any(String)],
    ],
  });
  expect(await look(true, ago(-48))).toMatchObject({
    level: "warning",
    summary: expect.stringMatching(/^2 jours de retard/),
  });
  // What could not be compared is not green.
  expect(await look(false)).toMatchObject({ level: "warning" });
});

test("the disk names what is kept beside the site and takes some of it", async () => {
  const state = { at: ago(24).toISOString(), until: ago(-24).toISOString(), archive: null };
  const states = [
    { ...state, id: "a", kind: "copy" as const, bytes: 5_000_000 },
    { ...state, id: "b", kind: "former" as const },
  ];
  expect((await checkDisks(HERE, { states })).details).toEqual([
    ["Copie prête à prendre la place du site", expect.stringMatching(/Mo, le site du /)],
    ["État précédent gardé", expect.stringMatching(/^taille inconnue, le site du /)],
  ]);
  expect((await checkDisks(HERE, { states: [] })).details).toBeUndefined();
});

test("the disk tells of states that no journal names, and that nothing removes", async () => {
  const { level, details } = await checkDisks(HERE, { states: [] }, ["lost"]);
  expect(level).not.toBe("success");
  expect(details).toEqual([
    ["switch/lost", expect.stringContaining("n’est pas supprimé automatiquement")],
  ]);
});
