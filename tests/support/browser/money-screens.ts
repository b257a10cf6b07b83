import type { Browser, Page } from "@playwright/test";
import { fullEvent, onlyPackage } from "../full-event.ts";
import { applied, play, registered } from "../paying.ts";
import { registrationOf } from "../registrant.ts";
import { newRecord, sendAsOffice } from "./office.ts";
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
  const [membership, application] = await asVisitor(browser, async (page) => {
    const order = await applied(page, "");
    await payHere(page, "approve");
    return [order, await linkTo(page, "/membership/application/")] as const;
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
    { name: "licence", address: await licenceOfMember() },
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

/** The card of a member whom staff entered: a membership that was paid as a trial has none. */
async function licenceOfMember(): Promise<string> {
  const email = `screens-${Date.now()}@example.org`;
  const id = await newRecord("/admin/members", email, {
    first_name: "Aïssatou",
    last_name: "Camara",
    email,
    birth_date: "2001-02-03",
    member_type: "player",
    status: "active",
    language: "fr",
  });
  const page = await (await sendAsOffice(`/admin/members/${id}/licence`)).text();
  const licence = /\/licences\/[\w-]+/.exec(page)?.[0];
  if (!licence) throw new Error("a member whom staff entered has no licence");
  return licence;
}

/** Joins the waiting list of a full event; the address of the ticket. */
async function waitForPlace(page: Page): Promise<string> {
  const event = await fullEvent();
  const priceId = await onlyPackage(event);
  await page.goto(event);
  const answer = await page.request.post(`${event}?register=1`, {
    form: { ...registrationOf(`screens-${Date.now()}@example.org`), priceId },
    headers: { origin: new URL(page.url()).origin },
  });
  return new URL(answer.url()).pathname;
}
