import type { Page } from "@playwright/test";
import { fitsEverywhere } from "../../support/browser/look.ts";
import { expect, test } from "../../support/browser/office.ts";
import {
  field,
  invited,
  newVisitor,
  PASSWORD,
  signIn,
} from "../../support/browser/visitor-context.ts";

/** A device with passkeys that recognises its owner, or does not. */
async function withDevice(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognises: (isUserVerified: boolean) =>
      device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

const confirm = (page: Page) => page.getByRole("button", { name: "Confirmer et continuer" });
const byPasskey = (page: Page) =>
  page.getByRole("button", { name: "Se connecter avec une clé d’accès" });

/** From the screen of the password to that of the passkey. */
const choosePasskey = (page: Page) =>
  page.getByRole("link", { name: "Se connecter avec une clé d’accès" }).click();

async function addPasskey(page: Page, name: string) {
  await page.goto("/admin/account");
  const section = page.getByRole("region", { name: "Clés d’accès" });
  await section.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
  const question = page.getByRole("region", { name: "Confirmez que c’est vous" });
  await question.getByLabel("Votre mot de passe").fill(PASSWORD);
  await confirm(page).click();
  await section.getByLabel("Nom de la clé").fill(name);
  await section.getByRole("button", { name: "Créer la clé sur cet appareil" }).click();
  await expect(section.getByText("Clé d’accès ajoutée")).toBeVisible();
  return section;
}

async function signOut(page: Page) {
  await page.context().clearCookies({ name: "fge.session_token" });
  await page.goto("/admin/login?from=%2Fadmin%2Fstaff");
}

test("a passkey is added, signs in, confirms what is dangerous, and is taken away", async ({
  browser,
}) => {
  const { email, page } = await invited(browser, "Fanta Keïta");
  const device = await withDevice(page);
  const section = await addPasskey(page, "Téléphone");
  await expect(section.getByText("jamais utilisée")).toBeVisible();
  await fitsEverywhere(page);

  await signOut(page);
  await choosePasskey(page);
  await expect(byPasskey(page)).toBeVisible();
  await fitsEverywhere(page);
  await device.recognises(false);
  await byPasskey(page).click();
  await expect(page.getByText("L’appareil n’a rien confirmé")).toBeVisible();
  await device.recognises(true);
  await byPasskey(page).click();
  await page.waitForURL("**/admin/staff");

  // In this session nothing is confirmed yet: the passkey answers, and goes on with what was typed.
  await page.goto("/admin/account");
  await section.getByText("Renommer").click();
  await section.getByLabel("Nom de la clé").fill("Téléphone de Fanta");
  await section.getByRole("button", { name: "Enregistrer le nom" }).click();
  await expect(section.getByText("Nom enregistré")).toBeVisible();
  await section.getByRole("button", { name: "Retirer Téléphone de Fanta" }).click();
  const answer = page.getByRole("button", { name: "Utiliser une clé d’accès" });
  await expect(answer).toBeVisible();
  await fitsEverywhere(page);
  await answer.click();
  await expect(section.getByText("Clé d’accès retirée")).toBeVisible();
  await expect(section.getByText("Téléphone de Fanta")).toHaveCount(0);

  // The device still has it, and the site knows it no more.
  await signOut(page);
  await choosePasskey(page);
  await byPasskey(page).click();
  await expect(page.getByText("Cette clé d’accès n’a pas été acceptée").first()).toBeVisible();
  await signIn(page, email, PASSWORD);
  await page.waitForURL("**/admin/staff");
  await page.context().close();
});

test("without JavaScript the password is the way in, which the screen of passkeys says", async ({
  browser,
}) => {
  const page = await newVisitor(browser, { javaScriptEnabled: false });
  await page.goto("/admin/login");
  await expect(field(page, "password")).toBeVisible();
  await choosePasskey(page);
  await expect(page.getByText("Une clé d’accès demande JavaScript")).toBeVisible();
  await expect(byPasskey(page)).toBeHidden();
  await expect(field(page, "password")).toBeVisible();
  await page.context().close();
});
