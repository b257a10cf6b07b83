import { ofName } from "../../../app/i18n/elision.ts";
import { fitsEverywhere } from "../../support/browser/look.ts";
import { confirmed, expect, officePage, SECOND_STATE, test } from "../../support/browser/office.ts";
import {
  field,
  invited,
  mailTo,
  newVisitor,
  PASSWORD,
  signIn,
} from "../../support/browser/visitor-context.ts";
import { totp } from "../../support/totp.ts";

test("an account is kept out at once, and let in again by a second person", async ({
  page,
  browser,
}) => {
  const { name, email, page: theirs } = await invited(browser, "Ibrahima Camara");
  await page.goto("/admin/staff");
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: "Actif" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(row.getByRole("button", { name: "Actif" })).toBeVisible();
  await row.getByRole("button", { name: "Actif" }).click();
  await question.getByRole("button", { name: "Désactiver" }).click();
  await expect(page.getByText(`Compte ${ofName(email)} désactivé`)).toBeVisible();
  await theirs.goto("/admin/audit");
  await signIn(theirs, email, PASSWORD);
  const refusal = theirs.getByRole("alert");
  await expect(refusal).toContainText("Accès refusé");
  await expect(refusal).toContainText("Accès non autorisé - Rôle administrateur requis");
  await expect(refusal).toContainText("Seuls les administrateurs peuvent accéder à cette section.");
  await row.getByRole("button", { name: "Désactivé" }).click();
  await expect(row.getByText("Attend une deuxième personne")).toBeVisible();
  const desk = await officePage(browser, { state: SECOND_STATE() });
  await confirmed(desk);
  await desk.goto("/admin/staff");
  await desk.getByRole("button", { name: `Approuver l’accès ${ofName(name)}` }).click();
  await expect(desk.getByRole("button", { name: `Approuver l’accès ${ofName(name)}` })).toHaveCount(
    0,
  );
  await desk.context().close();
  await signIn(theirs, email, PASSWORD);
  await theirs.waitForURL("**/admin/audit");
});

test("a second factor is required, set up, asked for, and replaced by a recovery code", async ({
  page,
  browser,
}) => {
  const { name, email, page: theirs } = await invited(browser, "Kadiatou Sow");
  await page.goto("/admin/staff");
  const required = page.getByRole("checkbox", {
    name: `Exiger la validation en deux étapes ${ofName(name)}`,
  });
  await required.click();
  await expect(required).toBeChecked();
  await expect(page.getByText("Validation en deux étapes exigée")).toBeVisible();

  await theirs.goto("/admin/news");
  await theirs.waitForURL("**/admin/account");
  const section = theirs.getByRole("region", { name: "Validation en deux étapes" });
  await expect(section).toContainText("Votre compte doit avoir la validation en deux étapes");
  await section.getByLabel("Votre mot de passe").fill(PASSWORD);
  await section.getByRole("button", { name: "Mettre en place" }).click();
  await expect(section.getByRole("img", { name: "Code à scanner" })).toBeVisible();
  const visible = await section.locator(".font-mono").textContent();
  const secret = visible?.replaceAll(" ", "") ?? "";
  await section.getByLabel("Le code que montre l’application").fill("000000");
  await section.getByRole("button", { name: "Confirmer" }).click();
  await expect(section.getByText("Ce code est incorrect.")).toBeVisible();
  // One of half a minute ago: each code is good once, and the next one is wanted below.
  const code = totp(secret, Date.now() - 30_000);
  await section.getByLabel("Le code que montre l’application").fill(code);
  await section.getByRole("button", { name: "Confirmer" }).click();
  await expect(section.getByText("Validation en deux étapes activée")).toBeVisible();
  const codes = await section.locator(".font-mono li").allInnerTexts();
  expect(codes).toHaveLength(10);

  for (const [link, code] of [
    [undefined, () => totp(secret)],
    ["Utiliser un code de secours", () => codes[0] ?? ""],
  ] as const) {
    await theirs.getByRole("button", { name: "Se déconnecter" }).click();
    await theirs.waitForURL("**/admin/login**");
    await theirs.goto("/admin/partners");
    await signIn(theirs, email, PASSWORD);
    await expect(theirs.getByRole("heading", { name: "Confirmez que c’est vous" })).toBeVisible();
    // Who has an authenticator is offered nothing that the mailbox alone could answer.
    await expect(theirs.getByText(/code par e-mail/)).toHaveCount(0);
    if (link) await theirs.getByRole("link", { name: link }).click();
    await field(theirs, "code").fill("999999");
    await theirs.getByRole("button", { name: "Continuer" }).click();
    await expect(theirs.locator("#code-error")).toHaveText("Ce code est incorrect.");
    await field(theirs, "code").fill(code());
    await theirs.getByRole("button", { name: "Continuer" }).click();
    await theirs.waitForURL("**/admin/partners");
  }
});

test("a forgotten password is replaced by mail, and other devices are out", async ({ browser }) => {
  const { email, page: theirs } = await invited(browser, "Mamadou Barry");
  const forgetful = await newVisitor(browser, { javaScriptEnabled: false });
  await forgetful.goto("/admin/login");
  await forgetful.getByRole("link", { name: "Mot de passe oublié ?" }).click();
  await field(forgetful, "email").fill(email);
  await forgetful.getByRole("button", { name: "Préparer le lien" }).click();
  await expect(forgetful.getByText(`Si un compte existe pour ${email}`)).toBeVisible();
  const link = /\/admin\/reset\/[\w-]+/.exec(await mailTo(email, 2))?.[0] ?? "";
  await forgetful.goto(link);
  await field(forgetful, "password").fill("trop court");
  await field(forgetful, "again").fill("trop court");
  await forgetful.getByRole("button", { name: "Enregistrer" }).click();
  await expect(forgetful.getByText(/au moins 12 caractères$/)).toBeVisible();
  const next = "une phrase toute neuve et longue";
  await field(forgetful, "password").fill(next);
  await field(forgetful, "again").fill(next);
  await forgetful.getByRole("button", { name: "Enregistrer" }).click();
  await signIn(forgetful, email, next);
  expect(new URL(forgetful.url()).pathname).toBe("/admin");
  await theirs.goto("/admin/audit");
  await expect(theirs.getByRole("heading", { name: "Connexion", exact: true })).toBeVisible();
  await forgetful.goto(link);
  await expect(forgetful.getByText("Ce lien n’est plus valable")).toBeVisible();
});

test("one's own account: name, password, devices", async ({ browser }) => {
  const { email, page: theirs } = await invited(browser, "Fanta Keita");
  const phone = await newVisitor(browser);
  await phone.goto("/admin");
  await signIn(phone, email, PASSWORD);
  await phone.waitForURL("**/admin");
  await theirs.goto("/admin/account");
  const devices = theirs.getByRole("region", { name: "Appareils connectés" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: "Déconnecter", exact: true }).click();
  await expect(devices.getByText("Appareil déconnecté")).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole("heading", { name: "Connexion", exact: true })).toBeVisible();
  await theirs.getByLabel("Le nom que voient vos collègues").fill("Fanta Keïta");
  await theirs.getByRole("region", { name: "Nom" }).getByRole("button").click();
  await expect(theirs.getByRole("link", { name: "Mon compte : Fanta Keïta" })).toBeVisible();
  await theirs.getByLabel("Mot de passe actuel").fill("pas celui-ci");
  await theirs.locator("#new-password").fill("une phrase toute neuve et longue");
  await theirs.locator('input[name="again"]').fill("une phrase toute neuve et longue");
  await theirs.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(theirs.getByText("Ce mot de passe est incorrect")).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : ", without JavaScript";

  test(`a second factor is set up, renewed and taken away with codes${how}`, async ({
    browser,
  }) => {
    const called = javaScriptEnabled ? "Aminata Condé" : "Sékou Touré";
    const { page: theirs } = await invited(browser, called, { javaScriptEnabled });
    await theirs.goto("/admin/account");
    const section = theirs.getByRole("region", { name: "Validation en deux étapes" });
    await section.getByLabel("Votre mot de passe").fill(PASSWORD);
    await section.getByRole("button", { name: "Mettre en place" }).click();
    const visible = await section.locator(".font-mono").textContent();
    const secret = visible?.replaceAll(" ", "") ?? "";
    const began = Date.now();
    await section.getByLabel("Le code que montre l’application").fill(totp(secret, began - 30_000));
    await section.getByRole("button", { name: "Confirmer" }).click();
    await expect(section.locator(".font-mono li")).toHaveCount(10);
    const first = await section.locator(".font-mono li").allInnerTexts();

    await section.locator("#recovery-codes-password").fill(PASSWORD);
    await section.locator("#recovery-codes-code").fill("000000");
    await section.getByRole("button", { name: "Nouveaux codes de secours" }).click();
    await expect(section.getByText("Ce code est incorrect.")).toBeVisible();
    await section.locator("#recovery-codes-password").fill(PASSWORD);
    await section.locator("#recovery-codes-code").fill(totp(secret, began));
    await section.getByRole("button", { name: "Nouveaux codes de secours" }).click();
    await expect(section.locator(".font-mono li").first()).not.toHaveText(first[0] ?? "");
    await expect(section.locator(".font-mono li")).toHaveCount(10);
    const [recovery = ""] = await section.locator(".font-mono li").allInnerTexts();
    if (javaScriptEnabled) await fitsEverywhere(theirs);

    await section.locator("#second-factor-off-password").fill(PASSWORD);
    await section.locator("#second-factor-off-code").fill(recovery);
    await section.getByRole("button", { name: "Désactiver la validation en deux étapes" }).click();
    await expect(section.getByText("Validation en deux étapes désactivée")).toBeVisible();
    await expect(section.getByRole("button", { name: "Mettre en place" })).toBeVisible();
    await theirs.context().close();
  });

  test(`a password that anybody would try is refused beside its field${how}`, async ({
    browser,
  }) => {
    const called = javaScriptEnabled ? "Hadja Diané" : "Oumou Cissé";
    const { page: theirs } = await invited(browser, called, { javaScriptEnabled });
    await theirs.goto("/admin/account");
    const change = async (password: string) => {
      await theirs.getByLabel("Mot de passe actuel").fill(PASSWORD);
      await theirs.locator("#new-password").fill(password);
      await theirs.locator('input[name="again"]').fill(password);
      await theirs.getByRole("button", { name: "Changer le mot de passe" }).click();
    };
    await change("motdepasse1234");
    await expect(theirs.locator("#new-password-error")).toContainText("trop courant");
    await change("une phrase toute neuve et longue");
    await expect(theirs.getByText("Mot de passe changé")).toBeVisible();
    await theirs.goto("/admin/audit");
    await expect(theirs.getByRole("heading", { name: "Journal" })).toBeVisible();
    await theirs.context().close();
  });
}

test("another address counts when its link comes back", async ({ browser }) => {
  const { email, page: theirs } = await invited(browser, "Djénabou Baldé");
  await theirs.goto("/admin/account");
  const section = theirs.getByRole("region", { name: "Adresse e-mail" });
  const next = `moved-${email}`;
  await section.getByLabel("Nouvelle adresse").fill(next);
  await section.getByLabel("Votre mot de passe").fill("pas celui-ci");
  await section.getByRole("button", { name: "Préparer le lien" }).click();
  await expect(section.getByText("Ce mot de passe est incorrect")).toBeVisible();
  await expect(section.getByLabel("Nouvelle adresse")).toHaveValue(next);
  await section.getByLabel("Votre mot de passe").fill(PASSWORD);
  await section.getByRole("button", { name: "Préparer le lien" }).click();
  await expect(
    section.getByText(`Le lien de confirmation pour ${next} est gardé sur le serveur`),
  ).toBeVisible();
  const link = /\/admin\/address\/[\w-]+/.exec(await mailTo(next))?.[0] ?? "";
  await theirs.goto(link);
  await fitsEverywhere(theirs);
  await theirs.getByRole("button", { name: "Confirmer cette adresse" }).click();
  await theirs.waitForURL("**/admin/account");
  await expect(theirs.getByText("Votre adresse a été changée.")).toBeVisible();
  await expect(theirs.getByText(next, { exact: true })).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByText("Ce lien n’est plus valable")).toBeVisible();
});
