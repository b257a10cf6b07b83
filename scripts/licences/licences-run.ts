// The second half of npm run licences. Writes licences.txt, with the text of each licence, and bom.json, a bill
// of materials as CycloneDX has it; then asks the registry what is known to be wrong with these versions.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectEnv, root } from "../setup.mjs";
import { isSuitable, licenceOf } from "./licence-rules.ts";

type Component = {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  externalReferences?: { type: string }[];
  properties?: { name: string; value: string }[];
};
type Bom = { components: Component[] };

const SEVERITIES = ["critical", "high", "moderate", "low"];
const TEXT = /^(licen[cs]e|copying|notice)/i;

/** What npm prints: its own packages and their versions, as they are installed. */
function npm(...args: string[]): string {
  const options = { cwd: root, env: projectEnv, maxBuffer: 2 ** 27, encoding: "utf8" } as const;
  return spawnSync("npm", [...args, "--omit=dev"], {
    ...options,
    shell: process.platform === "win32",
  }).stdout;
}

/** What a package says of its licence, as one expression. */
function saidOf({ licenses = [] }: Component): string | undefined {
  const all = licenses.flatMap(({ license, expression }) => {
    return expression ?? license?.id ?? license?.name ?? [];
  });
  return all.length > 0 ? all.join(" AND ") : undefined;
}

function textsOf({ name }: Component): string {
  const folder = join(root, "node_modules", name);
  if (!existsSync(folder)) return "";
  const files = readdirSync(folder).filter((file) => TEXT.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return texts.join("\n\n");
}

/** Where a package was brought from is of the machine that asked, not of the package. */
const withoutPlace = (component: Component): Component => ({
  ...component,
  externalReferences: component.externalReferences?.filter(({ type }) => type !== "distribution"),
});

function listOf(components: readonly Component[]): string {
  const heads = components.map(
    (one) => `${one.name} ${one.version}: ${licenceOf(one.name, saidOf(one)) ?? "?"}`,
  );
  const texts = components.map((one, place) => {
    return `${"=".repeat(80)}\n${heads[place]}\n\n${textsOf(one) || "(no text in the package)"}\n`;
  });
  return `${heads.join("\n")}\n\n${texts.join("\n")}`;
}

/** How many known vulnerabilities of each kind; undefined when no registry answers. */
function vulnerabilities(): Record<string, number> | undefined {
  try {
    return JSON.parse(npm("audit", "--json")).metadata.vulnerabilities;
  } catch {
    return undefined;
  }
}

const folder = process.argv[2] ?? join(root, "licences");
const bom = JSON.parse(npm("sbom", "--sbom-format=cyclonedx")) as Bom;
const components = bom.components.map(withoutPlace);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "bom.json"), `${JSON.stringify({ ...bom, components }, null, 2)}\n`);
writeFileSync(join(folder, "licences.txt"), listOf(components));
console.log(`${components.length} packages: ${join(folder, "licences.txt")}, bom.json`);

const unsuitable = components.filter((one) => !isSuitable(one.name, saidOf(one)));
for (const one of unsuitable) {
  console.error(`Licence à lire (to be read): ${one.name} ${one.version}: ${saidOf(one) ?? "?"}`);
}
const found = vulnerabilities();
if (!found) {
  console.log(
    "Failles connues : le registre n’a pas répondu, rien n’a été vérifié (known vulnerabilities: the registry did not answer, nothing was looked up).",
  );
} else {
  const counts = SEVERITIES.map((severity) => `${severity} ${found[severity] ?? 0}`).join(", ");
  console.log(`Failles connues (known vulnerabilities): ${counts}`);
}
const isGrave = (found?.critical ?? 0) + (found?.high ?? 0) > 0;
process.exitCode = unsuitable.length > 0 || isGrave ? 1 : 0;
