/** Whether this is `npm run test:deep`, which repeats what `npm test` proves. */
export const isDeep = process.env.TEST_DEEP === "1";

/** How many times, or how long, something is tried: little at each commit, much in depth. */
export const repetitions = (perCommit: number, deep: number) => (isDeep ? deep : perCommit);

/** The engines that a test of both is run on at each commit, and in depth. */
export const enginesOf = (perCommit: "embedded" | "server") =>
  isDeep ? (["embedded", "server"] as const) : [perCommit];

/** Of cases that repeat one proof, the first few at each commit, and all in depth. */
export const someOf = <Case>(cases: readonly Case[], perCommit: number): Case[] =>
  isDeep ? [...cases] : cases.slice(0, perCommit);
