import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendPage } from "./sending.ts";

test("a page with a cookie of its own loses neither the one set before it nor the end of its message", async () => {
  const server = createServer((request, response) => {
    response.appendHeader("set-cookie", "language=en");
    const page = {
      status: 200,
      headers: [
        ["content-type", "text/html"],
        ["set-cookie", "payments=x"],
      ] as [string, string][],
      body: Buffer.from(`<main id="main"></main>`),
    };
    void sendPage(page, request, response, { flash: "placeHeld", language: "fr" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.text()).toContain("toast");
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    expect(cookies.sort()).toEqual(["flash=", "language=en", "payments=x"]);
  } finally {
    server.close();
  }
});
