import { readFileSync, statSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { translator } from "../i18n/translate.server.ts";
import { SAMPLE_RESOURCES } from "./resources.samples.ts";
import {
  categoryLabel,
  findBrandingDocument,
  groupByCategory,
  listMediaKitDocuments,
  opensInBrowser,
  type Resource,
  setTabs,
  TAB_PARAMETER,
  tabLabel,
  tabsOf,
} from "./resources.ts";

const [sample] = SAMPLE_RESOURCES as [Resource];
const categoriesOf = (resources: readonly Resource[], tab: Parameters<typeof groupByCategory>[1]) =>
  groupByCategory(resources, tab).map(({ category }) => category);

test("every document stands under its category, whatever that is", () => {
  const other = { ...sample, category: "Presse : v1.2" as Resource["category"] };
  const all = groupByCategory([...SAMPLE_RESOURCES, other], null);
  expect(all.flatMap(({ resources }) => resources)).toHaveLength(SAMPLE_RESOURCES.length + 1);
  expect(all.map(({ category }) => category).slice(-2)).toEqual(["Médias", other.category]);
  expect(categoriesOf(SAMPLE_RESOURCES, "guides")).toEqual(["Guides Pratiques"]);
  expect(categoriesOf([], "forms")).toEqual(["Formulaires"]);
  expect(categoriesOf([], null)).toEqual([]);
});

test("a category is called as the language does, or by its own name: never by a key", () => {
  const t = translator("en");
  expect(categoryLabel("Médias", { t })).toBe("Media");
  expect(categoryLabel("Presse : v1.2", { t })).toBe("Presse : v1.2");
});

test("a category that staff renamed keeps its tab, which is called as it is now", () => {
  const t = translator("fr");
  const renamed = SAMPLE_RESOURCES.map((resource) =>
    resource.category === "Guides Pratiques"
      ? { ...resource, category: "Modes d’emploi", category_key: "guides" }
      : resource,
  );
  const [group] = groupByCategory(renamed, "guides");
  expect(group?.category).toBe("Modes d’emploi");
  expect(group?.resources).toHaveLength(
    groupByCategory(SAMPLE_RESOURCES, "guides")[0]?.resources.length ?? 0,
  );
  expect(categoriesOf(renamed, null)).toEqual(
    categoriesOf(SAMPLE_RESOURCES, null).map((name) =>
      name === "Guides Pratiques" ? "Modes d’emploi" : name,
    ),
  );
  expect(tabLabel("guides", renamed, { t })).toBe("Modes d’emploi");
  expect(tabLabel("guides", SAMPLE_RESOURCES, { t })).toBe("Guides pratiques");
  expect(tabLabel("forms", [], { t })).toBe("Formulaires");
});

test("a category that staff made a tab stands in its place, by its own name, and keeps its address", () => {
  const t = translator("en");
  const press = { ...sample, category: "Presse", category_key: "presse", category_place: 1 };
  const placed = SAMPLE_RESOURCES.map((resource, index) => ({
    ...resource,
    category_place: index + 2,
  }));
  expect(tabsOf([press, ...placed])[0]).toBe("presse");
  expect(tabsOf(placed)).not.toContain("media");
  expect(tabLabel("presse", [press], { t })).toBe("Presse");
  expect(categoriesOf([press, ...placed], "presse")).toEqual(["Presse"]);
  const renamed = { ...press, category: "Médias et presse" };
  expect(categoriesOf([renamed], "presse")).toEqual(["Médias et presse"]);
});

test("an address asks for a tab that is there; what is none shows all documents", () => {
  expect(TAB_PARAMETER.check("forms")).toBe("forms");
  expect(TAB_PARAMETER.check("presse")).toBeUndefined();
  setTabs(tabsOf([{ ...sample, category: "Presse", category_key: "presse" }]));
  expect(TAB_PARAMETER.check("presse")).toBe("presse");
  setTabs(tabsOf([]));
  expect(TAB_PARAMETER.check("presse")).toBeUndefined();
});

test("the card of the brand leads to the newest document that staff put behind it", () => {
  const tagged = (id: string, tags: string[]) => ({ ...sample, id, title: "Tout sauf cela", tags });
  const brand = "charte graphique";
  const list = [tagged("3", []), tagged("2", ["presse", brand]), tagged("1", [brand])];
  expect(findBrandingDocument(list)?.id).toBe("2");
  expect(findBrandingDocument([])).toBeUndefined();
  expect(findBrandingDocument(SAMPLE_RESOURCES)?.file_type).toBe("application/zip");
});

test("the media kit is what was chosen, in its order, whatever it is called", () => {
  const placed = (id: string, media_kit_place: number | null) => ({
    ...sample,
    id,
    media_kit_place,
    title: "Kit média",
    tags: ["kit média"],
  });
  // Two that came back from the bin may share a place: their order is always the same.
  const list = [placed("4", 7), placed("3", null), placed("2", 2), placed("1", 7)];
  expect(listMediaKitDocuments(list).map(({ id }) => id)).toEqual(["2", "1", "4"]);
  expect(listMediaKitDocuments(SAMPLE_RESOURCES).map(({ file_type }) => file_type)).toEqual([
    "application/zip",
  ]);
});

/** The files of an archive, with the beginning of each. */
function filesOf(name: string): Map<string, Buffer> {
  const bytes = readFileSync(
    new URL(`../../database/seed/documents/files/${name}`, import.meta.url),
  );
  const files = new Map<string, Buffer>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, size] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const body = at + 30 + size + bytes.readUInt16LE(at + 28);
    const data = bytes.subarray(body, body + packed);
    const path = bytes.toString("utf8", at + 30, at + 30 + size);
    files.set(path, bytes.readUInt16LE(at + 8) === 8 ? inflateRawSync(data) : data);
    at = body + packed;
  }
  return files;
}

test("the kits hold what they announce", () => {
  const media = filesOf("kit-media.zip");
  const names = [...media.keys()];
  for (const name of ["fiche-federation.pdf", "biographies.pdf", "logo.svg"]) {
    expect(names).toContain(name);
  }
  expect(names.filter((name) => /^visuels\/.+\.svg$/.test(name)).length).toBeGreaterThanOrEqual(4);
  const brand = filesOf("charte-graphique.zip");
  const formats = new Set(
    [...brand.keys()].filter((name) => name.startsWith("logo")).map((name) => name.split(".")[1]),
  );
  expect([...formats].sort()).toEqual(["png", "svg"]);
  for (const [name, bytes] of [...media, ...brand]) {
    if (name.endsWith(".pdf")) expect(bytes.toString("latin1", 0, 5), name).toBe("%PDF-");
    if (name.endsWith(".png")) expect(bytes.toString("latin1", 1, 4), name).toBe("PNG");
  }
  // What a README lists is there.
  for (const files of [media, brand]) {
    const readme = files.get("README.txt")?.toString() ?? "";
    for (const [, listed = ""] of readme.matchAll(/^- ([^:]+) :/gm)) {
      for (const name of listed.split(", ")) {
        expect(
          [...files.keys()].some((path) => path.startsWith(name)),
          name,
        ).toBe(true);
      }
    }
  }
});

test.each([
  ["application/pdf", true],
  ["text/plain", true],
  ["image/png", true],
  // Sent as a file to save, as are archives and office documents.
  ["image/svg+xml", false],
  ["application/zip", false],
  ["application/vnd.ms-excel", false],
])("a browser opens %s by itself: %s", (file_type, expected) => {
  expect(opensInBrowser({ file_type })).toBe(expected);
});

test("the samples say the sizes of the files that are shipped", () => {
  for (const { file_url, file_size } of SAMPLE_RESOURCES) {
    const file = `database/seed/documents${file_url.replace("/samples/", "/")}`;
    expect(file_size, file).toBe(statSync(file).size);
  }
});
