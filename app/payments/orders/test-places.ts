/** The places of an event that tests hold. */
export type TestPlaces = { title: string; places: number };

let find: () => Promise<TestPlaces[]> = async () => [];

/** Registers who knows of the places that tests hold, once at start: the engine knows of no place. */
export function setTestPlaces(finder: () => Promise<TestPlaces[]>): void {
  find = finder;
}

/** The places that tests hold in events to come or under way: no real money is taken beside them. */
export const findTestPlaces = (): Promise<TestPlaces[]> => find();

/** Them in words. */
export const testPlacesWords = (held: readonly TestPlaces[]): string =>
  held.map(({ title, places }) => `« ${title} » : ${places}`).join(", ");
