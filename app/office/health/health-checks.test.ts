import { createServer } from "node:net";
import { expect, test } from "vitest";
import { setClock } from "../../core/process/clock.ts";
import { type DiskRoom, diskRoom, memoryUse } from "../../core/process/machine.server.ts";
import { formatSize } from "../../i18n/format.ts";
import { type HealthCheck, troublesIn } from "../checks/checks.system.server.ts";
import {
  askCertificate,
  checkCertificate,
  checkDatabase,
  checkDisk,
  checkErrors,
  checkLedger,
  checkLimits,
  checkLoop,
  checkMemory,
  checkRunningJobs,
  checkStorage,
  diskFinding,
} from "./health-checks.system.server.ts";

const GB = 1024 ** 3;
const MB = 1024 ** 2;
const NOW = new Date("2027-03-01T08:00:00Z");

test.each([
  ["much", { free: 60 * GB, size: 250 * GB }, "success"],
  ["a tenth of a large one", { free: 20 * GB, size: 250 * GB }, "success"],
  ["little", { free: 3 * GB, size: 250 * GB }, "warning"],
  ["little, but most of a small one", { free: 3 * GB, size: 4 * GB }, "success"],
  ["next to nothing", { free: 400 * MB, size: 4 * GB }, "error"],
  ["no names for files", { free: 60 * GB, size: 250 * GB, inodes: 12 }, "warning"],
])("a disk with %s left", (_name, room, level) => {
  expect(diskFinding(room)).toMatchObject({ level });
});

const room = (free: number) => `${formatSize("fr", free)} libres sur ${formatSize("fr", 250 * GB)}`;
const DISKS = ["data", "archives"].map((name) => ({ name, folder: name }));

test("each disk is looked at by itself: the worst is said first, and each has its line", async () => {
  const rooms: Record<string, number> = { data: 60 * GB, archives: 10 * MB };
  const look = async (folder: string) => ({ free: rooms[folder] ?? 0, size: 250 * GB });
  expect(await checkDisk(DISKS, look)).toEqual({
    level: "error",
    summary: `archives\u202f: ${room(10 * MB)}`,
    details: [
      ["data", room(60 * GB)],
      ["archives", room(10 * MB)],
    ],
  });
  expect((await diskRoom(".")).size).toBeGreaterThan(0);
});

test("a disk that is small and well does not hide a larger one that is nearly full", async () => {
  const rooms: Record<string, DiskRoom> = {
    data: { free: 3 * GB, size: 4 * GB },
    archives: { free: 4 * GB, size: 250 * GB },
  };
  const look = async (folder: string) => rooms[folder] ?? { free: 0, size: 0 };
  expect(await checkDisk(DISKS, look)).toMatchObject({
    level: "warning",
    summary: expect.stringMatching(/^archives/),
  });
});

test.each(["data", "archives"])("a folder that is gone is grave by itself: %s", async (gone) => {
  const look = async (folder: string) =>
    folder === gone ? diskRoom("/nowhere/at/all") : { free: 60 * GB, size: 250 * GB };
  const { level, summary, details } = await checkDisk(DISKS, look);
  expect({ level, summary }).toEqual({
    level: "error",
    summary: `${gone}\u202f: dossier absent, son disque est peut-être débranché`,
  });
  expect(details).toContainEqual([gone === "data" ? "archives" : "data", room(60 * GB)]);
});

test("a disk that cannot be read is grave, with the system's code and without the folder", async () => {
  const look = () => Promise.reject(Object.assign(new Error("/srv/secret"), { code: "EIO" }));
  expect(await checkDisk(DISKS.slice(0, 1), look)).toEqual({
    level: "error",
    summary: expect.stringMatching(/EIO\)$/),
  });
});

test("memory that is nearly used up is warned of, and so is a process that comes late to everything", () => {
  const use = { resident: 1, heap: 10, heapMost: 100, free: 900, size: 1_000 };
  expect(checkMemory(use).level).toBe("success");
  expect(checkMemory({ ...use, heap: 95 }).level).toBe("warning");
  expect(checkMemory({ ...use, free: 20 }).level).toBe("warning");
  expect(checkLoop(() => ({ usual: 12, longest: 900 })).level).toBe("success");
  expect(checkLoop(() => ({ usual: 800, longest: 900 })).level).toBe("warning");
  expect(memoryUse().free).toBeLessThanOrEqual(memoryUse().size);
});

test("a database that refuses and a ledger that differs are grave", async () => {
  const away = Promise.resolve({
    database: "failed",
    storage: "ok",
    why: "pas de réponse",
  } as const);
  expect(await checkDatabase(away)).toMatchObject({ level: "error" });
  const well = Promise.resolve({ database: "ok", storage: "ok" } as const);
  const isSlow = {
    level: "warning",
    summary: "Écrire prend 2,4 s\u202f: le disque ou le serveur est lent",
  };
  for (const check of [checkDatabase, checkStorage]) {
    expect(await check(well, () => 2_400)).toMatchObject(isSlow);
    expect((await check(well, () => 40)).level).toBeUndefined();
  }
  const none = { orders: 0, references: [] };
  const two = { orders: 2, references: ["ABC", "DEF"] };
  expect(await checkLedger(async () => ({ ...two, owing: none }))).toMatchObject({
    level: "error",
    details: [["Références", "ABC, DEF"]],
  });
  // The books agree, and the money is not there.
  expect(await checkLedger(async () => ({ ...none, owing: two }))).toMatchObject({
    level: "error",
    summary: "2 commandes payées sont dues de nouveau",
    details: [["Payées, et dues de nouveau", "ABC, DEF"]],
  });
  expect((await checkLedger(async () => ({ ...none, owing: none }))).level).toBeUndefined();
});

test("jobs that do not run, or no more, are grave; one that failed is not", () => {
  const job = { name: "mail.send", everyMs: 1_000, last: { at: NOW } };
  expect(checkRunningJobs([]).level).toBe("error");
  expect(checkRunningJobs([job]).level).toBe("success");
  expect(checkRunningJobs([{ ...job, last: { at: NOW, failure: "no answer" } }]).level).toBe(
    "warning",
  );
  expect(checkRunningJobs([job, { ...job, late: "overdue" }]).level).toBe("error");
});

test("errors and refusals of the last day are counted by their names", () => {
  const tally = { name: "request failed", total: 9, lately: 2, last: NOW };
  expect(checkErrors([tally], [])).toMatchObject({
    level: "warning",
    details: [["request failed", expect.stringContaining("2 depuis un jour")]],
  });
  expect(checkErrors([{ ...tally, lately: 0 }], [])).toMatchObject({
    level: "success",
    details: [],
  });
  expect(checkLimits([{ ...tally, lately: 5_000 }]).level).toBe("warning");
});

test("the certificate is asked of the public address: how long it is good, or that nobody knows", async () => {
  setClock(() => NOW.getTime());
  const until = (days: number) => async () => ({
    until: new Date(NOW.getTime() + days * 86_400_000),
  });
  const of = (ask: Parameters<typeof checkCertificate>[1]) =>
    checkCertificate("https://esport.example", ask);
  expect((await of(until(60))).level).toBe("success");
  expect((await of(until(10))).level).toBe("warning");
  expect((await of(until(2))).level).toBe("error");
  expect((await of(until(-5))).level).toBe("error");
  const refused = async () => ({ ...(await until(60)()), refusal: "CERT_HAS_EXPIRED" });
  expect((await of(refused)).level).toBe("error");
  expect(await of(async () => undefined)).toMatchObject({ level: "warning", unknown: true });
  const never = () => Promise.reject(new Error("not to be asked"));
  expect(await checkCertificate("http://localhost:3000", never)).not.toHaveProperty("level");
  setClock();
});

test("whoever answers with anything but a certificate is unknown, and nobody waits for long", async () => {
  const server = createServer((line) => {
    line.on("error", () => {});
    line.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as { port: number };
  expect(await askCertificate(new URL(`https://127.0.0.1:${port}`))).toBeUndefined();
  server.close();
  expect(await askCertificate(new URL(`https://127.0.0.1:${port}`))).toBeUndefined();
});

test("nobody is told of what is well, nor of what nobody knows", () => {
  const look = { cause: "disk", name: "", summary: "S", details: [], ms: 1, at: NOW } as const;
  const checks: HealthCheck[] = [
    { ...look, details: [], level: "success" },
    { ...look, details: [], level: "warning", unknown: true },
    { ...look, details: [], level: "error" },
  ];
  expect(troublesIn(checks)).toEqual([{ cause: "disk", level: "error", summary: "S" }]);
});
