import { DESKTOP, PHONE, test as visitorTest } from "../support/browser/journey.ts";
import { markupFaults } from "../support/browser/markup.ts";
import { expect, test as officeTest } from "../support/browser/office.ts";
import { isEnglish, looksRight, officeScreens, publicScreens } from "../support/browser/screens.ts";

// Each screen once, in French and on a phone; every language and width is looked at by the deep spec beside this one.

/** One screen of each kind that is laid out otherwise on a desk. */
const ON_A_DESK = [
  "/",
  "/events",
  "/events/01930000-0000-7000-8000-000000002001",
  "/contact",
  "/resources",
  "/admin",
  "/admin/news",
  "/admin/events/01930000-0000-7000-8000-000000002001",
  "/admin/files",
  "/admin/payments",
  "/admin/pages/settings/menu",
  "/admin/login",
];
const axeWidths = (address: string) =>
  ON_A_DESK.includes(address) ? [PHONE.width, DESKTOP.width] : [PHONE.width];

const french = publicScreens.filter(({ address }) => !isEnglish(address));
/** Of the addresses of one screen the last that finds something: a form with values rather than an empty one. */
const office = officeScreens
  .filter(({ address }) => !/-0{12}(?:\/|$)/.test(address))
  .filter(({ file }, n, all) => all.findLastIndex((screen) => screen.file === file) === n);

/** What one case looks at, in one page. */
const IN_ONE_CASE = 12;

for (const [test, screens, of] of [
  [visitorTest, french, "the site"],
  [officeTest, office, "the office"],
] as const) {
  for (let start = 0; start < screens.length; start += IN_ONE_CASE) {
    const part = screens.slice(start, start + IN_ONE_CASE);
    test.describe(`screens of ${of} from ${part[0]?.address}`, () => {
      test("no axe violation, nothing too wide, no error", ({ page }) =>
        looksRight(page, part, axeWidths));
    });
  }
}

visitorTest("no card cuts a word off on the narrowest phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { address } of french) {
    await page.goto(address, { waitUntil: "domcontentloaded" });
    const cut = await page
      .locator("main .card")
      .evaluateAll((cards) =>
        cards
          .filter((card) => card.scrollWidth > card.clientWidth)
          .map((card) => card.textContent?.slice(0, 60)),
      );
    expect.soft(cut, address).toEqual([]);
  }
});

// What the document itself says needs no browser.
visitorTest("every page of both languages says what it is, in valid HTML", async ({ request }) => {
  for (const { address, missing } of publicScreens) {
    const answer = await request.get(address);
    const html = await answer.text();
    expect.soft(await markupFaults(html), address).toEqual([]);
    const count = (part: RegExp) => html.match(new RegExp(part, "g"))?.length ?? 0;
    const language = isEnglish(address) ? "en" : "fr";
    expect
      .soft(
        {
          status: answer.status(),
          language: /<html[^>]* lang="(\w+)"/.exec(html)?.[1],
          title: /<title>[^<]+<\/title>/.test(html),
          headings: count(/<h1[\s>]/),
          descriptions: count(/<meta name="description"/),
          pictures: count(/<meta property="og:image" content="[^"]+\.jpg"/),
          // No label was left without its text.
          labels:
            />[^<]*\b(?:common|home|news|events|about|community|resources|partners|contact|membership|footer|navigation|legal)\.[a-z]+/.exec(
              html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ""),
            )?.[0],
        },
        address,
      )
      .toEqual({
        status: missing ? 404 : 200,
        language,
        title: true,
        headings: 1,
        descriptions: 1,
        pictures: 1,
        labels: undefined,
      });
    if (missing || address.includes("?")) continue;
    // The page's own address, its twin, and what machines read.
    expect.soft(count(/<link rel="alternate" hrefLang="en"/i), address).toBe(1);
    expect.soft(html, address).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${address}"`));
    for (const [, json = ""] of html.matchAll(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs,
    )) {
      expect.soft(() => JSON.parse(json), address).not.toThrow();
    }
  }
});
