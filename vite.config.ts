import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { inlineScript } from "./inline-script.plugin.ts";
import { plainIcons } from "./plain-icons.plugin.ts";

/** What brings binaries, finds files of its own beside itself, or is only loaded when it is needed. */
const UNBUNDLED = [
  "@aws-sdk/client-s3",
  "@electric-sql/pglite",
  "@napi-rs/canvas",
  "@simplewebauthn/server",
  "nodemailer",
  "pdfjs-dist",
  "pdfkit",
  "pg",
  "pino",
  "sharp",
];

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
                {
                  name: "icons",
                  // But for those of the editor, of public pages and of one screen alone, which no list needs.
                  test: /node_modules\/lucide-react\/(?!.*icons\/(?:archive|arrow-right-left|badge-alert|banknote|bell-off|bold|calendar-plus|calendar-range|calendar-x|circle-play|coins|door-open|file-archive|files|gift|hard-drive|heading-[23]|image-plus|italic|landmark|layout-grid|layout-template|link-2|list-ordered|loader-circle|mail-plus|mail-x|mailbox|minus|monitor-smartphone|move-horizontal|music|palette|pen-line|pencil-line|printer|radio|redo-2|refresh-cw|save|scan-line|send|share-2|shield|square-mouse-pointer|table-2|trending-up|user-check|user-round-search|wallet|wrench)\.)/,
                },
                {
                  name: "office",
                  // But for what the dashboard, the log and the checks alone show, what is rarely shown, as a demonstration, what checks forms, which would bring zod, previews, which bring every word of the site, and what
                  // only texts have: drafts, moments of publication, their English.
                  test: /app\/(?:[a-z]+\/[a-z-]+\.office\.|office\/(?!.*\.admin\.|first-steps\.|month-chart\.|refused\.|shortcuts-help\.|samples-card\.|audit-|check-list\.|links\.|dashboard\.|sent-mail-labels\.|health\/)|settings\/settings\.ts|kit\/(?!schema\.|demonstration(?:-rows|\.browser)\.|conflict\.|live-preview\.|repeater\.|adopt-samples\.|preview-labels\.|preview-links\.|publication-|english-state\.|difference-text\.|groups\.|thumbnail\.|view-dialog\.|demonstration-notice\.|drafts\/(?!forget-drafts\.))|records\/(?!drafts\.|undo-rules\.|versioned\.)|ui\/(?!picture\.)|i18n\/(?:format|languages|localized|i18n)\.)/,
                },
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
