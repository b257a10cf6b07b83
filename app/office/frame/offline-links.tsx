import { useEffect } from "react";
import { useToast } from "../../kit/toasts.tsx";

/** Without a network a link would replace the screen by an error page: the screen stays, and says why. */
export function OfflineLinks() {
  const show = useToast();
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest("a");
      if (navigator.onLine || !link || link.origin !== location.origin || link.hash) return;
      event.preventDefault();
      show({ kind: "error", text: "Pas de connexion\u202f: l’écran reste ici, essayez à nouveau" });
    };
    document.addEventListener("click", stay, { capture: true });
    return () => document.removeEventListener("click", stay, { capture: true });
  }, [show]);
  return null;
}
