import { expect, test } from "vitest";
import { takeToast, toastCookie } from "./toast.ts";

const ask = (line: string, dest: "document" | "empty") => {
  const cookie = line.slice(0, line.indexOf(";"));
  return takeToast(
    new Request("http://localhost/admin", { headers: { cookie, "sec-fetch-dest": dest } }),
  );
};

test("data that are asked for twice bring one message, which no later document brings again", () => {
  const saved = toastCookie({ kind: "success", text: "Enregistré" });
  const first = ask(saved, "empty");
  expect(first.toast).toMatchObject({ kind: "success", text: "Enregistré" });
  const again = ask(first.line ?? "", "empty");
  expect(again).toEqual({ toast: first.toast });
  expect(ask(first.line ?? "", "document").toast).toBeUndefined();
  const document = ask(saved, "document");
  expect(document.toast).toEqual(first.toast);
  expect(document.line).toContain("Max-Age=0");
});
