import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["app/**/*.test.ts", "server/**/*.test.ts", "tests/rules/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "data",
          include: ["tests/database/**/*.test.ts"],
          globalSetup: ["tests/database/global-setup.ts"],
          // Real servers and processes that are killed: slower than a unit test, never endless.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
