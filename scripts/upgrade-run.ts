// The second half of npm run upgrade: the version in use writes an archive, then the link leads to this one.
import "./own-program.ts";
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { noteUpgrade } from "../app/backups/upgrade-record.server.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { readSchema } from "../app/core/database/schema-files.server.ts";
import { env } from "../app/core/env.server.ts";
import { pointTo } from "./point-to.ts";
import { root } from "./setup.mjs";

const USAGE = `npm run upgrade -- <lien>   dans le dossier de la nouvelle version (in the folder of the new version)
Le lien mène à la version en service (the link leads to the version in use): /opt/fge/current`;

function refuse(why: string): never {
  console.error(`Rien n’a changé (nothing has changed): ${why}`);
  process.exit(1);
}

/** Where a link leads, as it was written. */
function folderOf(link: string): string {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch {
    return refuse(`${link} n’est pas un lien (is no link)\n${USAGE}`);
  }
}

/** Has the version in use write an archive, since it alone knows its own database. Its path. */
function archiveOf(version: string): string {
  if (!existsSync(join(version, "scripts/backup-run.ts"))) {
    return refuse(`${version} n’est pas une version du site (is no version of the site)`);
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
    return refuse("aucune archive sans faute (no archive without fault)");
  return archive;
}

const [link] = process.argv.slice(2);
if (!link) refuse(USAGE);
const from = folderOf(resolve(link));
if (from === root) refuse("cette version est déjà en service (this version is in use already)");
try {
  accessSync(dirname(resolve(link)), constants.W_OK);
} catch {
  refuse(`ce compte ne peut pas changer ${link} : lancez la commande avec celui qui le peut (this account may not
change the link: run it as one that may)`);
}
const archive = archiveOf(from);
noteUpgrade(env().DATA_DIR, {
  ...{ from, to: root, link: resolve(link), archive, at: new Date().toISOString() },
  schema: readSchema(SCHEMA).hash,
});
pointTo(resolve(link), root);
console.log(`${link} → ${root}
Redémarrez le site (restart the site). Pour revenir à la version et aux données d’avant, le site arrêté
(to go back to the version and the data of before, with the site stopped): npm run go-back`);
