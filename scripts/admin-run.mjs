// The second half of npm run admin, with the project's own Node.
process.env.NODE_ENV ??= "production";

const USAGE = `npm run admin -- list                     les comptes (the accounts)
npm run admin -- create <e-mail> [nom]   un administrateur (an administrator)
npm run admin -- reset <e-mail>          nouveau mot de passe, second facteur retiré (new password)
npm run admin -- disable <e-mail>        le compte ne peut plus rien (deactivates)`;

const [command = "", email = "", ...name] = process.argv.slice(2);
const needsEmail = ["create", "reset", "disable"].includes(command);
if ((!needsEmail && command !== "list") || (needsEmail && !/^\S+@\S+$/.test(email))) {
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

let product;
try {
  product = await import("../build/server/index.js");
  console.log(await product.withAccounts(work));
} catch (error) {
  const said = error instanceof Refusal || !product ? error.message : product.explain(error);
  console.error(
    error?.constructor?.name === "FolderInUseError"
      ? `${said}\nArrêtez le site, puis recommencez (stop the site first).`
      : said,
  );
  process.exitCode = 1;
}
