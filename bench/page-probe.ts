// These functions run inside the page that is measured, so each stands alone.

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Adds up every layout shift from the first moment; stricter than the web vital, which takes windows. */
export function observe(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.layoutShift =
        (window.layoutShift ?? 0) + (entry as unknown as { value: number }).value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** The addresses of the pictures that a visitor sees before scrolling, backgrounds included. */
export function showing(): string[] {
  const onScreen = [...document.querySelectorAll("body, body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    const inside =
      box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return inside && box.width > 0 && box.height > 0;
  });
  return onScreen.flatMap((element) => {
    if (element instanceof HTMLImageElement) return [element.currentSrc];
    const { backgroundImage } = getComputedStyle(element);
    return [...backgroundImage.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address ?? "");
  });
}

/** The addresses of the federation's mark in the menu and the footer: part of the frame, not pictures. */
export function framing(): string[] {
  const marks = document.querySelectorAll<HTMLImageElement>("body > header img, body > footer img");
  return [...marks].map((mark) => mark.currentSrc);
}

/** Scrolls to the end a little at a time, as a thumb does, and waits for the pictures that appear. */
export async function scrollToEnd(): Promise<void> {
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  for (let top = 0; top < document.documentElement.scrollHeight; top += 500) {
    window.scrollTo({ top, behavior: "instant" });
    await rest(30);
  }
  // Bounded: a picture in a part that is closed never starts, and would be waited for in vain.
  const pictures = [...document.images].filter((picture) => picture.currentSrc);
  await Promise.race([
    Promise.all(pictures.map((one) => one.decode().catch(() => {}))),
    rest(3_000),
  ]);
  await rest(100);
}
