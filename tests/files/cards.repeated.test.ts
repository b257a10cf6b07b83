import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import { MediaProcess } from "../../app/files/children/media.server.ts";
import { type CardWords, ICONS } from "../../app/files/children/media.ts";
import { newTemporaryPath } from "../../app/files/upload/temporary-files.server.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { someOf } from "../support/fuzz/repetitions.ts";
import { photograph, pngBomb } from "./samples.ts";

// What the server draws by itself, in its process of files: share pictures, and icons of whatever logo.

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "fge-cards-"));
process.env.SESSION_SECRET = "a secret that no other process may have";
const ROOT = join(import.meta.dirname, "../..");
const LOGO = readFileSync(join(ROOT, "database/seed/pictures/logo.svg"));

// Drawing takes a second of a processor that others use too.
vi.setConfig({ testTimeout: 120_000 });

const media = new MediaProcess("cards", { withinMs: 60_000 });
afterAll(() => {
  media.stop();
  rmSync(process.env.DATA_DIR ?? "", { recursive: true, force: true });
});

const WORDS: CardWords = {
  title: "Finale nationale",
  badge: "Tournoi",
  line: "12 mars 2027 · Conakry",
  name: "Fédération Guinéenne d’Esport",
};

async function arrived(bytes: Buffer): Promise<string> {
  const path = await newTemporaryPath();
  writeFileSync(path, bytes);
  return path;
}

async function card(words: Partial<CardWords>, photo?: Buffer, logo = LOGO): Promise<Buffer> {
  const path = await newTemporaryPath();
  await media.run("card", {
    path,
    words: { ...WORDS, ...words },
    photo: photo ? await arrived(photo) : null,
    logo: await arrived(logo),
  });
  return readFileSync(`${path}-card.jpg`);
}

/** A photograph full of grain, which packs badly. */
function grain(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 1200, height: 800, channels: 3, background: "#888", noise } })
    .jpeg()
    .toBuffer();
}

describe("a share picture", () => {
  test.each([
    ["without a photograph", undefined],
    ["over a photograph", () => photograph(400, 600)],
    ["over one full of grain", grain],
  ])("%s is a JPEG of 1200 × 630 within 100 KB", async (_what, photo) => {
    const bytes = await card({}, await photo?.());
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(100_000);
  });

  const differing = (one: Buffer, other: Buffer, from: number, to: number) => {
    let count = 0;
    for (let y = 0; y < 630; y++) {
      for (let x = from; x < to; x++) {
        if (Math.abs((one[y * 1200 + x] ?? 0) - (other[y * 1200 + x] ?? 0)) > 60) count += 1;
      }
    }
    return count;
  };

  test("has all that it says in its middle square", async () => {
    const grey = (bytes: Buffer) => sharp(bytes).greyscale().raw().toBuffer();
    const empty = await grey(await card({ title: "", badge: "", line: "", name: "" }));
    const full = await grey(
      await card({
        title: "Longue finale ".repeat(20),
        line: "lieu ".repeat(60),
        name: "nom ".repeat(60),
      }),
    );
    expect(differing(full, empty, 285, 915)).toBeGreaterThan(10_000);
    expect(differing(full, empty, 0, 285) + differing(full, empty, 915, 1200)).toBe(0);
  });

  const titles: [what: string, title: string][] = [
    ["letters from right to left, and what turns them", "اتحاد غينيا \u202e2027 שלום"],
    ["one word of 5,000 letters", "x".repeat(5_000)],
    ["no letter at all", ""],
    ["quotes and marks", '"Coupe" & l\'<b>élite</b> ‘x’ “y”'],
    ["nothing but pictures of letters", "🎮🏆👩‍👩‍👧‍👦🇬🇳"],
    ["a thousand accents on one letter", `e${"\u0301".repeat(1_000)}`],
  ];
  test("is drawn of any title", () =>
    checkEach(someOf(titles, 3), async (title) => {
      const { width } = await sharp(await card({ title })).metadata();
      expect(width).toBe(1200);
    }));

  test("leaves out a photograph or a logo that cannot be read", async () => {
    const whole = await card({});
    const broken = Buffer.from("no picture at all");
    expect(await card({}, broken)).not.toHaveLength(0);
    expect(await card({}, undefined, broken)).not.toEqual(whole);
    expect((await sharp(await card({}, pngBomb(60_000, 60_000))).metadata()).width).toBe(1200);
  });
});

test("the letters of Guinea and the spaces of French are drawn where the machine has no font", () => {
  const letters = ["ɓ", "ɗ", "ŋ", "ƴ", "Ɓ", "é", "œ", "«", "’", "…", "\u202f", "\u00a0"];
  const drawing = `
    import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
    import { openSync } from "fontkit";
    const before = GlobalFonts.families.length;
    const file = "node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf";
    GlobalFonts.registerFromPath(file, "Card");
    const font = openSync(file);
    const has = (letter) => font.hasGlyphForCodePoint(letter);
    const draw = (letter) => {
      const context = createCanvas(80, 80).getContext("2d");
      context.font = "40px Card";
      context.fillText(letter, 10, 60);
      return Buffer.from(context.getImageData(0, 0, 80, 80).data).toString("base64");
    };
    const [box, nothing] = [draw("\\u{10fffd}"), draw("")];
    const letters = ${JSON.stringify(letters)};
    console.log(JSON.stringify({
      before,
      boxIsSeen: box !== nothing,
      boxed: letters.filter((letter) => draw(letter) === box),
      empty: letters.filter((letter) => draw(letter) === nothing),
      denied: letters.filter((letter) => !has(letter.codePointAt(0))),
      hasBox: has(0x10fffd),
    }));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", drawing], {
    cwd: ROOT,
    env: { DISABLE_SYSTEM_FONTS_LOAD: "1", FONTCONFIG_FILE: "/dev/null" },
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({
    before: 0,
    boxIsSeen: true,
    boxed: [],
    empty: ["\u202f", "\u00a0"],
    denied: [],
    hasBox: false,
  });
});

describe("the icons", () => {
  async function icons(logo: Buffer) {
    const path = await newTemporaryPath();
    await media.run("icons", { path, logo: await arrived(logo) });
    return (name: string) => readFileSync(`${path}-${name}`);
  }
  const plain = (width: number, height: number, alpha = 1) =>
    sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha } } })
      .png()
      .toBuffer();

  test.each([
    ["drawn in lines", async () => LOGO],
    ["of one line of pixels", () => plain(8_000, 1)],
    ["standing on its edge", () => plain(2, 4_000)],
    ["of one pixel", () => plain(1, 1)],
  ])("of a logo %s are squares of their sizes", async (_what, logo) => {
    const read = await icons(await logo());
    for (const [name, { side }] of Object.entries(ICONS)) {
      const { width, height, format } = await sharp(read(name)).metadata();
      expect({ width, height, format }, name).toEqual({ width: side, height: side, format: "png" });
    }
    const favicon = read("favicon.ico");
    expect([...favicon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
    const first = favicon.readUInt32LE(6 + 12);
    const inside = favicon.subarray(first, first + favicon.readUInt32LE(6 + 8));
    expect((await sharp(inside).metadata()).width).toBe(16);
  });

  test("go into a mail at ten kilobytes, whatever the logo", async () => {
    const read = await icons(await grain());
    expect(read("mark.png").length).toBeLessThan(10_240);
    // Any ground may lie behind it.
    expect((await sharp(read("mark.png")).stats()).isOpaque).toBe(true);
  });

  test("of a logo that cannot be drawn are not drawn, and say so", () =>
    checkEach(
      [
        ["of which nothing is seen", () => plain(200, 200, 0)],
        ["that is no picture", async () => Buffer.from("<html>")],
        ["that claims a gigabyte", async () => pngBomb(60_000, 60_000)],
        [
          "drawn in endless lines",
          async () =>
            Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>'),
        ],
      ],
      async (logo) => {
        await expect(icons(await logo())).rejects.toThrow();
      },
    ));

  test("read nothing that a drawing names", async () => {
    const secret = join(ROOT, "build/pictures/icon-512.png");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"
      width="64" height="64"><image x:href="file://${secret}" width="64" height="64"/></svg>`;
    await expect(icons(Buffer.from(svg))).rejects.toThrow();
  });
});
