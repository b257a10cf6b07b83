// The second half of npm run upgrade: the version in use writes an archive, then the link leads to this one.
import "./own-program.ts";
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeUpgrade } from "../app/backups/nightly/upgrade-record.server.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { readSchema } from "../app/core/database/schema/schema-files.server.ts";
import { env } from "../app/core/process/env.server.ts";
import { pointTo } from "./point-to.ts";
import { root } from "./setup.mjs";

const USAGE = `npm run upgrade -- /opt/fge/current
Lancez-la dans le dossier de la nouvelle version ; le lien mène à la version en service. (Run it in the folder of the
new version; the link leads to the version in use.)`;

function refuse(why: string): never {
  console.error(`Rien n’a changé : ${why} (Nothing has changed.)`);
  process.exit(1);
}

/** Where a link leads, as it was written. */
function folderOf(link: string): string {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch {
    return refuse(`${link} n’est pas un lien (is not a link).\n${USAGE}`);
  }
}

/** Has the version in use write an archive, since it alone knows its own database. Its path. */
function archiveOf(version: string): string {
  if (!existsSync(join(version, "scripts/backup-run.ts"))) {
    return refuse(`${version} n’est pas une version du site (is not a version of the site).`);
  }
  const node = join(version, "node_modules/.bin/node");
  const { status, stdout } = spawnSync(node, ["scripts/backup-run.ts"], {
    cwd: version,
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? "production" },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  process.stdout.write(stdout);
  const archive = /^(.+\.fge): /m.exec(stdout)?.[1];
  // One that is there while something else went wrong, such as its copy elsewhere, is no reason to go on.
  if (!archive || status !== 0)
    return refuse(
      "l’archive n’a pas été faite sans erreur (the archive was not made without an error).",
    );
  return archive;
}

const [link] = process.argv.slice(2);
if (!link) refuse(USAGE);
const from = folderOf(resolve(link));
if (from === root) refuse("cette version est déjà en service (this version is already in use).");
try {
  accessSync(dirname(resolve(link)), constants.W_OK);
} catch {
  refuse(`ce compte ne peut pas changer ${link} : lancez la commande avec un compte qui le peut (this account
cannot change the link: run the command with one that can).`);
}
const archive = archiveOf(from);
writeUpgrade(env().DATA_DIR, {
  from,
  to: root,
  link: resolve(link),
  archive,
  at: new Date().toISOString(),
  schema: readSchema(SCHEMA).hash,
});
pointTo(resolve(link), root);
console.log(`${link} → ${root}
Redémarrez le site. Pour revenir à la version et aux données d’avant, arrêtez-le et lancez npm run go-back.
(Restart the site. To go back to the former version and data, stop it and run npm run go-back.)`);
