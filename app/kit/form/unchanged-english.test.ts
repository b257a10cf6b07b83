import { expect, test } from "vitest";
import { unchangedEnglish } from "./unchanged-english.ts";

const control = (name: string, defaultValue: string, value = defaultValue) => ({
  name,
  value,
  defaultValue,
});

test("English that a new French name left behind is named, and nothing else", () => {
  const controls = [
    control("prices.0.name", "Standard", "Formule complète"),
    control("prices.0.name_en", "Standard"),
    control("prices.1.name", "Étudiant", "Élève"),
    control("prices.1.name_en", "Student", "Pupil"),
    control("name", "Tournoi", "Coupe"),
    control("name_en", ""),
    control("description", "Une coupe"),
    control("description_en", "A cup"),
    control("excerpt", "", "Un résumé"),
    control("excerpt_en", "A summary"),
  ];
  expect(unchangedEnglish(controls)).toEqual([{ name: "prices.0.name", english: "Standard" }]);
});
