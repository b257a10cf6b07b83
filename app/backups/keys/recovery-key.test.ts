import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { printRecoveryKey, RecoveryKeyError, readRecoveryKey } from "./recovery-key.server.ts";

const identity = await generateX25519Identity();
const publicKey = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 5) % 256));
const printed = printRecoveryKey({ identity, publicKey });
const mistakeOf = async (text: string) => {
  const error = await readRecoveryKey(text).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(RecoveryKeyError);
  return (error as Error).message;
};

test("a printed key is read as it was made, however it is typed", async () => {
  expect(printed).toMatch(/^FGE-RECOVERY-2(?: [0-9A-Z]{4}){38}$/);
  for (const typed of [
    printed,
    printed.toLowerCase(),
    printed.replaceAll(" ", "\n"),
    printed.replaceAll(" ", "-"),
    printed.replace(/ .*/, (groups) => groups.replaceAll("L", "1").replaceAll("0", "O")),
  ]) {
    expect(await readRecoveryKey(typed)).toEqual({ identity, publicKey });
  }
});

test("one wrong letter is found, in whichever group; nothing of it is said again", async () => {
  const groups = printed.split(" ");
  for (let place = 1; place < groups.length; place++) {
    for (let at = 0; at < 4; at++) {
      const group = groups[place] ?? "";
      const other = group[at] === "Q" ? "P" : "Q";
      const typed = groups.with(place, group.slice(0, at) + other + group.slice(at + 1));
      const said = await mistakeOf(typed.join(" "));
      expect(said).toContain(`le groupe ${place} `);
      expect(said).not.toContain(group);
    }
  }
});

test("a group that is missing, doubled or in another place is found", async () => {
  const groups = printed.split(" ");
  expect(await mistakeOf(groups.toSpliced(5, 1).join(" "))).toContain("le groupe 5 ");
  expect(await mistakeOf(groups.toSpliced(5, 0, groups[5] ?? "").join(" "))).toContain("groupe 6 ");
  expect(await mistakeOf(groups.slice(0, -1).join(" "))).toContain("38 groupes, 37 sont saisis");
  expect(await mistakeOf(groups.with(3, groups[9] ?? "").join(" "))).toContain("le groupe 3 ");
});

test("a key that was printed before is read too; a mistake in its secret blames no archive", async () => {
  const former = `FGE-RECOVERY-1:${identity.slice("AGE-SECRET-KEY-1".length)}:${publicKey.toString("hex").toUpperCase()}`;
  expect(await readRecoveryKey(former)).toEqual({ identity, publicKey });
  expect(await mistakeOf(former.replace(/:./, ":1"))).toContain("mal saisie");
  expect(await mistakeOf(former.slice(0, -1))).toContain("la fin de la clé");
  expect(await mistakeOf("FGE")).toContain("pas une clé de secours");
});
