import type { Messages } from "../fr/index.ts";
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

const en = {
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
} satisfies Messages;
export default en;
