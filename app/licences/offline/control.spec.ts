import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openFolder } from "../../../app/core/database/embedded/pglite.server.ts";
import { expect, test } from "../../../tests/support/browser/journey.ts";
import { axeFaults, fitsEverywhere, watch } from "../../../tests/support/browser/look.ts";
import { ADMINISTRATOR, officeState, sendAs } from "../../../tests/support/browser/office.ts";
import {
  freePort,
  newDataFolder,
  type Product,
  startProduct,
} from "../../../tests/support/product/product.ts";

// Without a network means here that nobody answers at the address of the site.

const PLAYERS = ["valid", "suspended", "replaced", "refunded"] as const;
type Player = (typeof PLAYERS)[number];

const settings: Record<string, string> = {};
let product: Product;
let codes: Record<Player, string>;
const ids: Partial<Record<Player, string>> = {};

const start = async () => {
  product = await startProduct(settings);
};
let administrator = "";
const staff = async (address: string, form?: Record<string, string>) => {
  const answer = await sendAs(administrator, address, form, product.url);
  if (answer.status >= 400) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
};

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  settings.PORT = String(await freePort());
  settings.DATA_DIR = newDataFolder();
  settings.ADMIN_EMAIL = ADMINISTRATOR.email;
  settings.ADMIN_PASSWORD = ADMINISTRATOR.password;
  await start();
  administrator = await officeState(product.url);
  for (const player of PLAYERS) {
    await staff("/admin/members/new", {
      first_name: "Aïssatou",
      last_name: player,
      email: `${player}@example.org`,
      birth_date: "2001-02-03",
      member_type: "player",
      status: "active",
      membership_start: day(-30),
      membership_end: day(300),
      language: "fr",
    });
    const list = await staff(`/admin/members?q=${player}%40example.org`);
    ids[player] = /\/admin\/members\/([0-9a-f-]{36})/.exec(list)?.[1] ?? "";
  }
  await staff("/admin/members/new", {
    first_name: "Mariama",
    last_name: "Bah",
    organisation: "Kaloum Esport",
    email: "club@example.org",
    member_type: "club",
    status: "active",
    membership_start: day(-30),
    language: "fr",
  });
  await product.stop();
  await joinClub();
  await start();
  for (const player of PLAYERS) {
    const licence = await staff(`/admin/members/${ids[player]}/licence`);
    // The code is signed when the card is opened.
    await staff(/\/licences\/[\w-]+/.exec(licence)?.[0] ?? "");
  }
  await staff(`/admin/members/${ids.suspended}/licence`, {
    suspension_reason: "Triche",
    suspended_from: day(0),
    suspended_until: "",
  });
  await staff(`/admin/members/${ids.replaced}/licence`, { intent: "replace" });
  await product.stop();
  codes = await readCodes();
  await start();
});
test.afterAll(() => product.stop());

/** Whose licence is in order is a player of the club. */
async function joinClub(): Promise<void> {
  const database = await openFolder(join(settings.DATA_DIR ?? "", "database"));
  await database.exec(
    `update members set club = (select max(club) from members where member_type = 'club') where id = '${ids.valid}'`,
  );
  await database.close();
}

async function readCodes(): Promise<Record<Player, string>> {
  const database = await openFolder(join(settings.DATA_DIR ?? "", "database"));
  await database.exec("update members set status = 'expired' where last_name = 'refunded'");
  const { rows } = await database.query<{ name: string; code: string }>(
    "select m.last_name as name, c.code from licence_cards c join members m on m.id = c.member_id",
  );
  await database.close();
  return Object.fromEntries(rows.map(({ name, code }) => [name, code])) as Record<Player, string>;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const open = (page: Page, code: string) => page.goto(`${product.url}/V/${code}`);
async function prepare(page: Page, prefix = ""): Promise<void> {
  await page.goto(`${product.url}${prefix}/V/control`);
  await expect(page.getByRole("status")).toContainText(
    prefix ? "Ready" : "Prêt à contrôler sans réseau",
  );
}
/** The year of birth is another. */
const altered = (code: string) =>
  `${code.slice(0, 18)}${code[18] === "A" ? "C" : "A"}${code.slice(19)}`;

test("a phone that was made ready answers each card without a network, in its own words", async ({
  page,
  context,
}) => {
  const problems = watch(page, () => false);
  await prepare(page);
  await expect(page.getByRole("status")).toContainText("Prêt à contrôler sans réseau");
  await fitsEverywhere(page);
  expect(problems).toEqual([]);
  await product.stop();

  for (const [code, title, colour] of [
    [codes.valid, "Licence valable", "green"],
    [codes.suspended, "Licence suspendue", "red"],
    [codes.replaced, "Carte remplacée", "red"],
    [codes.refunded, "Licence terminée", "red"],
    [altered(codes.valid), "Fausse carte", "red"],
    [`AEEQ${codes.valid.slice(4)}`, "Carte d’une autre fédération", "red"],
    ["AEAQ", "Code illisible", "red"],
  ] as const) {
    await open(page, code);
    await expect(heading(page)).toHaveText(title);
    await expect(page.locator("[data-sign]:visible")).toHaveAttribute("data-sign", colour);
    await expect(page.locator("[data-part=head]")).toHaveClass(
      colour === "green" ? /bg-leaf/ : /bg-red/,
    );
    await expect(page.getByText("Vérifié sans réseau, avec la liste du")).toBeVisible();
  }
  await open(page, codes.valid.toLowerCase());
  await expect(heading(page)).toHaveText("Licence valable");
  await expect(page.getByText("Aïssatou valid")).toBeVisible();
  await expect(page.getByText("2001")).toBeVisible();
  await expect(page.locator("[data-part=card]")).toContainText("Club, selon la carteKaloum Esport");
  await fitsEverywhere(page);

  await test.step("the next card, and a number that is typed", async () => {
    await page.getByRole("link", { name: "Contrôler une autre carte" }).click();
    const field = page.getByLabel("Numéro ou code de la carte");
    await field.fill("FGE-000001-X");
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(page.getByText("Ce n’est ni un numéro ni un code")).toBeVisible();
    await expect(field).toHaveValue("FGE-000001-X");
    await fitsEverywhere(page);
    await field.fill("fge 1 c");
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText("Numéro en règle, carte non vérifiée");
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Contrôler une autre carte" }).click();
    await field.fill(codes.valid);
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText("Licence valable");
  });

  await test.step("an old list and a wrong clock leave the judgement to a person", async () => {
    const DAY = 86_400_000;
    await page.clock.setFixedTime(Date.now() + 12 * DAY);
    await open(page, codes.valid);
    await expect(heading(page)).toHaveText("Carte authentique, à vérifier");
    await expect(page.locator("[data-sign]:visible")).toHaveAttribute("data-sign", "amber");
    await expect(page.getByText("est vieille de 12 jours")).toBeVisible();
    await page.clock.setFixedTime(Date.now() - 400 * DAY);
    await open(page, codes.valid);
    await expect(heading(page)).toHaveText("Carte authentique, à vérifier");
    await expect(page.getByText("Ce téléphone n’est pas à l’heure")).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
  });

  await test.step("nothing else of the site is touched", async () => {
    const kept = await page.evaluate(async () => ({
      scopes: (await navigator.serviceWorker.getRegistrations()).map(
        ({ scope }) => new URL(scope).pathname,
      ),
      addresses: await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      ),
    }));
    expect(kept.scopes).toEqual(["/V/"]);
    expect(kept.addresses.flat().sort()).toEqual([
      "/V/clubs",
      "/V/contact",
      "/V/control",
      "/V/language",
      "/V/list",
    ]);
    const elsewhere = await context.newPage();
    for (const address of ["/", "/en", "/licences/x", "/V", "/admin"]) {
      await expect(elsewhere.goto(product.url + address), address).rejects.toThrow(
        "ERR_CONNECTION_REFUSED",
      );
    }
  });
  await start();
});

test("the answer of the register comes first, unless the line is too bad to wait for it", async ({
  page,
}) => {
  await prepare(page);
  await open(page, codes.valid);
  await expect(page.getByText("Vérifié dans le registre de la fédération")).toBeVisible();
  await product.stop();
  const lines: Socket[] = [];
  const silent = createServer((line) => lines.push(line.on("error", () => {}))).listen(
    Number(settings.PORT),
  );
  await open(page, codes.valid);
  await expect(heading(page)).toHaveText("Licence valable");
  await expect(page.getByText("Vérifié sans réseau")).toBeVisible();
  const button = page.getByRole("button", { name: "Réessayer avec un réseau" });
  await expect(button).toBeVisible();
  for (const line of lines) line.destroy();
  await new Promise((resolve) => silent.close(resolve));
  await start();
  await staff(`/admin/members/${ids.valid}/licence`, {
    suspension_reason: "Triche",
    suspended_from: day(0),
    suspended_until: "",
  });
  await button.click();
  await expect(heading(page)).toHaveText("Licence suspendue");
  await expect(page.getByText("Vérifié dans le registre de la fédération")).toBeVisible();
});

test("a phone keeps the language in which its page was opened, and another when it is chosen", async ({
  page,
}) => {
  await prepare(page);
  await prepare(page, "/en");
  await open(page, codes.replaced);
  await expect(heading(page)).toHaveText("Card replaced");
  await product.stop();
  await open(page, codes.replaced);
  await expect(heading(page)).toHaveText("Card replaced");
  await expect(page.getByText("Checked offline, with the list of")).toBeVisible();
  await page.getByRole("link", { name: "FR" }).click();
  await expect(page.getByRole("status")).toContainText("Prêt à contrôler sans réseau");
  await open(page, codes.replaced);
  await expect(heading(page)).toHaveText("Carte remplacée");
  await start();
});

test("a card is scanned where the browser reads codes, and the camera is on for the next one", async ({
  page,
}) => {
  await page.addInitScript((code) => {
    const stream = async () => document.createElement("canvas").captureStream();
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: stream } });
    const Reader = class {
      static getSupportedFormats = async () => ["qr_code"];
      detect = async () => (location.hash ? [] : [{ rawValue: `HTTPS://FGE.EXAMPLE/V/${code}` }]);
    };
    Object.assign(window, { BarcodeDetector: Reader });
  }, codes.replaced);
  await page.goto(`${product.url}/V/control`);
  await page.getByRole("button", { name: "Scanner une carte" }).click();
  await expect(heading(page)).toHaveText("Carte remplacée");
  // The page is never loaded while its picture, which is empty here, comes.
  await page.goto(`${product.url}/V/control#scan`, { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Arrêter la caméra" })).toBeVisible();
  await fitsEverywhere(page);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says that the camera of the phone opens the answer", async ({ page }) => {
    await page.goto(`${product.url}/V/control`);
    await expect(
      page.getByText("Sans JavaScript, il faut un réseau pour avoir la réponse"),
    ).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await open(page, codes.replaced);
    await expect(heading(page)).toHaveText("Carte remplacée");
  });
});
