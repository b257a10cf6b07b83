import { ADMINISTRATOR, expect, test } from "../../support/browser/office.ts";
import { field, newVisitor, signIn } from "../../support/browser/visitor-context.ts";

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : ", without JavaScript";

  test(`a wrong password is said on both fields; the right one leads back${how}`, async ({
    browser,
  }) => {
    const page = await newVisitor(browser, { javaScriptEnabled });
    await page.goto("/admin/news?status=draft");
    expect(new URL(page.url()).pathname).toBe("/admin/login");
    await signIn(page, "nobody", "12345");
    await expect(page.getByText("Email invalide")).toBeVisible();
    await expect(
      page.getByText("Le mot de passe doit contenir au moins 6 caractères"),
    ).toBeVisible();
    await signIn(page, ADMINISTRATOR.email, "pas le bon mot de passe");
    await expect(page.getByRole("alert")).toContainText("Erreur de connexion");
    await expect(page.getByRole("alert")).toContainText("Email ou mot de passe incorrect");
    await expect(page.getByRole("status")).toContainText("Email ou mot de passe incorrect");
    await expect(page.getByText("Vérifiez vos identifiants")).toHaveCount(2);
    await expect(field(page, "email")).toHaveValue(ADMINISTRATOR.email);
    await expect(field(page, "password")).toHaveValue("");
    await field(page, "password").fill(ADMINISTRATOR.password);
    await field(page, "password").press("Enter");
    await page.waitForURL("**/admin/news?status=draft");
    await page.context().close();
  });
}

test("the state of the connection shows two checks, then four, and is tested again", async ({
  browser,
}) => {
  const page = await newVisitor(browser);
  await page.goto("/admin/login");
  const state = page.getByRole("region", { name: "État de la connexion" });
  await expect(state.getByRole("listitem").filter({ visible: true })).toHaveCount(2);
  await state.getByText("Plus de détails").click();
  await expect(state.getByRole("listitem").filter({ visible: true })).toHaveCount(4);
  await expect(state.getByText(/OK · \d+ ms/)).toHaveCount(4);
  await state.getByRole("button", { name: "Tester à nouveau" }).click();
  await expect(state.getByText(/OK · \d+ ms/).first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("without a connection the form stays with what was typed, and says so", async ({
  browser,
}) => {
  const page = await newVisitor(browser);
  await page.goto("/admin/login");
  await page.context().setOffline(true);
  await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await expect(page.getByRole("alert")).toContainText("Erreur de connexion");
  await expect(page.getByRole("alert")).toContainText("Veuillez vérifier votre connexion internet");
  await expect(field(page, "password")).toHaveValue(ADMINISTRATOR.password);
  await page.getByRole("alert").getByRole("button", { name: "Tester à nouveau" }).click();
  await expect(field(page, "email")).toHaveValue(ADMINISTRATOR.email);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.waitForURL("**/admin");
});

test("too many tries from one place are stopped, and said", async ({ browser }) => {
  const page = await newVisitor(browser);
  const email = `nobody-${Date.now()}@example.org`;
  for (let count = 0; count < 10; count++) {
    const answer = await page.request.post("/admin/login", {
      form: { email, password: "123456" },
      headers: { origin: process.env.SITE_URL ?? "" },
    });
    expect(answer.status()).toBe(401);
  }
  await page.goto("/admin/login");
  await signIn(page, email, "123456");
  await expect(page.getByRole("alert")).toContainText(
    "Trop de tentatives de connexion. Veuillez patienter avant de réessayer.",
  );
  await page.getByRole("alert").getByRole("button", { name: "Tester à nouveau" }).click();
  await expect(field(page, "email")).toHaveValue(email);
});

test("signing out says so, and the back button shows nothing any more", async ({ browser }) => {
  const page = await newVisitor(browser);
  await page.goto("/admin/audit");
  await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await expect(page.getByRole("heading", { name: "Journal" })).toBeVisible();
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page.getByRole("status")).toHaveText(/Déconnexion réussie/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Connexion", exact: true })).toBeVisible();
  const origin = { origin: "https://elsewhere.example" };
  const foreign = await page.request.post("/admin/logout", { headers: origin, maxRedirects: 0 });
  expect(foreign.status()).toBe(403);
});

test("whoever is signed in finds the back office in the menu of the site", async ({
  page,
  browser,
}) => {
  for (const [address, label] of [
    ["/about", "Ouvrir l’administration"],
    ["/en/about", "Open the administration"],
  ] as const) {
    await page.goto(address);
    const menu = page.locator("header nav").first();
    // Where the menu is full, it stands with what is folded.
    const more = menu.locator("summary", { hasText: /^(?:Plus|More)$/ });
    if (await more.isVisible()) await more.click();
    await expect(menu.getByRole("link").last()).toHaveText("Administration");
    await expect(page.getByRole("link", { name: label })).toHaveAttribute("href", "/admin");
  }
  const other = await newVisitor(browser);
  await other.goto("/about");
  await expect(other.locator('a[href^="/admin"]')).toHaveCount(0);
});
