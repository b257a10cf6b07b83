import { expect, test } from "vitest";
import { listShouldRevalidate } from "./list-page.tsx";

const at = (address: string) => new URL(address, "https://fge.example");

/** A form was sent from a dialog over the list, and answered with `status`. */
const after = (actionStatus: number) =>
  listShouldRevalidate({
    currentUrl: at("/admin/news/new"),
    nextUrl: at("/admin/news/new"),
    formMethod: "POST",
    actionStatus,
  } as Parameters<typeof listShouldRevalidate>[0]);

test("a list is read again after a change, and not when nothing was changed: its error would take the form away", () => {
  expect(after(200)).toBe(true);
  expect(after(409)).toBe(true);
  expect(after(400)).toBe(false);
  expect(after(503)).toBe(false);
});
