import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { env } from "../../../app/core/process/env.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { findLinkProblems } from "../../../app/office/links/links.staff.server.ts";
import { printText } from "../../../app/texts/print.server.ts";
import type { TextDocument } from "../../../app/texts/text-document.ts";
import { insertRow } from "../../database/tables.ts";
import { tellSiteMap } from "../../support/browser/site-map.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { repetitions } from "../../support/fuzz/repetitions.ts";

// What visitors would stumble over, named with the form where it is mended.

const ADMIN = { id: newId() };

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await tellSiteMap();
    await asSystem("test", (db) => insertRow(db, "profiles", { ...ADMIN, role: "admin" }));
  });
  beforeEach(() =>
    database().asOwner(
      "truncate news, events, pages, static_files, site_settings, partners cascade",
    ),
  );

  const add = (table: string, values: object) =>
    asSystem("test", (db) => insertRow(db, table, { ...values }));
  const find = async () => {
    const { findings } = await asStaff(ADMIN, findLinkProblems);
    return findings.map(({ problem, address, to }) => `${problem} ${address} ${to}`).sort();
  };
  const article = (document: TextDocument, values = {}) =>
    add("news", {
      content: printText(document),
      format: "markdown",
      published: true,
      image_url: null,
      ...values,
    });
  const link = (href: string): TextDocument => [
    {
      type: "paragraph",
      runs: [{ text: "Voir " }, { text: "ici_là", href }, { text: " (suite)" }],
    },
  ];

  test("a link to what visitors find is none, however it is written", async () => {
    const news = await article([], { tags: ["coupe"] });
    const event = await add("events", { image_url: null });
    await add("pages", { slug: "ligue", status: "published" });
    const url = "/files/uploads/photo_1.jpg";
    const file = await add("static_files", { file_url: url, is_public: true, is_resource: true });
    for (const href of [
      "/",
      "/en",
      "/about",
      "/About",
      "/en/contact#carte",
      "/resources?category=forms",
      `/news/${news}`,
      `/en/events/${event}?register=1`,
      `/resources/${file}`,
      "/ligue",
      "/news/tag/coupe",
      "/news/tag/Coupe",
      "/feed.xml",
      "/files/uploads/photo_1-480.webp",
      `${env().PUBLIC_URL}/ligue`,
      env().PUBLIC_URL,
      "https://example.org/rien",
      "mailto:a@b.gn",
      "/pictures/logo.svg",
      "/files/samples/statuts-de-la-federation.pdf",
    ]) {
      await article(link(href));
    }
    await article([{ type: "action", href: "/ligue", label: "La ligue" }]);
    await article([{ type: "picture", src: url, alt: "La finale", caption: "Une } accolade" }]);
    expect(await find()).toEqual([]);
  });

  test("names what is missing, not published, moved, private, or the back office", async () => {
    const draft = await article([], { published: false });
    await add("pages", { slug: "brouillon", status: "draft" });
    const page = await add("pages", { slug: "ancienne", status: "published" });
    await asStaff(ADMIN, (db) =>
      db.execute(sql`update pages set slug = 'nouvelle' where id = ${page}`),
    );
    await add("static_files", { file_url: "/files/uploads/secret.pdf", is_public: false });
    const gone = newId();
    const expected: string[] = [];
    for (const [problem, href] of [
      ["missing", "/nulle-part"],
      ["missing", `/news/${gone}`],
      ["missing", "/news/pas-un-id"],
      ["missing", `/en/events/${gone}`],
      ["missing", `/resources/${gone}/download`],
      ["missing", "/news/tag/inconnu"],
      ["missing", `${env().PUBLIC_URL}/nulle-part?a=1#b`],
      ["draft", `/news/${draft}`],
      ["draft", "/en/brouillon"],
      ["moved", "/ancienne"],
      ["file-missing", "/files/uploads/parti.pdf"],
      ["file-private", "/files/uploads/secret.pdf"],
      ["office", "/admin/news"],
    ] as const) {
      // In a draft too: whoever publishes it is told before.
      const id = await article(link(href), { published: expected.length % 2 === 0 });
      expected.push(`${problem} ${href} /admin/news/${id}`);
    }
    expect(await find()).toEqual(expected.sort());
    const { findings } = await asStaff(ADMIN, findLinkProblems);
    expect(findings.find(({ problem }) => problem === "moved")?.now).toBe("/nouvelle");
    expect(findings.at(-1)?.problem).toBe("moved");
  });

  test("reads actions, videos and pictures in texts, buttons, menus and pictures of rows", async () => {
    const file = "/files/uploads/parti.jpg";
    const [one, two, three] = [
      await article([{ type: "action", href: "/rien", label: "Y aller" }]),
      await article([
        { type: "video", href: "https://youtu.be/x", title: "Finale", picture: file },
      ]),
      await add("news", { content: "", image_url: file }),
    ];
    const page = await add("pages", { slug: "ligue", status: "published" });
    const section = await add("page_sections", {
      page_id: page,
      section_type: "cta",
      image_url: null,
      settings: { button_label: "Voir", button_link: "/rien" },
    });
    const items = [
      { label: "Rien", path: "/rien", order: 1 },
      { label: "Plus", path: "/plus", order: 2, submenu: [{ label: "Ligue", path: "/ligue" }] },
    ];
    await add("site_settings", {
      setting_key: "main_navigation",
      setting_value: { brand_text: "FGE", items },
    });
    expect(await find()).toEqual(
      [
        `missing /rien /admin/news/${one}`,
        `file-missing ${file} /admin/news/${two}`,
        `file-missing ${file} /admin/news/${three}`,
        `missing /rien /admin/pages/${page}/sections/${section}`,
        "missing /rien /admin/pages/settings/menu",
      ].sort(),
    );
  });

  test("names pictures without a description and buttons without words", async () => {
    const url = "/files/uploads/photo.jpg";
    await add("static_files", { file_url: url, is_public: true });
    const size = { width: 640, height: 480 };
    const text = await article([
      { type: "picture", src: url, alt: "", caption: 'dit " alt=', size },
    ]);
    const page = await add("pages", { slug: "ligue", status: "published" });
    const section = (section_type: string, settings: object, image_url: string | null = null) =>
      add("page_sections", {
        page_id: page,
        section_type,
        image_url,
        content: "",
        settings,
      });
    const [picture, gallery, button] = [
      await section("image", { alt: "  " }, url),
      await section("gallery", { images: [{ url, alt: "Vue" }, { url }] }),
      await section("hero", { button_link: "/about" }),
    ];
    await section("image", { alt: "La coupe" }, url);
    await add("site_settings", {
      setting_key: "site_logo",
      setting_value: { main_logo: url, alt_text: "" },
    });
    expect(await find()).toEqual(
      [
        `no-alt ${url} /admin/news/${text}`,
        `no-alt ${url} /admin/pages/${page}/sections/${picture}`,
        `no-alt ${url} /admin/pages/${page}/sections/${gallery}`,
        `no-label /about /admin/pages/${page}/sections/${button}`,
        `no-alt ${url} /admin/pages/settings/logo`,
      ].sort(),
    );
  });

  test("hostile words make no error, and are no links", async () => {
    const words = ['" ": "', "](/", "](/a b)", "::image{src=", '\\": \\"/x\\"', "/%ZZ", "]( /x )"];
    for (const word of words)
      await add("news", { content: word.repeat(50), title: word, image_url: null });
    await article(link("/news/%E0%A4%A"));
    const { findings } = await asStaff(ADMIN, findLinkProblems);
    for (const { problem } of findings) expect(problem).toBe("missing");
  });

  describe("of thousands of articles", () => {
    const COUNT = repetitions(2_000, 10_000);
    test("are found in seconds, the worst first, no more than can be read", {
      timeout: 120_000,
    }, async () => {
      // The search would read each of them.
      await database().asOwner("alter table news disable trigger user");
      await database().asOwner(sql`insert into news (id, title, excerpt, content, category, format, published)
        select gen_random_uuid(), 'Titre ' || n, 'Résumé', repeat('Une phrase de cinquante lettres, plus ou moins. ', 60)
          || '[un lien](/about) et [un autre](/rien-' || n % 1000 || ')', 'Compétition', 'markdown', true
        from generate_series(1, ${COUNT}::int) n`);
      await database().asOwner("alter table news enable trigger user");
      // What the machine does beside it is not counted.
      const before = process.cpuUsage();
      const { findings, count } = await asStaff(ADMIN, findLinkProblems);
      const { user, system } = process.cpuUsage(before);
      const took = (user + system) / 1_000;
      expect(count).toBe(COUNT);
      expect(findings).toHaveLength(300);
      expect(took).toBeLessThan(10_000);
    });
  });
});
