import { expect, test } from "vitest";
import { sectionName } from "../../pages/pages.record.ts";
import { lineAt, SIDEBAR, taskCount, trailTo } from "./navigation.ts";

test("the breadcrumb says where one is, on one's own account too", () => {
  expect(trailTo("/admin/account").map(({ label }) => label)).toEqual(["Mon compte"]);
  expect(trailTo("/admin/news/new").map(({ label }) => label)).toEqual(["Actualités"]);
});

test("a screen belongs to the nearest line of the sidebar", () => {
  const line = (address: string) => lineAt(address)?.label;
  expect(line("/admin")).toBe("Tableau de bord");
  expect(line("/admin/payments/tills")).toBe("Paiements");
  expect(line("/admin/payments/till")).toBe("Caisse");
  expect(line("/admin/pages/settings/rate")).toBe("Paramètres");
  expect(line("/admin/nowhere")).toBeUndefined();
  expect([taskCount(7), taskCount(100)]).toEqual(["7", "99+"]);
});

test("the breadcrumb leads from a screen below a list back to that list", () => {
  const labels = (address: string) => trailTo(address).map(({ label }) => label);
  expect(labels("/admin/files/categories/new")).toEqual(["Fichiers", "Catégories"]);
  expect(labels("/admin/payments/totals")).toEqual(["Paiements", "Totaux"]);
  expect(labels("/admin/payments/settings/rate")).toEqual(["Paiements", "Réglages"]);
  expect(labels("/admin/versions/news/x")).toEqual(["Versions"]);
  expect(labels("/admin/registrations/door")).toEqual(["Inscriptions", "Entrée"]);
  expect(labels("/admin/pages/settings")).toEqual(["Pages et menu", "Paramètres"]);
  expect(labels("/admin/files/new")).toEqual(["Fichiers"]);
  expect(labels("/admin")).toEqual([]);
});

test("a section without a title is called by what it is", () => {
  expect(sectionName({ title: " ", section_type: "gallery" })).toBe("Galerie sans titre");
  expect(sectionName({ title: "La coupe", section_type: "gallery" })).toBe("La coupe");
});

test("settings and what only a technician needs are in two groups, which are closed", () => {
  const closed = SIDEBAR.filter(({ isClosed }) => isClosed);
  expect(closed.map(({ links }) => links.map(({ label }) => label))).toEqual([
    ["Paramètres", "Comptes", "Messages envoyés", "Corbeille"],
    ["Santé du site", "Diagnostic", "Base de données", "Sauvegardes", "Conservation", "Journal"],
  ]);
});
