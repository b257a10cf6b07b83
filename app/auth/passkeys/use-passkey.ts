import { type RefObject, useEffect, useRef, useState } from "react";

type Ceremony = typeof import("./ceremony.browser.ts");

/**
 * A form that a device fills in: its hidden field, and what the button does. The browser's part is fetched when
 * it is pressed. `able` is undefined until the browser was looked at.
 */
export function usePasskey(ask: (ceremony: Ceremony) => Promise<string>): {
  able: boolean | undefined;
  busy: boolean;
  problem: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  press: () => Promise<void>;
} {
  const [able, setAble] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setAble(window.isSecureContext && typeof window.PublicKeyCredential === "function");
  }, []);

  async function press() {
    const { current: input } = field;
    if (!input?.form) return;
    setBusy(true);
    setProblem(undefined);
    let ceremony: Ceremony | undefined;
    try {
      ceremony = await import("./ceremony.browser.ts");
      input.value = await ask(ceremony);
      input.form.requestSubmit();
    } catch (error) {
      setProblem(
        ceremony?.problemOf(error) ?? "La page n’a pas pu se charger en entier. Réessayez.",
      );
    }
    setBusy(false);
  }
  return { able, busy, problem, field, press };
}
