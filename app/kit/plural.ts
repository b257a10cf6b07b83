/** A number with its word: '1 place', '3 places'. French has the singular for none, too. */
export const several = (count: number, one: string, many: string): string =>
  `${count} ${count > 1 ? many : one}`;
