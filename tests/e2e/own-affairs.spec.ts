import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { DAY } from "../../app/core/values/durations.ts";
import { formatDate } from "../../app/i18n/format.ts";
import { eachWay, expect } from "../support/browser/journey.ts";
import { axeFaults } from "../support/browser/look.ts";
import { delivered, type Mailing, test } from "../support/browser/mailing-journey.ts";
import { confirmed, officePage } from "../support/browser/office.ts";
import { find, named, output } from "../support/browser/office-list.ts";

// What members settle by themselves with the links of our mails: renewing, reading their data, asking for
// its erasure.

test.describe.configure({ mode: "serial" });

const LANGUAGES = {
  fr: {
    prefix: "",
    renew: "Renouveler votre adhésion",
    send: "Envoyer ma demande",
    pay: /^Payer .+GNF$/,
    play: "Jouer",
    see: "Voir mon adhésion",
    active: "Votre adhésion est active",
    until: "Elle est valable jusqu’au",
    done: "Votre adhésion est déjà renouvelée",
    ask: "Recevoir le lien",
    open: "Ouvrir mes données",
    born: "naissance le 3 février 2001",
    ends: "Ce qui prend fin avec l’effacement",
    download: "Télécharger mes données (JSON)",
    erase: "Demander l’effacement",
    requested: "Vous avez demandé l’effacement de vos données",
    erased: "C’est fait.",
    over: "Ce lien n’est plus valable",
  },
  en: {
    prefix: "/en",
    renew: "Renew your membership",
    send: "Send my application",
    pay: /^Pay .+GNF$/,
    play: "Play",
    see: "See my membership",
    active: "Your membership is active",
    until: "It is valid until",
    done: "Your membership is already renewed",
    ask: "Send me the link",
    open: "Open my data",
    born: "born on 3 Feb 2001",
    ends: "What ends with the erasure",
    download: "Download my data (JSON)",
    erase: "Ask for erasure",
    requested: "You asked for your data to be erased",
    erased: "This has been done",
    over: "This link is no longer valid",
  },
} as const;

const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

type Member = { last: string; name: string; email: string };

const officeOf = (browser: Browser, { url, state }: Mailing) =>
  officePage(browser, { baseURL: url, state });

/** Staff note a member whose year ends in ten days. */
async function addMember(office: Page, origin: string, language: string): Promise<Member> {
  const last = named("Sylla").replace(" ", "");
  const member = { last, name: `Mariama ${last}`, email: `${last.toLowerCase()}@example.org` };
  const answer = await office.request.post("/admin/members/new", {
    headers: { origin },
    maxRedirects: 0,
    form: {
      first_name: "Mariama",
      last_name: last,
      email: member.email,
      phone: "622 12 34 56",
      birth_date: "2001-02-03",
      city: "Labé",
      address: "Quartier Daka, Labé",
      language,
      member_type: "player",
      membership_start: dayIn(-355),
      membership_end: dayIn(10),
      status: "active",
      // One that costs something: the sample type for players.
      membership_type_id: "01930000-0000-7000-8000-000000005001",
    },
  });
  expect(answer.status()).toBe(302);
  return member;
}

/** The path of a link in a mail's text. */
const linkIn = (text: string, path: string): string => {
  const [, link] = new RegExp(`https?://[^/\\s]+((?:/en)?${path}[\\w.-]+)`).exec(text) ?? [];
  if (!link) throw new Error(`no link to ${path}`);
  return link;
};

eachWay(LANGUAGES, (words, { language, javaScriptEnabled }) => {
  test("a member who is reminded renews, and keeps the days that are left", async ({
    page,
    browser,
    mailing,
  }) => {
    const office = await officeOf(browser, mailing);
    const member = await addMember(office, mailing.url, language);
    await find(office, "/admin/members", member.last);
    await office.getByRole("button", { name: `Rappeler ${member.name} maintenant` }).click();
    await output(office, /^Rappel à Mariama/);
    await office.context().close();

    const link = linkIn(await delivered(mailing, member.email), "/membership/renewal/");
    expect(link.startsWith(`${words.prefix}/membership`)).toBe(true);
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.renew);
    await expect(page.locator("#lastName")).toHaveValue(member.last);
    await expect(page.locator("#email")).toHaveValue(member.email);
    await expect(page.locator("#phone")).toHaveValue("+224622123456");
    await expect(page.locator("#birthDate")).toHaveValue("2001-02-03");
    await expect(page.locator("#city")).toHaveValue("Labé");
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);
    // What staff never noted is asked, on the same page, and nothing else is lost.
    await page.locator("#acceptTerms").check();
    await page.getByRole("button", { name: words.send }).click();
    await expect(page.locator("#games-error")).toBeVisible();
    await expect(page.locator("#city")).toHaveValue("Labé");
    await page.locator("#experience").selectOption("advanced");
    await page.locator("#games").fill("Tekken");
    await page
      .locator("#motivation")
      .fill("Représenter la Guinée et apprendre avec les meilleurs.");
    await page.getByRole("button", { name: words.send }).click();
    await expect(page).toHaveURL(/\/membership\/application\/[\w-]{32}$/);
    await page.getByRole("button", { name: words.pay }).click();
    await page.getByRole("button", { name: words.play }).click();
    await page.getByRole("link", { name: words.see }).click();
    await expect(page.getByRole("heading", { name: words.active })).toBeVisible();
    const end = formatDate(language, dayIn(10 + 365));
    await expect(page.getByText(`${words.until} ${end}`)).toBeVisible();

    // The same link again: nobody pays twice.
    await page.goto(link);
    await expect(page.getByRole("heading", { name: words.done })).toBeVisible();
    await expect(page.getByText(end)).toBeVisible();
    await expect(page.getByRole("button", { name: words.send })).toHaveCount(0);
  });

  test("somebody reads their data, takes it away and has it erased", async ({
    page,
    browser,
    mailing,
  }) => {
    const office = await officeOf(browser, mailing);
    const member = await addMember(office, mailing.url, language);
    await page.goto(`${words.prefix}/privacy/data`);
    await page.locator("#email").fill(member.email);
    await page.getByRole("button", { name: words.ask }).click();
    await expect(page.getByRole("status").first()).toBeVisible();

    const link = linkIn(await delivered(mailing, member.email), "/privacy/data/");
    await page.goto(link);
    await page.locator("#birthDate").fill("2001-02-04");
    await page.getByRole("button", { name: words.open }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.locator("#birthDate").fill("2001-02-03");
    await page.getByRole("button", { name: words.open }).click();
    await expect(page).toHaveURL(/\/privacy\/data\/read\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(member.name);
    await expect(page.getByText(words.born)).toBeVisible();
    await expect(page.getByText("Quartier Daka, Labé").first()).toBeVisible();
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: words.download }).click();
    const file = JSON.parse(await readFile(await (await saving).path(), "utf8"));
    expect(JSON.stringify(file)).toContain(member.email);

    // On paper stands what is held, and nothing to press.
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("link", { name: words.download })).toBeHidden();
    await expect(page.getByRole("button", { name: words.erase })).toBeHidden();
    await expect(page.getByText("Quartier Daka, Labé").first()).toBeVisible();
    await page.emulateMedia({ media: "screen" });

    const own = page.url();
    await expect(page.getByText(words.ends)).toBeVisible();
    await page.getByRole("button", { name: words.erase }).click();
    await expect(page.getByText(words.requested)).toBeVisible();
    await expect(page.getByRole("button", { name: words.erase })).toHaveCount(0);

    await office.goto("/admin/people");
    await confirmed(office);
    await office.getByRole("link", { name: "Voir la personne" }).first().click();
    await expect(office.getByRole("heading", { level: 1 })).toHaveText(member.name);
    await expect(office.getByText("Ce qui prend fin")).toBeVisible();
    await office.getByRole("button", { name: "Effacer définitivement" }).click();
    await office.getByRole("alertdialog").getByRole("button", { name: "Effacer" }).click();
    await output(office, "Données effacées avec succès");
    await office.context().close();

    expect(await delivered(mailing, member.email, 2)).toContain(words.erased);
    await page.goto(own);
    await expect(page.getByText(member.email)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: words.over })).toBeVisible();
  });
});
