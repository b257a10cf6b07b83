import { beforeAll, beforeEach, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { checkFields } from "../../app/core/values/check-fields.ts";
import type { FormValues } from "../../app/kit/form/field-groups.ts";
import { findUsage } from "../../app/office/links/file-usage.staff.server.ts";
import { findLinkProblems } from "../../app/office/links/links.staff.server.ts";
import { EditConflict, versionOf } from "../../app/records/records.staff.server.ts";
import type { TextSetting } from "../../app/settings/custom-texts.ts";
import { settingSchema } from "../../app/settings/setting-schema.ts";
import {
  findSetting,
  listSettings,
  saveSetting,
} from "../../app/settings/settings.staff.server.ts";
import { DEFAULT_SETTINGS } from "../../app/settings/settings.ts";
import { customTextFields, withRenderedTexts } from "../../app/texts/custom-texts.server.ts";
import { formatDocumentField } from "../../app/texts/document-json.ts";
import { normaliseCustomTexts } from "../../app/texts/normalise-texts.operations.server.ts";
import type { TextDocument } from "../../app/texts/text-document.ts";
import { insertRow } from "../database/tables.ts";
import { tellSiteMap } from "../support/browser/site-map.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

/** Saves what a form of these fields sends, as its screen does. */
async function save(key: TextSetting, values: FormValues): Promise<void> {
  const checked = checkFields(values, settingSchema(key));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  await asAdmin(async (db) => {
    const row = await findSetting(db, key);
    const before = (await listSettings(db))[key];
    const value = await normaliseCustomTexts(db, key, checked.value, before as never);
    await saveSetting(db, key, value, row && versionOf(row));
  });
}
const about = async () => (await asAdmin(listSettings)).about;
const paragraph = (text: string, bold?: true): TextDocument => [
  { type: "paragraph", runs: [{ text, ...(bold && { bold }) }] },
];
const step = (number: number, text: string) => ({
  [`history.${number}.years`]: "2009",
  [`history.${number}.title`]: `Étape ${number}`,
  [`history.${number}.text`]: text,
});

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(() => database().asOwner("delete from site_settings"));
  /** As they were stored before there was an editor for them. */
  const store = (words: Record<string, string>, history: object[] = []) =>
    asSystem("test", (db) =>
      insertRow(db, "site_settings", {
        setting_key: "about",
        setting_value: { words, history },
        is_public: true,
      }),
    );

  test("long texts are stored in their one form, the others as they were typed", async () => {
    await save("about", {
      lead: "Une *maison*",
      excellence: "**Le** haut",
      mission: "# Jouer\n* un\n* deux",
      mission_en: formatDocumentField(paragraph("Play", true)),
      ...step(7, "Un [lien](/news)"),
    });
    expect(await about()).toEqual({
      words: {
        lead: "Une *maison*",
        excellence: "**Le** haut",
        mission: "## Jouer\n\n- un\n- deux",
        mission_en: "**Play**",
      },
      history: [{ years: "2009", title: "Étape 7", text: "Un [lien](/news)" }],
      format: "markdown",
    });
  });

  test("what nobody worded is not stored, and says nothing of how it is written", async () => {
    await save("about", {});
    expect(await about()).toEqual(DEFAULT_SETTINGS.about);
    expect(withRenderedTexts("about", await about(), "fr").texts).toEqual({ fr: {} });
    await save("partner_texts", { visibility: "Être vu" });
    const { partner_texts } = await asAdmin(listSettings);
    expect(partner_texts).toStrictEqual({ words: { visibility: "Être vu" } });
  });

  test("old texts stay in lines until one of them is changed", async () => {
    const words = { mission: "Jouer * ici\n\n1. Gagner", vision_en: "A _country_" };
    const steps = [{ years: "2009", title: "Fondation", text: "# Début" }];
    await store(words, steps);
    const shown = customTextFields("about", await about());
    expect(shown).toMatchObject({
      vision_en: "A \\_country\\_",
      "history.0.text": "\\# Début",
    });
    await save("about", { ...shown, innovation: "Oser" });
    expect(await about()).toEqual({ words: { ...words, innovation: "Oser" }, history: steps });
    expect(withRenderedTexts("about", await about(), "en").texts.en).toEqual({
      mission: { text: words.mission, lang: "fr" },
      vision: { text: "A _country_" },
      "history.0.text": { text: "# Début", lang: "fr" },
    });
    await save("about", { ...shown, vision: "Un **pays**" });
    const changed = withRenderedTexts("about", await about(), "fr");
    expect(changed.format).toBe("markdown");
    // Nobody's words have become signs by that.
    expect(changed.texts.fr?.mission?.text).toBe("Jouer * ici\n1. Gagner");
    expect(changed.texts.fr?.["history.0.text"]?.text).toBe("# Début");
    expect(changed.texts.fr?.vision?.document).toEqual([
      { type: "paragraph", runs: [{ text: "Un " }, { text: "pays", bold: true }] },
    ]);
  });

  test("a step that was removed leaves the others as they are written", async () => {
    const steps = ["Un", "Deux"].map((text) => ({ years: "2009", title: "T", text }));
    await store({}, steps);
    const { "history.1.text": _text, ...shown } = customTextFields("about", await about());
    await save("about", {
      ...Object.fromEntries(Object.entries(shown).filter(([name]) => !/history\.1/.test(name))),
    });
    expect(await about()).toEqual({ words: {}, history: steps.slice(0, 1) });
  });

  test("refuses what may not stand in a text beside it, in a step of the form too", () =>
    checkEach(
      [
        ["[x](javascript:alert(1))", "ne mène nulle part"],
        ["[x](JaVaScRiPt&colon;alert(1))", "ne mène nulle part"],
        ["[x](data:text/html,<script>alert(1)</script>)", "ne mène nulle part"],
        ["[x](//ailleurs.example)", "ne mène nulle part"],
        ["[x](/nulle-part)", "n’existe pas sur le site"],
        [`[x](/news/${newId()})`, "n’existe pas sur le site"],
        ['::image{src="https://ailleurs.example/x.jpg" alt="x"}', "n’est pas sur le site"],
        ['::video{href="javascript:alert(1)" title="x"}', "ne mène nulle part"],
        ['::action{href="/admin/news" label="x"}', "n’existe pas sur le site"],
        [
          formatDocumentField([{ type: "action", href: "vbscript:x", label: "x" }]),
          "ne mène nulle part",
        ],
        ["a".repeat(5_001), "\u202f000 caractères au plus"],
      ],
      async (message, text) => {
        const refusal = { message: expect.stringContaining(message) };
        await expect(save("about", { vision_en: text })).rejects.toMatchObject({
          field: expect.any(Function),
          ...refusal,
        });
        // The form numbers its steps as they were added; the third to come is the first that stays.
        const values = { ...step(9, "Bien"), ...step(4, text) };
        const error = await save("about", values).catch((one) => one);
        expect(error).toMatchObject(refusal);
        expect(error.field(values)).toBe("history.4.text");
        expect(await about()).toEqual(DEFAULT_SETTINGS.about);
      },
    ));

  test("what looks like markup is words and nothing else", () =>
    checkEach(
      [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "<svg/onload=alert(1)>",
        "**a".repeat(300),
        ">".repeat(200),
        "\u0000\u202e{{constructor}}$7*7",
        '{"document":"<script>"}',
        '{"document":[{"type":"paragraph","runs":[{"text":"<b>","href":""}]}]}',
      ].map((text) => [text, text]),
      async (text) => {
        await save("partner_texts", { become: text, become_en: text });
        const { partner_texts } = await asAdmin(listSettings);
        const written = withRenderedTexts("partner_texts", partner_texts, "en").texts.en?.become;
        const kinds = new Set(written?.document?.map(({ type }) => type));
        for (const kind of kinds) expect(["paragraph", "quotation"]).toContain(kind);
        // Saved once more, it is the same.
        const again = customTextFields("partner_texts", partner_texts);
        await save("partner_texts", again);
        expect((await asAdmin(listSettings)).partner_texts).toEqual(partner_texts);
      },
    ));

  test("a step with an empty document has no text", async () => {
    const values = step(3, '{"document":[]}');
    const error = await save("about", values).catch((one) => one);
    expect(error).toMatchObject({ message: "Le texte est requis" });
    expect(error.field(values)).toBe("history.3.text");
  });

  test("whoever saved meanwhile is not overwritten", async () => {
    await store({ mission: "Avant" });
    const opened = await asAdmin((db) => findSetting(db, "about"));
    await save("about", { mission: "Entre-temps" });
    const late = asAdmin((db) =>
      saveSetting(db, "about", DEFAULT_SETTINGS.about, opened && versionOf(opened)),
    );
    await expect(late).rejects.toBeInstanceOf(EditConflict);
    expect((await about()).words.mission).toBe("Entre-temps");
  });

  test("a picture in such a text is used there, and one without words, or a dead link, is listed", async () => {
    const src = `/files/uploads/${newId()}.jpg`;
    await asSystem("test", (db) =>
      insertRow(db, "static_files", { file_url: src, is_public: true, width: 1200, height: 800 }),
    );
    await save("about", {
      mission: `::image{src="${src}"}`,
      ...step(0, "[la page](/about)"),
    });
    expect((await about()).words.mission).toBe(`::image{src="${src}" size="1200x800"}`);
    const uses = await asAdmin((db) => findUsage(db, [src]));
    const screen = { label: "Page À propos", to: "/admin/pages/settings/about" };
    expect(uses[src]).toEqual([{ where: "Paramètres", ...screen }]);
    await database().asOwner(`update site_settings set setting_value = replace(
      setting_value::text, '](/about)', '](/partie)')::jsonb`);
    const { findings } = await asAdmin(findLinkProblems);
    expect(findings).toEqual([
      expect.objectContaining({ problem: "missing", address: "/partie", ...screen }),
      expect.objectContaining({ problem: "no-alt", address: src, ...screen }),
    ]);
  });
});
