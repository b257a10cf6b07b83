/** Letters of our languages that the fonts of a printed ticket lack, as they are written without their hooks. */
const PLAIN: Readonly<Record<string, string>> = {
  "\u0181": "B",
  "\u0253": "b",
  "\u018a": "D",
  "\u0257": "d",
  "\u01b3": "Y",
  "\u01b4": "y",
  "\u0190": "E",
  "\u025b": "e",
  "\u0186": "O",
  "\u0254": "o",
  "\u019d": "N",
  "\u0272": "n",
  "\u202f": "\u00a0",
  "\u2009": " ",
};

/** What the fonts have: Latin, Greek and Cyrillic letters, and the signs of printed text. */
const IN_FONT =
  /[\u0020-\u007e\u00a0-\u017f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u2010\u2011\u2013-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2116\u2122]/u;

/** A text as a printed ticket can show it: a sign that its fonts lack is left out rather than shown as a box. */
export function printable(text: string): string {
  const letters = [...text.normalize("NFC")].map((letter) => {
    if (IN_FONT.test(letter)) return letter;
    const plain = PLAIN[letter] ?? letter.normalize("NFD").charAt(0);
    return IN_FONT.test(plain) ? plain : "";
  });
  return letters.join("").replaceAll(/ {2,}/g, " ").trim();
}
