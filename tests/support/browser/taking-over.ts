import type { Page } from "@playwright/test";

/** Where a screen has a script of its own, React writes what it knows of an element on it. */
const hasTakenOver = () =>
  !("__reactRouterContext" in window) ||
  Object.keys(document.body).some((key) => key.startsWith("__reactProps"));

/** Waits until the script of a screen answers to what one presses; of another screen, if it sends one on. */
export const takenOver = (page: Page) => page.waitForFunction(hasTakenOver);

/** Whoever opens a screen in this page waits for its script: what is pressed before is lost. */
export function patient(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...how) => {
    const answer = await goto(...how);
    await takenOver(page);
    return answer;
  };
  page.reload = async (...how) => {
    const answer = await reload(...how);
    await takenOver(page);
    return answer;
  };
  return page;
}
