import { useState } from "react";

/** Copies an address that somebody passes on; where the browser refuses, it is shown in a field to be selected. */
export function CopyLink({ address }: { address: string }) {
  const [state, setState] = useState<"waiting" | "copied" | "refused">("waiting");
  async function copy() {
    try {
      // There is no clipboard at all where the site is opened without https.
      await navigator.clipboard.writeText(address);
      setState("copied");
    } catch {
      setState("refused");
    }
  }
  if (state === "refused") {
    return (
      <input
        readOnly
        aria-label="Lien à copier"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-9 w-40 rounded-control border border-control px-2"
      />
    );
  }
  return (
    <button type="button" onClick={copy} className="link shrink-0">
      {state === "copied" ? "Lien copié" : "Copier le lien"}
    </button>
  );
}
