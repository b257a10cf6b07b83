import { createHmac } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { librarySecrets } from "../app/auth/library/auth-secrets.server.ts";
import {
  cache,
  get,
  KNOWN,
  NOTHING_SEEN,
  port,
  raw,
  seen,
  startSmallSite,
  stopSmallSite,
  UNKNOWN,
} from "../tests/support/product/small-site.ts";

const SECRET = "the secret of the sessions of this test";
vi.stubEnv("SESSION_SECRET", SECRET);

beforeAll(startSmallSite);
afterAll(stopSmallSite);
beforeEach(() => {
  for (const list of Object.values(seen)) list.length = 0;
});

describe("nobody's addresses", () => {
  test("are answered by one page, which names none of them", async () => {
    const first = await get("/no/such/page");
    expect(first.status).toBe(404);
    seen.rendered.length = 0;
    seen.loaders.length = 0;
    for (const path of ["/other/page", "/<script>", `/${"long/".repeat(900)}`, "/%E0%A4%A/x"]) {
      const answer = await get(path);
      expect(answer).toMatchObject({ status: 404, body: first.body });
    }
    expect(first.body).not.toContain("such");
    expect(seen).toEqual(NOTHING_SEEN);
  });

  test("of a kind have their own, once, whether an id is none or names nothing", async () => {
    const bad = await get("/news/not-an-id");
    expect(bad.body).toContain("404 /news/-");
    seen.rendered.length = 0;
    seen.loaders.length = 0;
    expect(await get(`/news/${UNKNOWN}`)).toMatchObject({ status: 404, body: bad.body });
    expect(await get("/news/neither")).toMatchObject({ status: 404, body: bad.body });
    expect(seen.loaders).toEqual([`/news/${UNKNOWN}`]);
    expect(seen.rendered).toEqual([]);
    expect((await get(`/news/${KNOWN}`)).body).toContain("article");
  });

  test("leave nothing behind, however many they are", async () => {
    await get("/no/such/page");
    const before = cache.size;
    for (let n = 0; n < 50; n++) {
      await get(`/x/${n}`);
      await get(`/news/01930000-0000-7000-8000-0000000dead${n}`.padEnd(42, "0"));
      await get(`/list?before=${n}`);
    }
    expect(cache.size.pages).toBeLessThanOrEqual(before.pages + 1);
  });

  test("are not there for HEAD either, nor to be posted to", async () => {
    await get("/no/such/page");
    seen.rendered.length = 0;
    expect(await get("/x/y", { method: "HEAD" })).toMatchObject({ status: 404, body: "" });
    expect((await get("/x/y", { method: "POST" })).status).toBe(404);
    expect((await get("/about", { method: "POST" })).status).toBe(405);
    expect((await get("/about", { method: "PUT" })).status).toBe(405);
    expect(seen).toEqual(NOTHING_SEEN);
  });

  test("are made again when what their frame reads changes", async () => {
    const before = await get("/no/such/page");
    expect(before.headers.etag).toBeDefined();
    cache.invalidateAll();
    await get("/no/such/page");
    expect(seen.rendered).toEqual(["/-/-"]);
  });
});

describe("what is added to an address", () => {
  test("and its page does not read is not in it", async () => {
    await get("/about");
    seen.rendered.length = 0;
    for (const query of [
      "?map=1&before=abc&register=1",
      "?utm_source=x",
      "?",
      `?${"x".repeat(5_000)}`,
    ]) {
      const answer = await get(`/about${query}`);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toContain("200 /about {");
    }
    expect(seen.rendered).toEqual([]);
  });

  test("is checked before anything is read", async () => {
    expect((await get("/list?kind=a")).body).toContain("200 /list?kind=a");
    expect((await get("/list?kind=zzz")).body).toContain("200 /list {");
    await get("/list?before=abc");
    seen.loaders.length = 0;
    expect((await get("/list?before=abc")).status).toBe(404);
    expect((await get(`/list?before=${"9".repeat(3_000)}`)).status).toBe(404);
    expect(seen.loaders).toEqual([]);
    expect((await get(`/list?before=${UNKNOWN}`)).status).toBe(404);
    expect(seen.loaders).toEqual([`/list?before=${UNKNOWN}`]);
  });

  test("does not reach a form either", async () => {
    await get("/form?utm_source=x&back=1", { method: "POST" });
    expect(seen.actions).toEqual(["/form"]);
  });
});

describe("another spelling", () => {
  test.each([
    ["//about/", "/about"],
    ["/ABOUT?a=1", "/about?a=1"],
    ["/%61bout", "/about"],
    [`/news/${KNOWN.toUpperCase()}`, `/news/${KNOWN}`],
    ["/about#x", "/about"],
  ])("%s leads to %s, unrendered", async (given, location) => {
    const answer = await get(given);
    expect(answer).toMatchObject({ status: 301, headers: { location } });
    expect(seen.loaders).toEqual([]);
  });

  test("never leads to another site", async () => {
    for (const path of ["/\\elsewhere.example/", "/.//elsewhere.example", "//elsewhere.example"]) {
      const { status, headers } = await get(path);
      expect(status === 404 || /^\/[^/\\]/.test(headers.location ?? ""), path).toBe(true);
    }
  });
});

describe("the data form of a page", () => {
  const KEY = `/keys/${"k".repeat(32)}`;

  test.each([
    `${KEY}.data`,
    `${KEY}.data?_routes=fr%3A%2Fkeys%2F%3Atoken`,
    `${KEY}.data#x`,
    `${KEY}.data/`,
    `${KEY}.data/.`,
    `${KEY}.data/x/..`,
    `/%6beys${KEY.slice(5)}.data`,
    "/_root.data",
    "/_.data",
    "/about.data",
    "/.data",
    "/no/such/page.data",
  ])("is not given out, and nothing is read for it: %s", async (path) => {
    for (const method of ["GET", "HEAD", "POST"]) {
      const answer = await get(path, { method });
      expect(answer.status, method).toBe(404);
      expect(answer.body).not.toContain("secret");
    }
    expect(seen).toEqual(NOTHING_SEEN);
  });

  test("is given out for hydrated screens, with what they read of their query", async () => {
    const answer = await get("/admin/list.data?q=x&_routes=office%2Flist");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/x-script");
    expect(answer.body).toContain("office ?q=x");
  });

  test("cannot be reached by a Host header that holds a path", async () => {
    for (const host of [`site${KEY}.data?`, `site${KEY}?`, "a b", "site/x#"]) {
      expect(await raw(`GET ${KEY} HTTP/1.1\r\nHost: ${host}\r\n\r\n`), host).toContain(" 400 ");
      const forwarded = `GET ${KEY} HTTP/1.1\r\nHost: site\r\nX-Forwarded-Host: ${host}\r\n\r\n`;
      expect(await raw(forwarded), host).toContain(" 400 ");
    }
    expect(seen.loaders).toEqual([]);
    expect(await raw(`GET ${KEY} HTTP/1.1\r\nHost: site\r\n\r\n`)).toContain(" 200 ");
  });
});

describe("a cookie", () => {
  const session = (secret: string) => {
    const sign = createHmac("sha256", secret).update("token").digest("base64");
    return `fge.session_token=${encodeURIComponent(`token.${sign}`)}`;
  };

  test("with a message of ours shows it in the page that is kept, and takes it away", async () => {
    await get("/about");
    seen.rendered.length = 0;
    const answer = await get("/about", { headers: { cookie: "a=1; flash=contact" } });
    expect(answer.body).toMatch(
      /<details class="toast .*Message envoyé avec succès.*<main id="main"/s,
    );
    expect(answer.headers["set-cookie"]).toEqual([expect.stringMatching(/^flash=;.*Max-Age=0/)]);
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    expect(answer.headers.etag).toBeUndefined();
    const other = await get("/en/no", { headers: { cookie: "flash=contact" } });
    expect(other.body).toContain("toast");
    expect((await get("/about")).body).not.toContain("toast");
    expect(seen.rendered).not.toContain("/about");
  });

  test("with an invented message is as good as none", async () => {
    const plain = await get("/about");
    seen.rendered.length = 0;
    for (const value of ["x", "toString", "__proto__", "constructor", "contact2", ""]) {
      const answer = await get("/about", { headers: { cookie: `flash=${value}` } });
      expect(answer.body, value).toBe(plain.body);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(seen.rendered).toEqual([]);
  });

  test("with a session that we did not sign is as good as none; with one of ours the page is made anew", async () => {
    await get("/about");
    seen.rendered.length = 0;
    const invented = ["fge.session_token=x", session("another secret of thirty-two letters")];
    for (const cookie of [
      ...invented,
      "__Secure-fge.session_token=a.b",
      "fge.session_token=%E0%A4%A.b",
    ]) {
      expect((await get("/about", { headers: { cookie } })).status).toBe(200);
    }
    expect(seen.rendered).toEqual([]);
    const cookie = `${invented.join("; ")}; ${session(librarySecrets()[0]?.value ?? "")}`;
    expect((await get("/about", { headers: { cookie } })).status).toBe(200);
    expect(seen.rendered).toEqual(["/about"]);
  });
});

test("a page that is kept holds nothing of who asked first, and does not end with them", async () => {
  cache.invalidateAll();
  const missing = request({ port: port(), path: "/about", headers: { host: "first.example" } });
  missing.on("error", () => {});
  missing.end();
  const second = get("/about");
  missing.destroy();
  expect((await second).status).toBe(200);
});
