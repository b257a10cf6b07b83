// Preloaded into a product of a test: its clock is as many milliseconds off as the file says that CLOCK_OFF_BY names.
import { readFileSync } from "node:fs";

const file = process.env.CLOCK_OFF_BY ?? "";
let offBy = 0;
const look = () => {
  try {
    offBy = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    offBy = 0;
  }
};
look();
setInterval(look, 20).unref();

const RealDate = globalThis.Date;
class SetDate extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + offBy] : args));
  }

  static now() {
    return RealDate.now() + offBy;
  }
}
// Some libraries tell a date by the name of its kind.
Object.defineProperty(SetDate, "name", { value: "Date" });
globalThis.Date = SetDate;
