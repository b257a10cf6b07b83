/** What an address answers to the browser's own scripts (`.data`), as values: those of each route by its id. */
export function readData(text: string): Record<string, { data?: Record<string, unknown> }> {
  const [first = "[]"] = text.split("\n", 1);
  const flat = JSON.parse(first) as unknown[];
  const read = (place: number): unknown => {
    // Below zero stand undefined, null and what has no words in JSON.
    if (place < 0) return undefined;
    const value = flat[place];
    if (Array.isArray(value)) {
      const [kind, written] = value;
      // A moment, and whatever else JSON does not know, says first what it is.
      if (typeof kind === "string") return kind === "D" ? new Date(Number(written)) : written;
      return value.map((one) => read(Number(one)));
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [flat[Number(key.slice(1))], read(Number(one))]),
    );
  };
  return read(0) as ReturnType<typeof readData>;
}
