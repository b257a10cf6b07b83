import { expect, test, vi } from "vitest";
import { sharing } from "./sharing.browser.ts";

/** As much of a page as the script touches. */
function block() {
  const button = (done?: string) => {
    const clicks: (() => unknown)[] = [];
    return {
      parentElement: { hidden: true },
      dataset: { done },
      clicks,
      textContent: "Copier le lien",
      addEventListener: (_name: string, act: () => unknown) => clicks.push(act),
    };
  };
  const buttons: Record<string, ReturnType<typeof button>> = {
    "[name=copy]": button("Lien copié"),
    "[name=sheet]": button(),
  };
  const root = {
    querySelectorAll: () => [
      {
        dataset: { share: "https://fge.example/news/1", title: "Un titre" },
        querySelector: (name: string) => buttons[name],
      },
    ],
  };
  return {
    root: root as unknown as Document,
    copy: buttons["[name=copy]"],
    sheet: buttons["[name=sheet]"],
  };
}
const run = (root: Document, navigator: object) =>
  sharing(root, { navigator } as unknown as Window);

test("nothing is offered that the browser cannot do", () => {
  const { root, copy, sheet } = block();
  run(root, {});
  expect([copy?.parentElement.hidden, sheet?.parentElement.hidden]).toEqual([true, true]);
});

test("the address is copied, and that is said", async () => {
  const { root, copy } = block();
  const writeText = vi.fn(async () => {});
  run(root, { clipboard: { writeText } });
  expect(copy?.parentElement.hidden).toBe(false);
  await copy?.clicks[0]?.();
  expect(writeText).toHaveBeenCalledWith("https://fge.example/news/1");
  expect(copy?.textContent).toBe("Lien copié");
});

test("the phone's own sheet gets title and address, and may be closed again", async () => {
  const { root, sheet } = block();
  const share = vi.fn(() => Promise.reject(new Error("AbortError")));
  run(root, { share });
  expect(sheet?.parentElement.hidden).toBe(false);
  await expect(sheet?.clicks[0]?.()).resolves.toBeUndefined();
  expect(share).toHaveBeenCalledWith({ title: "Un titre", url: "https://fge.example/news/1" });
});
