import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{app,server,simulators}/**/*.test.ts", "tests/rules/**/*.test.ts"],
          exclude: ["app/**/*.data.test.ts"],
        },
      },
      {
        test: {
          name: "data",
          include: [
            "tests/{admin,auth,database,files,mail,payments,registrations,season}/**/*.test.ts",
            "app/**/*.data.test.ts",
          ],
          globalSetup: ["tests/database/global-setup.ts"],
          // Real servers and processes that are killed: slower than a unit test, never endless.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          // Against the built product: `npm test` builds it first.
          name: "product",
          include: ["tests/product/**/*.test.ts", "tests/weight/**/*.test.ts"],
          globalSetup: ["tests/product/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
