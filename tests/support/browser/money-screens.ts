import type { Browser, Page } from "@playwright/test";
import { fullEvent } from "../full-event.ts";
import { applied, play, registered } from "../paying.ts";
import { registrationOf } from "../registrant.ts";
import { newVisitor } from "./visitor-context.ts";

type Shown = { name: string; address: string };

/**
 * The screens that only somebody's own link opens: payments, tickets and a licence card, made through the forms as
 * visitors make them, each from a network of their own.
 */
export async function makeMoneyScreens(browser: Browser): Promise<Shown[]> {
  const toPay = await asVisitor(browser, register);
  const refused = await asVisitor(browser, async (page) => {
    const order = await register(page);
    await payHere(page, "refuse");
    return order;
  });
  const [paid, ticket] = await asVisitor(browser, async (page) => {
    const order = await register(page);
    await payHere(page, "approve");
    return [order, await linkTo(page, "/tickets/")] as const;
  });
  const [membership, application, licence] = await asVisitor(browser, async (page) => {
    const order = await applied(page, "");
    await payHere(page, "approve");
    const own = await linkTo(page, "/membership/application/");
    await page.goto(own);
    return [order, own, await linkTo(page, "/licences/")] as const;
  });
  const waiting = await asVisitor(browser, waitForPlace);
  return [
    { name: "payment-to-pay", address: toPay },
    { name: "payment-refused", address: refused },
    { name: "payment-paid", address: paid },
    { name: "payment-membership", address: membership },
    { name: "ticket", address: ticket },
    { name: "ticket-give-up", address: `${ticket}?give-up=1` },
    { name: "ticket-waiting", address: waiting },
    { name: "application", address: application },
    { name: "licence", address: licence },
  ].flatMap(({ name, address }) => [
    { name: `own-${name}`, address },
    { name: `en_own-${name}`, address: `/en${address}` },
  ]);
}

async function asVisitor<T>(browser: Browser, act: (page: Page) => Promise<T>): Promise<T> {
  const page = await newVisitor(browser);
  try {
    return await act(page);
  } finally {
    await page.context().close();
  }
}

const register = (page: Page) => registered(page, "", `screens-${Date.now()}@example.org`);

async function payHere(page: Page, action: string): Promise<void> {
  await page
    .getByRole("button", { name: /^Payer/ })
    .first()
    .click();
  await play(page, action);
}

/** The address of the first link of this kind; the page of a payment has it once the notice came. */
async function linkTo(page: Page, path: string): Promise<string> {
  const href = await page.locator(`main a[href*="${path}"]`).first().getAttribute("href");
  return new URL(href ?? "", page.url()).pathname;
}

/** Joins the waiting list of a full event; the address of the ticket. */
async function waitForPlace(page: Page): Promise<string> {
  const event = await fullEvent();
  const form = await (await page.request.get(`${event}?register=1`)).text();
  const priceId = /name="priceId"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? "";
  await page.goto(event);
  const answer = await page.request.post(`${event}?register=1`, {
    form: { ...registrationOf(`screens-${Date.now()}@example.org`), priceId },
    headers: { origin: new URL(page.url()).origin },
  });
  return new URL(answer.url()).pathname;
}
