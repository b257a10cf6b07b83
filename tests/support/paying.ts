import { expect, type Page } from "@playwright/test";

let people = 0;

/** Applies for a membership as the form does, and goes to the page where it is paid. */
export async function applied(
  page: Page,
  prefix: string,
  email = `payer-${process.pid}-${Date.now()}-${people++}@example.org`,
): Promise<string> {
  await page.goto(`${prefix}/membership`);
  const card = page.locator("li", { hasText: /15[\s,]000/ }).locator('a[href*="type="]');
  const type = await card.getAttribute("href");
  const id = new URL(type ?? "", page.url()).searchParams.get("type") ?? "";
  const answer = await page.request.post(`${prefix}/membership?type=${id}`, {
    form: {
      type: id,
      firstName: "Aïssatou",
      lastName: "Bah",
      email,
      phone: "622 12 34 56",
      birthDate: "2000-01-01",
      address: "Quartier Dixinn, Conakry",
      city: "Conakry",
      experience: "beginner",
      games: "Football",
      motivation: "Je veux jouer avec les meilleurs du pays et progresser chaque semaine.",
      acceptTerms: "on",
    },
    headers: { origin: new URL(page.url()).origin },
  });
  const address = /\/payments\/[\w-]{30,}/.exec(await answer.text())?.[0];
  if (!address) throw new Error(`no order: ${answer.status()} ${answer.url()}`);
  await page.goto(prefix + address);
  return prefix + address;
}

const TOURNAMENT = "/events/01930000-0000-7000-8000-000000002001";

/** Registers for the tournament as its form does, and goes to the page where the place is paid. */
export async function registered(page: Page, prefix: string, email: string): Promise<string> {
  await page.goto(prefix + TOURNAMENT);
  const answer = await page.request.post(`${prefix}${TOURNAMENT}?register=1`, {
    form: {
      priceId: "standard",
      firstName: "Mamadou",
      lastName: "Diallo",
      email,
      phone: "622 12 34 56",
      birthDate: "2001-02-03",
      gamertag: "mamadou224",
      platform: "ps5",
      acceptRules: "on",
      acceptTerms: "on",
    },
    headers: { origin: new URL(page.url()).origin },
  });
  const address = /\/payments\/[\w-]{30,}/.exec(await answer.text())?.[0];
  if (!address) throw new Error(`no order: ${answer.status()} ${answer.url()}`);
  await page.goto(prefix + address);
  return prefix + address;
}

/** Plays the operator, and comes back. */
export async function play(page: Page, action: string, notices = "1") {
  await expect(page).toHaveURL(/\/payments\/simulated\//);
  await page.locator(`input[value="${action}"]`).check();
  await page.locator(`input[name="notices"][value="${notices}"]`).check();
  await page.locator("button.button").click();
  await expect(page).toHaveURL(/\/payments\/(?!simulated)|\/pay\//);
}
