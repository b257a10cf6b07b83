// A disk is dead: nothing but a fresh Debian, the repository, a bucket and a printed key.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { fillOffice } from "../../bench/admin-seed.ts";
import { startPostgres } from "../../tests/support/database/postgres-server.ts";
import { S3_KEYS } from "../../tests/support/s3-server.ts";
import { root } from "../setup.mjs";
import { FreshMachine, runIn } from "./rehearse-machine.ts";

const BUCKET = "archives-of-the-site";
const MEMBERS = 100_000;
const OTHERS = 1_000;
const FILES = 120;
const FILE_BYTES = 1_000_000;
/** The goal: machine time from the fresh machine to the released site, and commands that somebody types. */
const MOST_MINUTES = 10;
const MOST_COMMANDS = 10;
const VERSION = "/opt/fge/versions/one";

/** The commands of docs/deploy.md, « A dead disk », as they are typed; the key is typed at the fourth. */
const commandsOf = (repository: string) => [
  "apt-get update",
  "DEBIAN_FRONTEND=noninteractive apt-get install --yes caddy curl git nodejs npm",
  `git clone --quiet ${repository} ${VERSION}`,
  `${VERSION}/deploy/restore.sh`,
  "systemctl stop fge.socket fge.service",
  "/opt/fge/current/deploy/run.sh admin release anyway hold",
  "systemctl start fge.socket fge.service",
];

/** A site with a federation in it is archived into a bucket. Its recovery key; nothing else of it stays. */
async function archiveLargeSite(folder: string, bucket: Record<string, string>): Promise<string> {
  const server = await startPostgres();
  try {
    const settings = {
      ...bucket,
      NODE_ENV: "production",
      DATA_DIR: join(folder, "lost"),
      DATABASE_URL: server.url,
      ADMIN_EMAIL: "admin@example.org",
    };
    runIn(root, ["scripts/seed-run.mjs"], settings);
    await fillOffice(server.superuserUrl, MEMBERS, OTHERS);
    const uploads = join(folder, "lost/files/uploads");
    mkdirSync(uploads, { recursive: true });
    for (let n = 0; n < FILES; n++)
      writeFileSync(join(uploads, `${n}.pdf`), randomBytes(FILE_BYTES));
    const said = runIn(root, ["scripts/backup-run.ts"], settings);
    const key = /FGE-RECOVERY-2(?: \w{4})+/.exec(said)?.[0];
    if (!key) throw new Error("no key was printed");
    return key;
  } finally {
    await server.remove();
  }
}

/** @throws Error unless the page answers soon. */
async function requireAnswer(): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    const answer = await fetch("http://127.0.0.1:3000/").catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(250);
  }
  throw new Error("the restored site does not answer");
}

/** What is asked of the site that runs: it has its members, rests no more, and may write its next archive. */
function requireWhole(machine: FreshMachine): void {
  const inUnit = "nsenter --mount --target $(systemctl show --property MainPID --value fge) --";
  machine.type(
    `${inUnit} setpriv --reuid fge --regid fge --clear-groups touch /srv/fge-backups/writable`,
  );
  const state = machine.type("systemctl is-active fge.service").trim();
  if (state !== "active") throw new Error(`the unit is ${state}`);
  if (machine.type("ls /run").includes("fge-key")) throw new Error("the key stayed there");
}

/** @param folder An empty folder for all that is needed. */
export async function rehearseDeadDisk(folder: string): Promise<void> {
  const bucketFolder = join(folder, "bucket");
  mkdirSync(bucketFolder);
  const s3 = new Worker(new URL("rehearse-bucket.ts", import.meta.url), {
    workerData: { directory: bucketFolder, buckets: [BUCKET] },
  });
  const [port] = await once(s3, "message");
  const machine = new FreshMachine(join(folder, "machine"));
  try {
    const bucket = {
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      BACKUP_S3_BUCKET: BUCKET,
      BACKUP_S3_ACCESS_KEY: S3_KEYS.accessKeyId,
      BACKUP_S3_SECRET_KEY: S3_KEYS.secretAccessKey,
    };
    const key = await archiveLargeSite(folder, bucket);
    machine.install();
    const repository = join(machine.folder, "srv/version.git");
    execFileSync("git", ["clone", "--quiet", "--bare", root, repository]);
    mkdirSync(join(machine.folder, "etc/fge"), { recursive: true });
    const settings = {
      ...bucket,
      PUBLIC_URL: "http://localhost:3000",
      ADMIN_EMAIL: "admin@example.org",
      BACKUP_DIR: "/srv/fge-backups",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(machine.folder, "etc/fge/site.env"), lines.join(""));
    await machine.boot();

    const commands = commandsOf("/srv/version.git");
    const began = performance.now();
    for (const command of commands) {
      const start = performance.now();
      machine.type(command, command.endsWith("restore.sh") ? `${key}\n` : "");
      console.log(`   ${seconds(start)}  ${command.replaceAll(/\s+/g, " ").slice(0, 90)}`);
    }
    await requireAnswer();
    const minutes = (performance.now() - began) / 60_000;
    requireWhole(machine);
    console.log(`   ${MEMBERS} members and ${(FILES * FILE_BYTES) / 1e6} MB of files: ${minutes.toFixed(1)} minutes
   (${MOST_MINUTES}), ${commands.length} commands (${MOST_COMMANDS})`);
    if (minutes > MOST_MINUTES) throw new Error(`it took ${minutes.toFixed(1)} minutes`);
  } finally {
    await machine.stop();
    await s3.terminate();
  }
}

const seconds = (start: number) => `${((performance.now() - start) / 1_000).toFixed(1)} s`;
