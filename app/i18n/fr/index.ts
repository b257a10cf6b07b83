import * as clubs from "./clubs.ts";
import * as federation from "./federation.ts";
import * as forms from "./forms.ts";
import * as frame from "./frame.ts";
import * as guardian from "./guardian.ts";
import * as joining from "./joining.ts";
import * as licences from "./licences.ts";
import * as live from "./live.ts";
import * as me from "./me.ts";
import * as payments from "./payments.ts";
import * as services from "./services.ts";

/** The French labels: the source that every other language must match key for key. */
const fr = {
  ...clubs,
  ...federation,
  ...forms,
  ...frame,
  ...guardian,
  ...joining,
  ...licences,
  ...live,
  ...me,
  ...payments,
  ...services,
};
export default fr;

/** The shape a translation must have: the same keys, any text. */
export type Messages = Widen<typeof fr>;
type Widen<T> = { [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };
