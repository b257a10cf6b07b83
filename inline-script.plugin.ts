import { readFile } from "node:fs/promises";
import { minify, type Plugin, transformWithOxc } from "vite";

const MARK = "?inline-script";

/**
 * `import code from "./x.ts?inline-script"` gives the compiled and minified text of a script that
 * stands alone, to be put inside a document.
 */
export function inlineScript(): Plugin {
  return {
    name: "inline-script",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith(MARK)) return null;
      const resolved = await this.resolve(source.slice(0, -MARK.length), importer);
      return resolved && `${resolved.id}${MARK}`;
    },
    async load(id) {
      if (!id.endsWith(MARK)) return null;
      const file = id.slice(0, -MARK.length);
      this.addWatchFile(file);
      const compiled = await transformWithOxc(await readFile(file, "utf8"), file, {
        target: "es2020",
      });
      const small = await minify(file, compiled.code.replaceAll(/^export /gm, ""), {
        module: true,
        compress: { target: "es2020" },
        mangle: { toplevel: true },
      });
      return `export default ${JSON.stringify(small.code.trim())};`;
    },
  };
}
