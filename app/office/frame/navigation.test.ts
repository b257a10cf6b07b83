import { expect, test } from "vitest";
import { sectionName } from "../../pages/pages.record.ts";
import { linkAt, SIDEBAR, trailTo } from "./navigation.ts";

test("the breadcrumb says where one is, on one's own account too", () => {
  expect(linkAt("/admin/account")?.label).toBe("Mon compte");
  expect(linkAt("/admin/news/new")?.label).toBe("Actualités");
  expect(linkAt("/admin")).toBeUndefined();
});

test("the breadcrumb leads from a screen below a list back to that list", () => {
  const labels = (address: string) => trailTo(address).map(({ label }) => label);
  expect(labels("/admin/files/categories/new")).toEqual(["Fichiers", "Catégories"]);
  expect(labels("/admin/payments/totals")).toEqual(["Paiements", "Totaux"]);
  expect(labels("/admin/registrations/door")).toEqual(["Inscriptions", "Entrée"]);
  expect(labels("/admin/pages/settings")).toEqual(["Pages et menu", "Paramètres"]);
  expect(labels("/admin/files/new")).toEqual(["Fichiers"]);
  expect(labels("/admin")).toEqual([]);
});

test("a section without a title is called by what it is", () => {
  expect(sectionName({ title: " ", section_type: "gallery" })).toBe("Galerie sans titre");
  expect(sectionName({ title: "La coupe", section_type: "gallery" })).toBe("La coupe");
});

test("what only a technician needs is in one group, which is closed", () => {
  const closed = SIDEBAR.filter(({ isClosed }) => isClosed);
  expect(closed.map(({ links }) => links.map(({ label }) => label))).toEqual([
    ["Journal", "Sauvegardes", "Conservation", "Santé du site", "Diagnostic", "Base de données"],
  ]);
});
