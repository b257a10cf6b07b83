import { expect, test } from "vitest";
import { sectionName } from "../pages/page-labels.ts";
import { linkAt } from "./navigation.ts";

test("the breadcrumb says where one is, on one's own account too", () => {
  expect(linkAt("/admin/account")?.label).toBe("Mon compte");
  expect(linkAt("/admin/news/new")?.label).toBe("Actualités");
  expect(linkAt("/admin")).toBeUndefined();
});

test("a section without a title is called by what it is", () => {
  expect(sectionName({ title: " ", section_type: "gallery" })).toBe("Galerie sans titre");
  expect(sectionName({ title: "La coupe", section_type: "gallery" })).toBe("La coupe");
});
