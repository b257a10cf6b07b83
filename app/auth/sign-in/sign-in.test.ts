import { expect, test } from "vitest";
import { rememberedPath, signInPath } from "./sign-in.ts";

test.each([
  ["/admin/news?q=a&status=draft", "/admin/news?q=a&status=draft"],
  ["/admin", "/admin"],
  ["/admin?x=1", "/admin?x=1"],
  [null, "/admin"],
  ["", "/admin"],
  ["/news", "/admin"],
  ["/administrator", "/admin"],
  ["//evil.example/admin", "/admin"],
  ["https://evil.example/admin", "/admin"],
  ["/admin/../news", "/admin"],
  ["/admin/..//evil.example", "/admin"],
  ["/admin\\evil", "/admin"],
  ["/admin/news\r\nset-cookie: a=b", "/admin/newsset-cookie:%20a=b"],
  ["/admin/login", "/admin"],
  ["/admin/login/second-factor?from=/admin", "/admin"],
  ["/admin/logout", "/admin"],
  ["/admin/reset/token", "/admin"],
])("%j leads to %j", (from, to) => {
  expect(rememberedPath(from)).toBe(to);
});

test("the sign-in screen remembers, unless there is nothing to remember", () => {
  expect(signInPath({ pathname: "/admin", search: "" })).toBe("/admin/login");
  expect(signInPath({ pathname: "/admin/news", search: "?q=é&after=1" })).toBe(
    "/admin/login?from=%2Fadmin%2Fnews%3Fq%3D%25C3%25A9%26after%3D1",
  );
});
