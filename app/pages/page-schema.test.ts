import { describe, expect, test } from "vitest";
import { tellSiteMap } from "../../tests/support/browser/site-map.ts";
import { testAll } from "../../tests/support/fuzz/cases.ts";
import { checkFields } from "../core/values/check-fields.ts";
import { pageFormSchema } from "./pages.staff.server.ts";
import { SECTION_TYPES } from "./pages.ts";
import { homeSectionSchema, sectionFormSchema } from "./sections/section-schema.ts";
import { settingsFields } from "./sections/section-settings.ts";

await tellSiteMap();

type FormValues = Record<string, string>;

describe("the address of a page", () => {
  const slugOf = (fields: FormValues) => {
    const checked = checkFields({ title: "Nos clubs", ...fields }, pageFormSchema);
    return checked.ok ? checked.value.slug : checked.errors;
  };

  test("is the typed one, or follows the title", () => {
    expect(slugOf({ slug: " ligue-2 " })).toBe("ligue-2");
    expect(slugOf({ slug: "" })).toBe("nos-clubs");
    expect(slugOf({ title: "Été 2030 !" })).toBe("ete-2030");
  });

  testAll(["Clubs", "é", "a b", "a_b", "-a", "a-", "a--b", "a/b", "a.xml", "%00"])(
    "cannot be '%s'",
    (slug) => expect(slugOf({ slug })).toEqual({ slug: expect.stringContaining("minuscules") }),
  );

  testAll(["about", "news", "admin", "en", "files", "readyz", "tickets"])(
    "is not '%s', which the site owns",
    (slug) => {
      const refusal = { slug: expect.stringContaining("appartient déjà à une page du site") };
      expect(slugOf({ slug })).toEqual(refusal);
      expect(slugOf({ title: slug })).toEqual(refusal);
    },
  );

  test("a page without title says so first; new pages are drafts", () => {
    expect(slugOf({ title: " " })).toEqual({ title: "Le titre est requis" });
    const checked = checkFields({ title: "Nos clubs" }, pageFormSchema);
    expect(checked.ok && checked.value.status).toBe("draft");
  });
});

/** A complete form of each type. */
const COMPLETE: Record<string, FormValues> = {
  hero: { title: "Bienvenue", button_label: "Voir", button_link: "/news" },
  text: { content: "Un paragraphe." },
  image: { image_url: "/pictures/a.jpg", alt: "Un stade" },
  gallery: { "images.0.url": "/pictures/a.jpg", "images.0.alt": "Un stade" },
  stats: { "items.0.value": "17", "items.0.title": "clubs" },
  features: { "items.0.title": "Équité", "items.0.text": "Des arbitres neutres." },
  testimonials: { "items.0.text": "Merci.", "items.0.name": "Hawa Bah" },
  cta: { title: "Venez" },
};

describe("a section", () => {
  const checked = (section_type: string, fields: FormValues) =>
    checkFields({ section_type, ...fields }, sectionFormSchema);
  const errorsOf = (section_type: string, fields: FormValues) => {
    const result = checked(section_type, fields);
    return result.ok ? {} : result.errors;
  };
  const savedOf = (section_type: string, fields: FormValues) => {
    const result = checked(section_type, fields);
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    return result.value;
  };

  testAll(SECTION_TYPES)("of type %s passes through its form unchanged", (type) => {
    const { settings } = savedOf(type, COMPLETE[type] ?? {});
    const restored = savedOf(type, { ...COMPLETE[type], ...settingsFields(settings) });
    expect(restored.settings).toEqual(settings);
  });

  test("without a type is a text", () => {
    const result = checkFields({ content: "Un paragraphe." }, sectionFormSchema);
    expect(result.ok && result.value.section_type).toBe("text");
  });

  test("of no known type is refused", () => {
    expect(errorsOf("video", {})).toHaveProperty("section_type");
  });

  testAll([
    ["text", "content"],
    ["image", "image_url"],
    ["cta", "title"],
    ["gallery", "section_type"],
    ["stats", "section_type"],
    ["features", "section_type"],
    ["testimonials", "section_type"],
  ])("of type %s with nothing in it says so beside %s", (type, field) => {
    expect(Object.keys(errorsOf(type, {}))).toEqual([field]);
  });

  test("tells what is wrong with an entry under its own field", () => {
    const wrong = { "images.3.url": "javascript:alert(1)", "images.3.alt": " " };
    expect(errorsOf("gallery", { ...COMPLETE.gallery, ...wrong })).toEqual({
      "images.3.url": "URL invalide",
      "images.3.alt": "Décrivez l’image pour les personnes qui ne la voient pas",
    });
    const figure = errorsOf("stats", { "items.5.value": "17" });
    expect(figure).toEqual({ "items.5.title": "Indiquez ce que compte ce chiffre" });
  });

  test("has a button with words and an address, or none", () => {
    const hero = COMPLETE.hero ?? {};
    expect(errorsOf("hero", { ...hero, button_link: "" })).toHaveProperty("button_link");
    expect(errorsOf("hero", { ...hero, button_label: "" })).toHaveProperty("button_label");
    expect(errorsOf("hero", { ...hero, button_link: "javascript:x" })).toEqual({
      button_link: "URL invalide",
    });
    expect(savedOf("hero", { ...hero, button_link: "", button_label: "" }).settings).toEqual({});
  });

  test("keeps only what its type shows", () => {
    const everything = Object.assign({ image_url: "/pictures/a.jpg" }, ...Object.values(COMPLETE));
    expect(savedOf("stats", everything)).toMatchObject({
      image_url: null,
      content: null,
      settings: { items: [{ value: "17", title: "Équité" }] },
    });
    expect(savedOf("text", everything)).toMatchObject({ image_url: null, settings: {} });
  });
});

describe("a section that the home page draws", () => {
  const savedOf = (key: Parameters<typeof homeSectionSchema>[0], fields: FormValues) => {
    const checked = checkFields(fields, homeSectionSchema(key));
    return checked.ok ? checked.value : checked.errors;
  };

  test("has the texts that it shows and no others, so that nothing else of it is lost", () => {
    const all = { title: "Titre", content: "Texte", image_url: "/pictures/a.jpg", is_active: "on" };
    const shared = { title: "Titre", title_en: null, is_active: true };
    expect(savedOf("stats", all)).toEqual(shared);
    expect(savedOf("about", all)).toEqual({ ...shared, content: "Texte", content_en: null });
    expect(savedOf("hero", all)).toMatchObject({ image_url: "/pictures/a.jpg" });
    expect(savedOf("cta", { title: "" })).toEqual({ title: "Le titre est requis" });
  });
});
