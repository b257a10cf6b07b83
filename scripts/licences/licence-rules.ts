// Which licences the site may stand on. It is run by the federation and given to nobody, so what matters is
// whether it may be run, changed and passed on to whoever comes after us, and whom we must name.

/** Licences that ask for no more than to be named, or for changes of their own files to be shown. */
const SUITABLE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "Zlib",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "PostgreSQL",
  "Python-2.0",
  "MPL-2.0",
]);

/** Packages whose own word is none that a program understands: what a person read in them. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  // Its LICENSE is that of MIT; its package.json is silent.
  "png-js": "MIT",
  // Bitstream Vera's licence: free to use, embed and pass on, not to be sold by itself.
  "dejavu-fonts-ttf": "Bitstream-Vera",
};

/** Licences that suit in the way in which we use these packages alone. */
const IN_THIS_USE: readonly { package: RegExp; licence: string }[] = [
  // A library of its own file, taken as it comes, which anybody may put another one in the place of.
  { package: /^@img\/sharp-/, licence: "LGPL-3.0-or-later" },
  // Only put into documents.
  { package: /^dejavu-fonts-ttf$/, licence: "Bitstream-Vera" },
  { package: /^@fontsource\//, licence: "OFL-1.1" },
];

/** The licence of a package: what it says of itself, or what a person read in it. */
export const licenceOf = (name: string, said?: string): string | undefined =>
  READ_BY_HAND[name] ?? said;

/** Whether a package may be used under its licence, an expression of SPDX. */
export function isSuitable(name: string, said?: string): boolean {
  const licence = licenceOf(name, said)?.replace(/[()]/g, "").trim();
  if (!licence) return false;
  const mayUse = (one: string) =>
    SUITABLE.has(one) || IN_THIS_USE.some((use) => use.licence === one && use.package.test(name));
  // OR gives the choice, AND binds stronger. What is nested otherwise is read by hand.
  return licence
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((one) => mayUse(one.trim())));
}
