import type { Browser } from "@playwright/test";
import { expect } from "./journey.ts";
import { named } from "./office-list.ts";
import { newVisitor } from "./visitor-context.ts";

/** Makes an event with a single free place, and somebody who has it; gives the address of its page. */
export async function fullEvent(browser: Browser, category = "Tournoi"): Promise<string> {
  const baseURL = process.env.SITE_URL ?? "";
  const storageState = JSON.parse(process.env.OFFICE_STATE ?? "");
  const office = await browser.newContext({ baseURL, storageState });
  const title = named("Complet");
  await office.request.post("/admin/events/new", {
    headers: { origin: baseURL },
    form: {
      ...{ title, category, description: "Une seule place.", date: "2040-06-02" },
      ...{ location: "Conakry", type: "in-person", status: "upcoming" },
      ...{ price: "0", currency: "XOF", max_participants: "1" },
    },
  });
  const list = await office.request.get(`/admin/events?${new URLSearchParams({ q: title })}`);
  const id = /\/admin\/events\/([0-9a-f-]{36})/.exec(await list.text())?.[1];
  await office.close();
  const address = `/events/${id}`;
  const visitor = await newVisitor(browser);
  await visitor.goto(`${address}?register=1`);
  await visitor.locator("#firstName").fill("Kadiatou");
  await visitor.locator("#lastName").fill("Sylla");
  await visitor.locator("#email").fill(`${title.replace(" ", "-")}@example.org`);
  await visitor.locator("#phone").fill("622 12 34 56");
  await visitor.locator("#birthDate").fill("2001-02-03");
  await visitor.locator("#gamertag").fill("kadi224");
  await visitor.locator("#platform").selectOption("ps5");
  await visitor.locator("#acceptRules").check();
  await visitor.locator("#acceptTerms").check();
  await visitor.getByRole("button", { name: "Réserver ma place" }).click();
  await expect(visitor).toHaveURL(/\/tickets\//);
  await visitor.context().close();
  return address;
}
