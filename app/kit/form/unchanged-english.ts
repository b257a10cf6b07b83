export type Control = { name: string; value: string; defaultValue: string };

/** The names whose French was changed while their English still says what it said, with that English. */
export function unchangedEnglish(
  controls: readonly Control[],
): { name: string; english: string }[] {
  const byName = new Map(controls.map((control) => [control.name, control]));
  return controls.flatMap(({ name, value, defaultValue }) => {
    const english = byName.get(`${name}_en`);
    if (!english?.value || english.value !== english.defaultValue) return [];
    return value !== defaultValue && defaultValue !== "" ? [{ name, english: english.value }] : [];
  });
}
