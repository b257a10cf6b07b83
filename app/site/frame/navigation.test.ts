import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import { brandFitsPhone, brandOf, menuEntries, menuRow } from "./navigation.ts";

const { name } = DEFAULT_SETTINGS.federation;
const bar = { brand: brandOf("FGE", "FGE", name), logoWidth: 48, more: "Plus" };
const menu = (labels: string[], language: "fr" | "en" = "fr") =>
  menuEntries(
    {
      brand_text: "FGE",
      items: labels.map((label, order) => ({ label, path: `/${order}`, order })),
    },
    language,
    "/",
  );
const usual = (language: "fr" | "en", more: string[] = []) => {
  const { items, brand_text } = DEFAULT_SETTINGS.main_navigation;
  const others = more.map((label, n) => ({ label, path: "/admin", order: 100 + n }));
  return menuEntries({ brand_text, items: [...items, ...others] }, language, "/");
};

test("the menu as it comes stands in the bar whole, for staff too on a wide screen", () => {
  for (const language of ["fr", "en"] as const) {
    const visitor = menuRow(usual(language), { ...bar, signedIn: false });
    expect(visitor, language).toEqual({ count: 7, wide: 7 });
    const staff = menuRow(usual(language, ["Administration"]), { ...bar, signedIn: true });
    expect(staff.wide, language).toBe(8);
  }
});

test("what has no room folds, and the room of the fold itself is counted", () => {
  const short = menuRow(menu(Array.from({ length: 40 }, (_, n) => `Jeu ${n}`)), {
    ...bar,
    signedIn: true,
  });
  expect(short.count).toBeGreaterThan(5);
  expect(short.wide).toBeGreaterThan(short.count);
  expect(short.wide).toBeLessThan(40);
  const long = menu([
    "Développement des compétitions scolaires et universitaires".repeat(2),
    "Une",
  ]);
  expect(menuRow(long, { ...bar, signedIn: false })).toEqual({ count: 0, wide: 0 });
  expect(menuRow([], { ...bar, signedIn: false })).toEqual({ count: 0, wide: 0 });
});

test("the whole name stands in for the short one where it has room, on a phone too; a text of staff stays", () => {
  const brand = brandOf("FGE", "FGE", name);
  expect(brand.lines.join(" ")).toBe(name);
  expect(brand.lines.length).toBeLessThanOrEqual(3);
  expect(brandFitsPhone(brand, 48, false)).toBe(true);
  expect(brandOf("FGE 2030", "FGE", name)).toMatchObject({ text: "FGE 2030", lines: [] });
  const long = "Confédération internationalement-reconnue des sports électroniques";
  expect(brandOf("FGE", "FGE", long)).toMatchObject({ text: "FGE", lines: [] });
});
