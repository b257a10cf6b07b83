import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGUMENTS, chromiumPath } from "./tests/support/browser/browser.ts";

/** Browser journeys, against the built product on fresh sample content. */
export default defineConfig({
  testDir: ".",
  testMatch: ["tests/e2e/**/*.spec.ts", "app/**/*.spec.ts"],
  // What repeats a proof on every screen, width or language is run by `npm run test:deep` alone.
  testIgnore: process.env.TEST_DEEP ? [] : ["**/*.deep.spec.ts"],
  globalSetup: "./tests/support/browser/start-for-journeys.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // A busy machine may take its time.
  expect: { timeout: 15_000 },
  // A test that needs luck is mended, or goes.
  retries: 0,
  reporter: process.env.TEST_REPORT
    ? [["json", { outputFile: process.env.TEST_REPORT }], ["dot"]]
    : "list",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: chromiumPath,
      args: CHROMIUM_ARGUMENTS,
      // In a machine's plain locale it cannot write the accents of a name that it saves.
      env: { ...process.env, LC_ALL: "C.UTF-8" } as Record<string, string>,
    },
    // Rows and dialogs come in with a movement; what is looked at is where they end.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
  },
});
