import { defineConfig } from "vitest/config";

/** What repeats a proof in more orders, more places or more often: run by `npm run test:deep` alone. What is
 * `.repeated` runs in both, a few times and many times: tests/support/fuzz/repetitions.ts. */
const DEEP = "**/*.{deep,deep.data}.test.ts";
const WITH_DATABASE = {
  globalSetup: ["tests/database/global-setup.ts"],
  isolate: false,
  setupFiles: ["tests/support/fresh-modules.ts", "tests/support/cheap-passwords.ts"],
  // Real servers and processes that are killed: slower than a unit test, never endless.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
};
/** Against the built product, which is built first. */
const WITH_PRODUCT = {
  globalSetup: ["tests/product/global-setup.ts"],
  // They talk to products in other processes: what one of them leaves in a module is nothing to the next.
  isolate: false,
  // A loop over all routes is one test.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
};
const DATA_FOLDERS = "tests/{admin,auth,database,files,mail,payments,registrations,season}";
const PRODUCT_FOLDERS = "tests/{product,weight}";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          // Modules are read once for all files: what changes settings of the process is a data test.
          isolate: false,
          maxWorkers: 2,
          include: ["{app,server,simulators}/**/*.test.ts", "tests/rules/**/*.test.ts"],
          exclude: ["**/*.data.test.ts", DEEP],
        },
      },
      {
        test: {
          ...WITH_DATABASE,
          name: "data",
          include: [`${DATA_FOLDERS}/**/*.test.ts`, "{app,server}/**/*.data.test.ts"],
          exclude: [DEEP],
        },
      },
      {
        test: {
          ...WITH_PRODUCT,
          name: "product",
          include: [`${PRODUCT_FOLDERS}/**/*.test.ts`],
          exclude: [DEEP],
        },
      },
      {
        test: {
          ...WITH_DATABASE,
          name: "deep-data",
          include: [
            `${DATA_FOLDERS}/**/*.{deep,repeated}.test.ts`,
            "{app,server,simulators}/**/*.{deep,repeated,deep.data,repeated.data}.test.ts",
          ],
          env: { TEST_DEEP: "1" },
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...WITH_PRODUCT,
          name: "deep-product",
          include: [`${PRODUCT_FOLDERS}/**/*.{deep,repeated}.test.ts`],
          env: { TEST_DEEP: "1" },
          testTimeout: 600_000,
        },
      },
    ],
  },
});
