import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PICTURE_WIDTHS, variantOf } from "../../app/files/files.ts";
import { photograph } from "../files/samples.ts";
import { ADMINISTRATOR } from "../support/browser/office.ts";
import { isDeep, someOf } from "../support/fuzz/repetitions.ts";
import { type Product, startProduct } from "../support/product/product.ts";
import { StaffClient } from "../support/product/staff-client.ts";
import { makeS3Server, S3_KEYS } from "../support/s3-server.ts";
import { zipNames } from "../support/zip.ts";

// From the hand of staff to the eye of a visitor and back to nothing, wherever files are kept.

const MB = 1024 ** 2;
/** In depth in a product of their own too, whose store speaks S3. */
const KEPT_IN = someOf(["a folder", "a store that speaks S3"] as const, 1);

describe.each(KEPT_IN)("files in %s", (place) => {
  const folder = mkdtempSync(join(tmpdir(), "fge-s3-"));
  let store: S3rver | undefined;
  let product: Product | undefined;
  let url: string;
  let staff: StaffClient;

  beforeAll(async () => {
    const shared = inject("site");
    if (place === "a folder") {
      url = shared.url;
      staff = new StaffClient(url, shared.administrator);
      return;
    }
    product = await startProduct({
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...(await startStore()),
    });
    url = product.url;
    staff = await StaffClient.signIn(url);
  });
  afterAll(async () => {
    await product?.stop();
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startStore(): Promise<Record<string, string>> {
    store = makeS3Server({ directory: folder, buckets: ["site"] });
    const { port } = await store.run();
    return {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: "site",
      S3_ACCESS_KEY: S3_KEYS.accessKeyId,
      S3_SECRET_KEY: S3_KEYS.secretAccessKey,
    };
  }

  const visit = (address: string) => fetch(url + address, { redirect: "manual" });
  const becomes = (what: () => Promise<unknown>, value: unknown) =>
    expect.poll(what, { timeout: 30_000 }).toBe(value);
  const typeOf = async (address: string) => (await visit(address)).headers.get("content-type");

  test("a photograph is at once small, then there in every size, then gone", async () => {
    // In depth of 12 megapixels, as a telephone takes it.
    const taken = isDeep ? await photograph() : await photograph(1_400, 900);
    const { id, url } = await staff.uploaded(taken, "Finale.jpg");
    const versions = PICTURE_WIDTHS.flatMap((width) =>
      (["avif", "webp"] as const).map((format) => variantOf(url, width, format)),
    );
    // Whatever page asks, before the job came to it: a small picture, never the photograph.
    for (const version of versions) {
      const answer = await visit(version);
      expect(answer.status, version).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^image\/(webp|avif)$/);
      expect((await answer.arrayBuffer()).byteLength, version).toBeLessThan(60_000);
    }
    const fields = { title: "Finale", excerpt: "Hier.", content: "Elle fut belle." };
    const news = { ...fields, category: "Communiqué", image_url: url, published: "published" };
    expect((await staff.post("/admin/news/new", news)).status).toBe(302);
    expect(await (await visit("/news")).text()).toContain(variantOf(url, 320, "avif"));

    const card = variantOf(url, 1200, "jpg");
    await becomes(() => typeOf(card), "image/jpeg");
    for (const version of versions) {
      const type = version.endsWith("avif") ? "image/avif" : "image/webp";
      expect(await typeOf(version), version).toBe(type);
    }

    // The article that shows it was named beforehand.
    await staff.press("/admin/files", id, { intent: "delete", ids: id, uses: "1" });
    await becomes(async () => (await visit(url)).status, 404);
    for (const version of [url, card, ...versions]) {
      expect((await visit(version)).status, version).toBe(404);
    }
  });

  test("a file of megabytes arrives whole; one that is too large is refused in words, and the line lives on", async () => {
    const whole = randomBytes(isDeep ? 18 * MB : 2 * MB).toString("base64");
    const { url } = await staff.uploaded(whole, "grand.txt");
    expect(Buffer.from(await (await visit(url)).arrayBuffer()).equals(Buffer.from(whole))).toBe(
      true,
    );
    for (const size of someOf([26, 60], 1)) {
      const steps = await staff.upload(Buffer.alloc(size * MB, "a"), "enorme.txt");
      expect(steps).toEqual([{ refused: "Ce fichier dépasse 25\u202fMo." }]);
    }
    expect((await staff.uploaded("petit", "petit.txt")).progress).toBe(100);
  });

  test("a file that is not public opens by its sealed link alone, until it is deleted", async () => {
    const { id, url } = await staff.uploaded("Budget provisoire", "budget.txt", {});
    expect((await visit(url)).status).toBe(404);
    const visible = await (await staff.get(`/admin/files/${id}`)).text();
    const seal = new RegExp(`${url}(\\?until=\\d+&amp;seal=[\\w.-]+)`).exec(visible)?.[1] ?? "";
    const link = url + seal.replace("&amp;", "&");
    const opened = await visit(link);
    expect(await opened.text()).toBe("Budget provisoire");
    expect(opened.headers.get("cache-control")).toContain("private");
    const until = Number(/until=(\d+)/.exec(link)?.[1]);
    expect((await visit(link.replace(String(until), String(until + 1)))).status).toBe(404);
    expect((await visit(link.slice(0, -1))).status).toBe(404);
    await staff.press("/admin/files", id, { intent: "delete", ids: id });
    expect((await visit(link)).status).toBe(404);
  });

  test("what could act as a page of ours is only ever saved", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const [content, name] of [
      [svg, "logo.svg"],
      ["<script>alert(1)</script>", "note.txt"],
    ] as const) {
      const { headers } = await visit((await staff.uploaded(content, name)).url);
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      expect(headers.get("content-security-policy")).toContain("sandbox");
      expect(headers.get("content-type")).toBe("application/octet-stream");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("a name that would climb out of a folder climbs nowhere, in the store or in an archive", async () => {
    const names = ["../../../etc/passwd.txt", "..\\..\\windows.txt", "/etc/shadow.txt"];
    const claimed = [];
    for (const name of names) claimed.push(await staff.uploaded(`de ${name}`, name));
    for (const { url } of claimed) expect(url).toMatch(/^\/files\/uploads\/[0-9a-f-]{36}\.txt$/);
    const archive = await staff.get(
      `/admin/files/zip?ids=${claimed.map(({ id }) => id).join(",")}`,
    );
    const inside = Buffer.from(await archive.arrayBuffer());
    for (const name of names) expect(inside.includes(`de ${name}`)).toBe(true);
    const entries = zipNames(inside);
    expect(entries).toHaveLength(names.length);
    for (const entry of entries) expect(entry).toMatch(/^[^/\\.][^/\\]*\.txt$/);
  });
});
