import { fitsEverywhere } from "../../support/browser/look.ts";
import {
  ADMINISTRATOR,
  confirmedAs,
  expect,
  FIRST_STATE,
  sendAs,
  test,
} from "../../support/browser/office.ts";
import { named } from "../../support/browser/office-list.ts";
import { letIn, newVisitor, signIn } from "../../support/browser/visitor-context.ts";

// Each in a session of its own: what another test confirmed does not count here.

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : ", without JavaScript";

  test(`what is dangerous asks first, and goes on with what was typed${how}`, async ({
    browser,
  }) => {
    const page = await newVisitor(browser, { javaScriptEnabled });
    await page.goto("/admin/staff/new");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.waitForURL("**/admin/staff/new");
    const name = named("N’Famara “Fara” Keïta");
    const email = `${Date.now().toString(36)}@example.org`;
    await page.locator("#name").fill(name);
    await page.locator("#email").fill(email);
    await page.locator("#role_admin").check();
    await page.getByRole("button", { name: "Inviter", exact: true }).click();
    const question = page.getByRole("region", { name: "Confirmez que c’est vous" });
    await expect(question).toBeVisible();
    await expect(page).toHaveTitle(/^Confirmez que c’est vous/);
    if (javaScriptEnabled) await fitsEverywhere(page);
    await question.getByLabel("Votre mot de passe").fill("ce n’est pas le bon");
    await question.getByRole("button", { name: "Confirmer et continuer" }).click();
    await expect(question.getByText("Ce mot de passe est incorrect")).toBeVisible();
    await question.getByLabel("Votre mot de passe").fill(ADMINISTRATOR.password);
    await question.getByRole("button", { name: "Confirmer et continuer" }).click();
    await page.waitForURL("**/admin/staff");
    await expect(page.getByText("une autre personne de l’administration")).toBeVisible();
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();

    // A moment later nothing is asked any more; a file comes at once.
    await page.goto("/admin/members");
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Exporter" }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
    await page.context().close();
  });

  test(`a file of people's data comes after the question${how}`, async ({ browser }) => {
    const page = await newVisitor(browser, { javaScriptEnabled });
    await page.goto("/admin/members?status=active");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.waitForURL("**/admin/members?status=active");
    await page.getByRole("link", { name: "Exporter" }).click();
    await page.getByLabel("Votre mot de passe").fill("ce n’est pas le bon");
    await page.getByRole("button", { name: "Confirmer et continuer" }).click();
    await expect(page.getByText("Ce mot de passe est incorrect")).toBeVisible();
    await page.getByLabel("Votre mot de passe").fill(ADMINISTRATOR.password);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Confirmer et continuer" }).click();
    expect((await saving).url()).toContain("/admin/members/export?status=active");
    await expect(page.getByRole("heading", { name: "C’est confirmé" })).toBeVisible();
    if (javaScriptEnabled) await fitsEverywhere(page);
    await page.getByRole("link", { name: "Revenir" }).click();
    await page.waitForURL("**/admin/members");
    await page.context().close();
  });
}

test("a button of a list asks too, and its answer is shown where one was", async ({ browser }) => {
  const name = named("Bountou Cissé");
  const email = `b${Date.now().toString(36)}@example.org`;
  await confirmedAs(FIRST_STATE());
  await sendAs(FIRST_STATE(), "/admin/staff/new", { name, email, role_admin: "on" });
  await letIn(name);
  const page = await newVisitor(browser);
  await page.goto("/admin/login");
  await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await page.waitForURL("**/admin");
  await page.goto("/admin/staff");
  await page.getByRole("button", { name: `Montrer le lien de l’invitation à ${name}` }).click();
  const question = page.getByRole("region", { name: "Confirmez que c’est vous" });
  await question.getByRole("link", { name: "Annuler" }).click();
  await expect(page.getByRole("heading", { name: "Comptes" })).toBeVisible();
  await page.getByRole("button", { name: `Montrer le lien de l’invitation à ${name}` }).click();
  await question.getByLabel("Votre mot de passe").fill(ADMINISTRATOR.password);
  await question.getByRole("button", { name: "Confirmer et continuer" }).click();
  await expect(page.getByText("gardée sur le serveur")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/admin/staff");
  await page.context().close();
});
