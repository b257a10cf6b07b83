/** Files of one suite; with `only`, the tests in them that are called so. */
export type Tests = {
  suite: "unit" | "data" | "product" | "browser";
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
