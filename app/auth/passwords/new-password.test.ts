import { expect, test } from "vitest";
import { testAll } from "../../../tests/support/fuzz/cases.ts";
import { passwordWeakness } from "./new-password.server.ts";

const AISSATOU = { name: "Aïssatou Diallo", email: "a.diallo-bah@ligue-matoto.example" };
const COMMON = /^Ce mot de passe est trop courant/;
const OWN = /^Ce mot de passe contient votre nom/;

testAll([
  "aaaaaaaaaaaa",
  "password1234",
  "motdepasse123",
  "MotDePasse2026",
  "m0td3p@ss3!!",
  "P@ssw0rd12345",
  "azertyuiop12",
  "qwertyuiop123",
  "123456789012",
  "abcdefghijkl",
  "bonjourbonjour",
  "jetaimejetaime",
  "soleil123456",
  "marseille1993",
  "conakry224224",
  "Conakry2026!!",
  "administrateur1",
  "administration",
  "01/01/1990Jean",
  "Admin-Conakry-2026",
  "Guinea-Conakry-1958",
  `${"a".repeat(60)}9Kd!wz`,
])("%s is refused", async (password) => {
  expect(await passwordWeakness(password, AISSATOU)).toMatch(COMMON);
});

testAll([
  "aissatoudiallo",
  "AissatouDiallo2026",
  "diallo.aissatou",
  "a1ssat0u-diallo",
  "diallobah1990",
  "ligue-matoto-1",
  "esportguinee26",
  "FederationGuineenne",
  "Fédération Guinéenne",
  "fge-esport-2026",
  "FGE_Conakry_2026",
  "guinee.esport.224",
  "Guinee#Esport#2026",
  "A-ï-s-s-a-t-o-u-Diallo",
  "Diallo!2026!Conakry",
])("%s, of the owner's own or the federation's, is refused as such", async (password) => {
  expect(await passwordWeakness(password, AISSATOU)).toMatch(/^Ce mot de passe/);
});

test("what is one's own is named, so that one knows what to leave out", async () => {
  expect(await passwordWeakness("aissatoudiallo", AISSATOU)).toMatch(OWN);
  expect(await passwordWeakness("FederationGuineenne", AISSATOU)).toMatch(OWN);
});

testAll([
  "une phrase assez longue",
  "Aïssatou mange des mangues",
  "la phrase des essais du site",
  "mon chien mange des mangues",
  "k3jdd9-2kdk2f-p9xwmz-3hv2qa",
  "xK9vT2mQ7pLs",
  "correct horse battery",
  "12 mangues, 7 pirogues et 1 esport",
])("%s is good", async (password) => {
  expect(await passwordWeakness(password, AISSATOU)).toBeUndefined();
});

test("no password takes long to look at", async () => {
  const slow = [
    "aB3$".repeat(32),
    "4@8({[3€6!1|0$5+7%2".repeat(7).slice(0, 128),
    "leet1337p4ssw0rd".repeat(8),
    "19871205".repeat(16),
    String.fromCharCode(...Array.from({ length: 128 }, (_, place) => 33 + ((place * 37) % 90))),
  ];
  await passwordWeakness("the lists are read", AISSATOU);
  for (const password of slow) {
    const began = performance.now();
    await passwordWeakness(password, AISSATOU);
    expect(performance.now() - began, password.slice(0, 12)).toBeLessThan(500);
  }
});
