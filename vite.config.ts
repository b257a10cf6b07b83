import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { inlineScript } from "./inline-script.plugin.ts";
import { plainIcons } from "./plain-icons.plugin.ts";
import { chunkOf } from "./shared-chunk.plugin.ts";

/** What brings binaries, finds files of its own beside itself, or is only loaded when it is needed. */
const UNBUNDLED = [
  "@aws-sdk/client-s3",
  "@electric-sql/pglite",
  "@napi-rs/canvas",
  "@simplewebauthn/server",
  "fontkit",
  "nodemailer",
  "pdfjs-dist",
  "pdfkit",
  "pg",
  "pino",
  "sharp",
];

/** What the screens of the back office are made of: the frame, the head, the lists, and what many lists use. */
const OFFICE = [
  "office/frame/admin.layout.tsx",
  "office/frame/screens.layout.tsx",
  "kit/list/list-page.tsx",
  "kit/email-text.tsx",
  "kit/office-head.tsx",
  "records/record-fields.ts",
  "guardians/guardian-labels.ts",
].map((file) => join(import.meta.dirname, "app", file));

// Vitest cannot load the React Router plugin; unit tests need neither it nor the styles.
const isTest = process.env.VITEST !== undefined;

export default defineConfig({
  plugins: isTest ? [] : [inlineScript(), plainIcons(), tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Scripts of documents that come as files: the framework adds its own to these.
          input: [
            "app/resources/viewer/viewer.ts",
            "app/auth/passkeys/sign-in.browser.ts",
            "app/auth/passkeys/ceremony.browser.ts",
          ],
          output: {
            // What every hydrated screen has in common comes in three files instead of fifty: on a
            // slow line each request costs more than what it brings.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                },
                { name: chunkOf("office", OFFICE) },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file is read in a fifth of the time that a thousand modules take.
      resolve: { noExternal: true, external: UNBUNDLED },
      build: {
        // The HTTP server is part of the server build, so that there is one copy of every module.
        rollupOptions: {
          input: "./server/main.ts",
          // What the browser loads late is in that one file on the server, since its screens are.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
  },
  // The ending tells the server which scripts are a worker's, and obey a policy of their own.
  worker: {
    format: "es",
    rollupOptions: { output: { entryFileNames: "assets/[name]-[hash].mjs" } },
  },
  build: {
    assetsInlineLimit: 0,
    // Nobody reads them: `npm run bench -- weight` knows what a visitor is sent.
    reportCompressedSize: false,
    rollupOptions: { experimental: { lazyBarrel: true }, checks: { bundlerTimings: false } },
    // Browsers three years old, as pdf.js asks for. Older syntax would need helpers, which land among
    // the framework's files and bring it to a public page.
    target: "es2022",
    // Layers need these browsers; what is written for older ones is weight that nobody reads.
    cssTarget: ["chrome99", "edge99", "firefox97", "safari15.4"],
  },
});
