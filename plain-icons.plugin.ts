import type { Plugin } from "vite";

const ATTRIBUTES = "...svgAttributes";

/**
 * The library of icons names each icon in its classes, which no stylesheet of ours asks for: in a list of
 * fifty rows that is 450 bytes. What is given to an icon is all that it gets.
 */
export function plainIcons(): Plugin {
  return {
    name: "plain-icons",
    // While one develops, the browser's copy of the library is made without us, and both must agree.
    apply: "build",
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/Icon\.mjs$/ },
      handler(code) {
        if (!code.includes(ATTRIBUTES))
          this.error("lucide-react makes its icons in another way now");
        const own = "className: mergeClasses(contextClass, className) || undefined";
        return { code: code.replace(ATTRIBUTES, `${ATTRIBUTES}, ${own}`), map: null };
      },
    },
  };
}
