// The second half of npm run admin, with the project's own Node.
process.env.NODE_ENV ??= "production";

const USAGE = `npm run admin -- list                     les comptes (the accounts)
npm run admin -- create <e-mail> [nom]   un administrateur (an administrator)
npm run admin -- reset <e-mail>          nouveau mot de passe, second facteur retiré (new password)
npm run admin -- disable <e-mail>        le compte ne peut plus rien (deactivates)
npm run admin -- adopt-store             les fichiers deviennent ceux de cette base (adopts the files)
npm run admin -- release                 un site remis en place reprend son travail (a restored site goes to work)
                        hold | send      les messages d’avant : retenus ou envoyés (mails of before: held back, or sent)
                        anyway           sans les étapes de l’écran « Site au repos » (without the steps of that screen)
npm run admin -- former                  au prochain démarrage, l’état d’avant la restauration (what it was before a restore)
npm run admin -- clock                   l’heure de la machine est juste (its clock is right: believe it)
npm run admin -- rotate-secret           nouveau secret au prochain démarrage (new secret at the next start)`;

const [command = "", ...words] = process.argv.slice(2);
const [email = "", ...name] = words;
const needsEmail = ["create", "reset", "disable"].includes(command);
const withoutEmail = [
  "list",
  "adopt-store",
  "clock",
  "former",
  "release",
  "rotate-secret",
].includes(command);
/** Two choices at once are none. */
const isRelease =
  words.every((word) => ["hold", "send", "anyway"].includes(word)) &&
  !(words.includes("hold") && words.includes("send"));
if (
  (!needsEmail && !withoutEmail) ||
  (needsEmail && !/^\S+@\S+$/.test(email)) ||
  (command === "release" && !isRelease)
) {
  console.error(USAGE);
  process.exit(1);
}

/** One line per account. */
const line = ({ email: address, role, is_active, two_factor_enabled }) =>
  `${address}  ${role}${is_active ? "" : "  désactivé (inactive)"}${two_factor_enabled ? "  second facteur (2FA)" : ""}`;

/** What whoever typed the command is told. */
class Refusal extends Error {}

async function work(accounts) {
  const known = await accounts.list();
  if (command === "list") return known.map(line).join("\n");
  const there = known.some((account) => account.email === email.toLowerCase());
  if (command === "create" && there) throw new Refusal(`${email} existe déjà (exists): reset`);
  if (command !== "create" && !there) throw new Refusal(`${email} n’existe pas (unknown)`);
  if (command === "disable") {
    await accounts.disable(email);
    return `${email} est désactivé (inactive).`;
  }
  const password = await accounts.put(email, name.join(" ") || "Administrateur");
  return `${email}\nMot de passe, montré une seule fois (password, shown once): ${password}`;
}

const ROTATED = `Un nouveau secret est prêt : redémarrez le site (a new secret is ready: restart the site).
Tout le monde devra se reconnecter ; les liens de désinscription et les seconds facteurs restent valables.`;
const NOT_OURS = `SESSION_SECRET est un réglage : donnez-lui une nouvelle valeur, et l’ancienne à SESSION_SECRET_OLD
(it is a setting: give it a new value, and the old one to SESSION_SECRET_OLD).`;

/** What became of a release, and whether the site is at work. */
const RELEASES = {
  released: "Le site reprend son travail : messages, rappels, remboursements (it goes to work).",
  "at-work": "Le site n’était pas au repos (it was not at rest).",
  unprepared: `Les étapes de l’écran « Site au repos » manquent : départs d’après la sauvegarde, paiements en cours
(its steps are missing: who left since, payments on their way). Sans elles (without them): release anyway`,
  undecided: `Des messages d’avant la sauvegarde attendent, et sont peut-être déjà partis
(mails of before the archive wait, and may have been sent): release hold | release send`,
};

async function release() {
  const mails = words.find((word) => word !== "anyway");
  const { kind } = await product.releaseSite(mails, words.includes("anyway"));
  console.log(RELEASES[kind]);
  process.exitCode = ["released", "at-work"].includes(kind) ? 0 : 1;
}

const FORMER = "Le prochain démarrage reprend l’état du (the next start takes the site of)";
const NO_FORMER = "Aucun état précédent n’est gardé (no former state is kept).";

/** The word of whoever holds the machine, which the running site reads within a minute. */
async function believeClock() {
  const { now, isKept } = await product.trustClock();
  console.log(isKept ? `${TRUSTED}: ${now.toISOString()}\n${IF_WRONG}` : NOT_KEPT);
  process.exitCode = isKept ? 0 : 1;
}

const TRUSTED = "L’heure de la machine est crue (its clock is believed)";
const IF_WRONG = `Si elle est fausse, remettez la machine à l’heure, puis la même commande
(if that is wrong, set the clock, then run this again)`;
const NOT_KEPT =
  "DATA_DIR ne se laisse pas écrire (cannot be written): rien n’a changé (nothing has changed).";

/** How the store of files was before it was adopted. */
const BEFORE = {
  ours: "Ces fichiers étaient déjà ceux de cette base (they were this database’s already).",
  adopted: "Ces fichiers n’étaient à personne : ils sont ceux de cette base (adopted).",
  older:
    "La base était plus ancienne que ses fichiers : elle les reprend tels qu’ils sont (adopted).",
  foreign: "Ces fichiers étaient ceux d’une autre base : ils sont ceux de celle-ci (adopted).",
};

async function adopt(adoptFiles) {
  const before = BEFORE[await adoptFiles()];
  return `${before}\nCe que cette base ne connaît pas est gardé et compté au Diagnostic (kept, and counted).`;
}

let product;
try {
  product = await import("../build/server/index.js");
  if (command === "rotate-secret") {
    const rotated = product.rotateSecret();
    console.log(rotated ? ROTATED : NOT_OURS);
    process.exitCode = rotated ? 0 : 1;
  } else if (command === "former") {
    const at = product.takeFormer();
    console.log(at ? `${FORMER}: ${at.toISOString()}` : NO_FORMER);
    process.exitCode = at ? 0 : 1;
  } else if (command === "clock") {
    await believeClock();
  } else if (command === "release") {
    await release();
  } else if (command === "adopt-store") console.log(await adopt(product.adoptFiles));
  else console.log(await product.withAccounts(work));
} catch (error) {
  const said = error instanceof Refusal || !product ? error.message : product.explain(error);
  console.error(
    error?.constructor?.name === "FolderInUseError"
      ? `${said}\nArrêtez le site, puis recommencez (stop the site first).`
      : said,
  );
  process.exitCode = 1;
}
