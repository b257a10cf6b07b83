/** The projects of Vitest, and Playwright. */
export const SUITES = [
  ...(["unit", "data", "product"] as const),
  ...(["deep-data", "deep-product", "browser"] as const),
];

/** Files of one suite; with `only`, the tests in them that are called so. */
export type Tests = {
  suite: (typeof SUITES)[number];
  files: readonly string[];
  only?: string;
};

/** A way to break the product, and the tests that are expected to notice it. */
export type Mutation = {
  name: string;
  area: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  tests: readonly Tests[];
  /** The tests look at the build, which is made anew. */
  build?: true;
};

export const unit = (...files: readonly string[]): Tests => ({ suite: "unit", files });
export const data = (...files: readonly string[]): Tests => ({ suite: "data", files });
export const product = (...files: readonly string[]): Tests => ({ suite: "product", files });
export const browser = (file: string, only: string): Tests => ({
  suite: "browser",
  files: [file],
  only,
});
