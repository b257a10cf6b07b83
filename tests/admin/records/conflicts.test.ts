import "../../mail/settings.ts";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { staffContext } from "../../../app/core/staff-context.ts";
import { formDefaults, type SaveState, saveForm } from "../../../app/kit/form/save.server.ts";
import { newsRecord } from "../../../app/news/news.record.ts";
import {
  createNews,
  findNews,
  type NewsForm,
  updateNews,
} from "../../../app/news/news.staff.server.ts";
import { emptyRecord } from "../../../app/records/record-fields.ts";
import { versionOf } from "../../../app/records/records.staff.server.ts";
import { insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";

const FIRST = { id: newId(), name: "Aïcha Camara", email: "aicha@example.org" };
const SECOND = { id: newId(), name: "Boubacar Bah", email: "boubacar@example.org" };

const ARTICLE: NewsForm = {
  ...emptyRecord(newsRecord),
  title: "La coupe",
  excerpt: "Un résumé.",
  content: "Le texte.",
  content_en: null,
  category: "Compétition",
  tags: [],
  published: false,
  public_from: null,
  public_until: null,
};

withDatabase(() => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      for (const { id, name, email } of [FIRST, SECOND])
        await insertRow(db, "profiles", { id, name, email, role: "admin", is_active: true });
    }),
  );

  /** What the second is told who opened the form before the first saved twice. */
  async function conflictOf(by: typeof FIRST, typed: { title?: string; content: string }) {
    const id = await asStaff(FIRST, (db) => createNews(db, ARTICLE));
    const opened = await asStaff(SECOND, (db) => findNews(db, id));
    if (!opened) throw new Error("the article is gone");
    for (const excerpt of ["Entre-temps.", "Le résumé de la première."])
      await asStaff(by, (db) => updateNews(db, id, { ...ARTICLE, title: "La finale", excerpt }));
    const fields = { ...formDefaults(opened), ...typed, version: versionOf(opened) };
    const context = new RouterContextProvider();
    context.set(staffContext, SECOND);
    const request = new Request("https://example.org/admin/news", {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    const answer = await saveForm(request, context, {
      schema: z.looseObject({}),
      returnTo: "/admin/news",
      save: async (db, _value, version) => {
        await updateNews(db, id, { ...ARTICLE, ...typed }, version);
        return "saved";
      },
    });
    return (answer as { data: SaveState }).data;
  }

  test("what only the other changed is taken over; what both changed is for the second to decide", async () => {
    const { values, conflict } = await conflictOf(FIRST, {
      title: "Mon titre",
      content: "Mon texte.",
    });
    expect(conflict).toMatchObject({ by: FIRST.name, taken: ["excerpt"] });
    expect(Object.keys(conflict?.differences ?? {})).toEqual(["title"]);
    expect(values).toMatchObject({
      title: "Mon titre",
      content: "Mon texte.",
      excerpt: "Le résumé de la première.",
    });
  });

  test("one's own other tab is called so, and nothing is left to decide where nobody met", async () => {
    const { conflict } = await conflictOf(SECOND, { content: "Mon texte." });
    expect(conflict).toMatchObject({ by: "self", taken: ["title", "excerpt"] });
    expect(conflict?.differences).toEqual({});
  });
});
