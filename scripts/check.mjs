// npm run check: half a minute for whoever has just changed a line. Ends as npm test does.
import { printFigures } from "./figures.mjs";
import { ensureInstalled } from "./setup.mjs";
import { checkSource, finish } from "./suites.mjs";

ensureInstalled();
await checkSource();
printFigures();
finish();
