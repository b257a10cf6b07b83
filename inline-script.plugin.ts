import { build, type Plugin } from "vite";

const MARK = "?inline-script";

/**
 * `import code from "./x.ts?inline-script"` gives the compiled and minified text of a script with all that it imports,
 * to be put inside a document or sent by itself.
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
      const input = id.slice(0, -MARK.length);
      const built = await build({
        configFile: false,
        envFile: false,
        logLevel: "warn",
        publicDir: false,
        build: {
          write: false,
          target: "es2020",
          modulePreload: false,
          reportCompressedSize: false,
          rollupOptions: {
            input,
            // Its exports are for tests.
            preserveEntrySignatures: false,
            output: { format: "es", codeSplitting: false },
            // Texts that nobody reads are left out.
            treeshake: { propertyReadSideEffects: false },
          },
        },
      });
      const [chunk] =
        "output" in built ? built.output : Array.isArray(built) ? (built[0]?.output ?? []) : [];
      if (chunk?.type !== "chunk") throw new Error(`no script came of ${input}`);
      for (const file of chunk.moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(chunk.code.trim())};`;
    },
  };
}
