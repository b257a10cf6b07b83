import { app } from "../../core/app.ts";

/** The places of an event that tests hold. */
export type TestPlaces = { title: string; places: number };

declare module "../../core/app.ts" {
  interface App {
    /** Payments know of no place: the notion that sells them does. */
    findTestPlaces: () => Promise<TestPlaces[]>;
  }
}

/** The places that tests hold in events to come or under way: no real money is taken beside them. */
export const findTestPlaces = async (): Promise<TestPlaces[]> =>
  (await app().findTestPlaces?.()) ?? [];

/** Them in words. */
export const testPlacesWords = (held: readonly TestPlaces[]): string =>
  held.map(({ title, places }) => `« ${title} » : ${places}`).join(", ");
