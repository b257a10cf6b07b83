// The second half of npm run rehearse. Each step does what docs/deploy.md says, with the files of deploy/.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../tests/support/database/postgres-server.ts";
import { caddyFaults, DEPLOY, hasCaddy, startCaddy } from "../../tests/support/product/caddy.ts";
import { type HeldProduct, holdProduct } from "../../tests/support/product/held-product.ts";
import { freePort } from "../../tests/support/product/product.ts";
import { root } from "../setup.mjs";
import { rehearseDeadDisk } from "./rehearse-dead-disk.ts";
import { commandOf, missingForMachine, Rehearsal, runIn, unitFaults } from "./rehearse-machine.ts";

/** What a version is made of. Its packages are those of this one. */
const VERSION = [
  "app",
  "build",
  "database",
  "scripts",
  "server",
  "package.json",
  "package-lock.json",
];
const ADMINISTRATOR = {
  ADMIN_EMAIL: "admin@example.org",
  ADMIN_PASSWORD: "une phrase pour la répétition",
};

const base = mkdtempSync(join(tmpdir(), "rehearsal-"));
const at = (...names: string[]) => join(base, ...names);
const current = at("current");
const house: Record<string, string> = {
  NODE_ENV: "production",
  DATA_DIR: at("data"),
  BACKUP_DIR: at("backups"),
  TRUST_PROXY: "1",
  STOP_SECONDS: "8",
  ...ADMINISTRATOR,
};
const rehearsal = new Rehearsal();
const { step } = rehearsal;

function placeVersion(name: string): string {
  const folder = at("versions", name);
  mkdirSync(folder, { recursive: true });
  for (const part of VERSION) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const isThere = async (url: string, path = "/") => {
  const { status } = await fetch(url + path);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
};

/** Runs the site, as its unit says, for as long as the work lasts. */
async function running(
  settings: Record<string, string>,
  work: (site: HeldProduct) => Promise<void>,
) {
  const site = await holdProduct(settings, {
    cwd: current,
    command: commandOf("fge.service", current),
  });
  try {
    await work(site);
  } finally {
    await site.stop();
  }
}

const script = (name: string, args: string[] = [], env = house) =>
  runIn(current, [`scripts/${name}`, ...args], env);
const accounts = () => script("admin-run.mjs", ["list"]);

try {
  await step("the units are right (systemd-analyze verify)", () => unitFaults(base));
  await step("the Caddyfiles are right (caddy validate)", () =>
    hasCaddy()
      ? caddyFaults("Caddyfile.one") || caddyFaults("Caddyfile.several")
      : rehearsal.without("Caddy"),
  );

  const one = placeVersion("one");
  symlinkSync(one, current);
  await step("a small server: the site starts by its unit's own words and answers", () =>
    running(house, ({ url }) => isThere(url)),
  );
  await step("it answers through Caddy, and is replaced meanwhile", async () => {
    if (!hasCaddy()) return rehearsal.without("Caddy");
    const port = await freePort();
    await running({ ...house, PUBLIC_URL: `http://localhost:${port}` }, async (site) => {
      const caddy = await startCaddy("Caddyfile.one", [site.port], port);
      try {
        await isThere(caddy.url);
        const replaced = site.replace();
        await isThere(caddy.url, "/events");
        await replaced;
        await isThere(caddy.url, "/news");
      } finally {
        await caddy.stop();
      }
    });
  });

  const key = at("recovery-key.txt");
  /** Of each day one archive is kept, so what an earlier step wrote may have made room for a later one. */
  const newestArchive = () => {
    const archives = at("backups", "archives");
    const name = readdirSync(archives)
      .filter((file) => file.endsWith(".fge"))
      .sort()
      .at(-1);
    return name ? join(archives, name) : "";
  };
  await step("backups: the first archive, and a recovery key to print", () => {
    const said = script("backup-run.ts");
    const printed = /FGE-RECOVERY-2(?: \w{4})+/.exec(said)?.[0];
    if (!newestArchive() || !printed) throw new Error("no archive, or no key to print");
    writeFileSync(key, printed);
  });

  const two = placeVersion("two");
  await step("upgrading: an archive first, then the link leads to the new version", () => {
    runIn(two, ["scripts/upgrade-run.ts", current], house);
    script("admin-run.mjs", ["create", "since@example.org"]);
    if (!accounts().includes("since@example.org")) throw new Error("nothing was written");
  });
  await step("going back: the version and the data of before", async () => {
    script("program.mjs", ["go-back"]);
    if (readFileSync(join(current, "package.json"), "utf8") === "") throw new Error("no version");
    if (accounts().includes("since@example.org")) throw new Error("the data is not of before");
    const said = script("admin-run.mjs", ["release", "anyway", "hold"]);
    if (!said.includes("reprend")) throw new Error("it was not at rest");
    await running(house, ({ url }) => isThere(url));
  });

  await step("rotating the secret: a new one stands before the old one", async () => {
    script("admin-run.mjs", ["rotate-secret"]);
    const secrets = readFileSync(at("data", "session-secret"), "utf8").trim().split("\n");
    if (secrets.length < 2) throw new Error("there is one secret");
    await running(house, ({ url }) => isThere(url));
  });

  await step("a lost folder: the archive and the printed key are enough", async () => {
    const empty = { ...house, DATA_DIR: at("new-disk") };
    script("restore-run.ts", ["newest", key], empty);
    script("admin-run.mjs", ["release", "anyway", "hold"], empty);
    await running(empty, ({ url }) => isThere(url));
  });

  await step(
    "moving house: from the embedded database to a server, two processes on it",
    async () => {
      const server = await startPostgres();
      const moved = { ...house, DATA_DIR: at("moved"), DATABASE_URL: server.url };
      try {
        script("restore-run.ts", [newestArchive(), key], moved);
        script("admin-run.mjs", ["release", "anyway", "hold"], moved);
        await running(moved, (first) =>
          running(moved, async (second) => {
            for (const { url } of [first, second]) await isThere(url);
          }),
        );
      } finally {
        await server.remove();
      }
    },
  );

  await step("a dead disk: a fresh Debian, the repository, a bucket and the printed key", () => {
    const missing = missingForMachine();
    if (missing) return rehearsal.without(missing);
    mkdirSync(at("dead-disk"));
    return rehearseDeadDisk(at("dead-disk"));
  });
} finally {
  rmSync(base, { recursive: true, force: true });
}
console.log(`
Ce que cette machine ne peut pas essayer (what this machine cannot try): the certificate, DNS with SPF and DKIM,
whether other servers take our mail.
Files of deploy/: ${DEPLOY}`);
rehearsal.finish();
