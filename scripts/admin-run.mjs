// The second half of npm run admin, with the project's own Node.
process.env.NODE_ENV ??= "production";

const USAGE = `npm run admin -- list                     liste les comptes (lists the accounts)
npm run admin -- create <e-mail> [nom]   crée un administrateur (creates an administrator)
npm run admin -- reset <e-mail>          donne un nouveau mot de passe et retire la validation en deux étapes (new password, no two-step verification)
npm run admin -- disable <e-mail>        désactive le compte (deactivates the account)
npm run admin -- adopt-store             rattache les fichiers à cette base (the files become those of this database)
npm run admin -- fill-store              copie les fichiers de DATA_DIR dans le stockage S3 (copies the files into the S3 store)
npm run admin -- release                 remet au travail un site restauré (a restored site goes back to work)
                        hold | send      retient ou envoie les messages d’avant (holds back or sends the earlier mails)
                        anyway           passe les étapes de l’écran « Site au repos » (skips the steps of that screen)
npm run admin -- former                  reprend au prochain démarrage l’état d’avant la restauration (goes back to before the restore)
npm run admin -- clock                   confirme l’heure de la machine (confirms the clock of the machine)
npm run admin -- licence-keys             liste les clés des cartes de licence (lists the keys of licence cards)
                        rotate [anyway]  la clé publiée signe dès maintenant (the published key signs from now on)
                        revoke <numéro>  annule tout ce qu’une clé volée a signé (nothing counts that a stolen key signed)
npm run admin -- rotate-secret           prépare un nouveau secret pour le prochain démarrage (a new secret at the next start)`;

const [command = "", ...words] = process.argv.slice(2);
const [email = "", ...name] = words;
const needsEmail = ["create", "reset", "disable"].includes(command);
const withoutEmail = [
  "list",
  "adopt-store",
  "clock",
  "fill-store",
  "former",
  "licence-keys",
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
  (command === "release" && !isRelease) ||
  (command === "licence-keys" &&
    !/^(?:|rotate|rotate anyway|revoke \d{1,3})$/.test(words.join(" ")))
) {
  console.error(USAGE);
  process.exit(1);
}

/** One line per account. */
const line = ({ email: address, role, is_active, two_factor_enabled }) =>
  `${address}  ${role}${is_active ? "" : "  désactivé (inactive)"}${two_factor_enabled ? "  validation en deux étapes (2FA)" : ""}`;

/** What whoever typed the command is told. */
class Refusal extends Error {}

async function work(accounts) {
  const known = await accounts.list();
  if (command === "list") return known.map(line).join("\n");
  const there = known.some((account) => account.email === email.toLowerCase());
  if (command === "create" && there)
    throw new Refusal(
      `Le compte ${email} existe déjà : utilisez « reset ». (The account exists: use 'reset'.)`,
    );
  if (command !== "create" && !there)
    throw new Refusal(`Il n’y a pas de compte ${email}. (There is no such account.)`);
  if (command === "disable") {
    await accounts.disable(email);
    return `Le compte ${email} est désactivé. (The account is deactivated.)`;
  }
  const password = await accounts.put(email, name.join(" ") || "Administrateur");
  return `${email}\nMot de passe, montré une seule fois (the password, shown only once): ${password}`;
}

const ROTATED = `Un nouveau secret est prêt : redémarrez le site. Tout le monde devra se reconnecter ; les liens de désinscription et
les validations en deux étapes restent valables. (A new secret is ready: restart the site. Everybody will have to sign in again; links to
unsubscribe and second factors stay valid.)`;
const NOT_OURS = `Le secret est un réglage : donnez une nouvelle valeur à SESSION_SECRET, et l’ancienne à SESSION_SECRET_OLD.
(The secret is a setting: give SESSION_SECRET a new value, and put the old one into SESSION_SECRET_OLD.)`;

/** What became of a release, and whether the site is at work. */
const RELEASES = {
  released:
    "Le site reprend son travail : messages, rappels, remboursements. (The site is back at work.)",
  "at-work": "Le site n’était pas au repos. (The site was not at rest.)",
  unprepared: `Les étapes de l’écran « Site au repos » ne sont pas toutes faites. Pour les passer : release anyway
(The steps of the screen « Site au repos » are not all done. To skip them: release anyway)`,
  undecided: `Des messages d’avant la sauvegarde attendent et sont peut-être déjà partis. Choisissez : release hold ou release send
(Mails of before the archive are waiting and may have been sent already. Choose: release hold or release send)`,
};

async function release() {
  const mails = words.find((word) => word !== "anyway");
  const { kind } = await product.releaseSite(mails, words.includes("anyway"));
  console.log(RELEASES[kind]);
  process.exitCode = ["released", "at-work"].includes(kind) ? 0 : 1;
}

const FORMER =
  "Au prochain démarrage, le site reprend son état du (at the next start the site goes back to)";
const NO_FORMER = "Aucun état précédent n’est gardé. (No former state is kept.)";

/** The word of whoever holds the machine, which the running site reads within a minute. */
async function believeClock() {
  const { now, isKept } = await product.trustClock();
  console.log(isKept ? `${TRUSTED}: ${now.toISOString()}\n${IF_WRONG}` : NOT_KEPT);
  process.exitCode = isKept ? 0 : 1;
}

const TRUSTED = "L’heure de la machine est confirmée (its clock is confirmed)";
const IF_WRONG = `Si elle est fausse, remettez la machine à l’heure, puis relancez cette commande.
(If it is wrong, set the clock, then run this command again.)`;
const NOT_KEPT =
  "Rien n’a changé : DATA_DIR n’est pas accessible en écriture. (Nothing has changed: DATA_DIR cannot be written.)";

/** One line per key. */
const keyLine = ({ number, public_key, revoked, signs, signs_from, created_at }) => {
  const state = revoked
    ? "annulée (revoked)"
    : signs
      ? "signe (signs)"
      : signs_from === null
        ? "publiée pour la suite (published for later)"
        : "ne signe plus (signs no more)";
  return `${number}  ${created_at.toISOString().slice(0, 10)}  ${state}  ${public_key}`;
};

async function licenceKeys() {
  const commands = product.licenceKeyCommands;
  const [act, which] = words;
  if (act === "rotate") {
    const rotated = await commands.rotate(which === "anyway");
    const isEarly = rotated.is === "early";
    process.exitCode = isEarly ? 1 : 0;
    return isEarly
      ? `La clé suivante doit rester publiée jusqu’au ${rotated.from.toISOString().slice(0, 10)}, pour que les téléphones la connaissent. Pour passer outre : rotate anyway
(The next key must stay published until then, so that phones know it. To do it anyway: rotate anyway)`
      : `La clé ${rotated.number} signe dès maintenant ; les cartes d’avant restent valables. (Key ${rotated.number} signs from now on; earlier cards stay valid.)`;
  }
  if (act === "revoke") {
    const revoked = await commands.revoke(Number(which));
    process.exitCode = revoked ? 0 : 1;
    return revoked
      ? `La clé ${which} est annulée, avec ${revoked.cards} carte(s) ; la clé ${revoked.signs} signe. Chaque carte est refaite quand sa page s’ouvre. (Revoked, with its cards; each is signed anew when its page is opened.)`
      : `Il n’y a pas de clé ${which}. (There is no such key.)`;
  }
  return (await commands.list()).map(keyLine).join("\n");
}

const FILLED = "Fichiers copiés dans le stockage (files copied into the store)";
const NO_OTHER_STORE =
  "Les réglages ne nomment pas de stockage S3 : rien n’a changé. (The settings name no S3 store: nothing has changed.)";

/** How the store of files was before it was adopted. */
const BEFORE = {
  ours: "Ces fichiers étaient déjà ceux de cette base. (The files already belonged to this database.)",
  adopted:
    "Ces fichiers n’étaient à aucune base : ils sont maintenant à celle-ci. (They now belong to this database.)",
  older:
    "La base était plus ancienne que ses fichiers : elle les reprend tels qu’ils sont. (It takes them as they are.)",
  foreign:
    "Ces fichiers étaient à une autre base : ils sont maintenant à celle-ci. (They now belong to this database.)",
};

async function adopt(adoptFiles) {
  const before = BEFORE[await adoptFiles()];
  return `${before}\nLes fichiers que la base ne connaît pas sont gardés et comptés dans Diagnostic. (Unknown files are kept and counted.)`;
}

let product;
try {
  product = await import("../build/server/index.js");
  if (command === "rotate-secret") {
    const rotated = product.rotateSecret();
    console.log(rotated ? ROTATED : NOT_OURS);
    process.exitCode = rotated ? 0 : 1;
  } else if (command === "former") {
    const at = product.scheduleRollback();
    console.log(at ? `${FORMER}: ${at.toISOString()}` : NO_FORMER);
    process.exitCode = at ? 0 : 1;
  } else if (command === "clock") {
    await believeClock();
  } else if (command === "release") {
    await release();
  } else if (command === "fill-store") {
    const copied = await product.fillStoreFromDisk();
    console.log(copied === undefined ? NO_OTHER_STORE : `${FILLED}: ${copied}`);
    process.exitCode = copied === undefined ? 1 : 0;
  } else if (command === "licence-keys") console.log(await licenceKeys());
  else if (command === "adopt-store") console.log(await adopt(product.adoptFiles));
  else console.log(await product.withAccounts(work));
} catch (error) {
  const said = error instanceof Refusal || !product ? error.message : product.explain(error);
  console.error(
    error?.constructor?.name === "FolderInUseError"
      ? `${said}\nArrêtez le site, puis recommencez. (Stop the site, then try again.)`
      : said,
  );
  process.exitCode = 1;
}
