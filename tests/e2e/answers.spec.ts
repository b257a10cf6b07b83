import { expect, test } from "../support/browser/journey.ts";

const EXPECTED: [address: string, status: number][] = [
  ["/no/such/page", 404],
  ["/nothing", 404],
  ["/en/nothing", 404],
  ["/news/not-an-id", 404],
  ["/news/01930000-0000-7000-8000-0000000019ff", 404],
  ["/en/events/01930000-0000-7000-8000-0000000029ff", 404],
  ["/events/%00", 404],
  ["/resources/01930000-0000-7000-8000-0000000079ff", 404],
  ["/news/tag/no-such-tag", 404],
  ["/news/tag/%E0%A4%A", 404],
  ["/%E0%A4%A", 404],
  ["/home", 404],
  ["/centre-national-d-entrainement", 404],
  [`/events?${"x".repeat(8_000)}`, 200],
  [`/news?before=${"9".repeat(3_000)}`, 404],
  ["/news?before=01930000-0000-7000-8000-0000000019ff", 404],
  ["/about?map=1&before=abc&register=1", 200],
  ["/events?category=%27%3B%20drop%20table&type=zzz", 200],
  ["/resources?category=zzz", 200],
  ["/files/../../etc/passwd", 404],
  ["/files/%2e%2e/%2e%2e/session-secret", 404],
  ["/pictures/..%2f..%2fpackage.json", 404],
  ["/sitemap.xml", 200],
  ["/robots.txt", 200],
  ["/feed.xml", 200],
  ["/en/feed.xml", 200],
  ["/events.ics", 200],
  ["/healthz", 200],
  ["/readyz", 200],
];

test("each address answers as it should", async ({ request }) => {
  const wrong: string[] = [];
  for (const [address, status] of EXPECTED) {
    const answer = await request.get(address, { maxRedirects: 0 });
    if (answer.status() !== status) wrong.push(`${address.slice(0, 60)}: ${answer.status()}`);
  }
  expect(wrong).toEqual([]);
});

test("untidy addresses lead to the tidy one", async ({ request }) => {
  for (const [untidy, tidy] of [
    ["/about/", "/about"],
    ["/en//news/", "/en/news"],
    ["/EN/About?x=1", "/en/about?x=1"],
    ["/%61bout", "/about"],
  ] as const) {
    const answer = await request.get(untidy, { maxRedirects: 0 });
    expect(answer.status()).toBe(301);
    expect(answer.headers().location).toBe(tidy);
  }
});

test("documents carry a strict policy and can be revalidated", async ({ request }) => {
  const first = await request.get("/about");
  const headers = first.headers();
  expect(headers["content-security-policy"]).toContain("object-src 'none'");
  expect(headers["content-security-policy"]).not.toContain("unsafe");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cache-control"]).not.toContain("no-store");
  const again = await request.get("/about", { headers: { "if-none-match": headers.etag ?? "" } });
  expect(again.status()).toBe(304);
  expect((await again.body()).length).toBe(0);
});

test("a file is answered by byte range", async ({ request }) => {
  const address = "/files/samples/statuts-de-la-federation.pdf";
  const part = await request.get(address, { headers: { range: "bytes=0-3" } });
  expect(part.status()).toBe(206);
  expect(await part.text()).toBe("%PDF");
  const beyond = await request.get(address, { headers: { range: "bytes=99999999-" } });
  expect(beyond.status()).toBe(416);
});

test("a robot with the English cookie still reads the French home page", async ({ request }) => {
  const person = await request.get("/", { headers: { cookie: "lang=en" }, maxRedirects: 0 });
  expect(person.status()).toBe(302);
  const robot = await request.get("/", {
    headers: { cookie: "lang=en", "user-agent": "Googlebot/2.1" },
    maxRedirects: 0,
  });
  expect(robot.status()).toBe(200);
});

test("each download counts once", async ({ request }) => {
  const id = "01930000-0000-7000-8000-000000007006";
  // Whoever is signed in gets the page made now, past the cache.
  const { cookies } = JSON.parse(process.env.OFFICE_STATE ?? "") as {
    cookies: { name: string; value: string }[];
  };
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const counted = async () => {
    const page = await request.get("/resources?category=guides", { headers: { cookie } });
    const [, count = ""] = /([\d\u202f]+) téléchargement/.exec(await page.text()) ?? [];
    return Number(count.replaceAll("\u202f", ""));
  };
  const before = await counted();
  await Promise.all([1, 2, 3].map(() => request.get(`/resources/${id}/download`)));
  expect(await counted()).toBe(before + 3);
});

test("a body that is no form is answered like an empty one", async ({ request, baseURL }) => {
  for (const address of ["/admin/login", "/admin/forgotten"]) {
    const answer = await request.post(address, {
      data: { email: "x" },
      headers: { origin: baseURL ?? "" },
    });
    expect(answer.status(), address).toBe(400);
    expect(await answer.text()).toContain("<form");
  }
});
