// Visitors at a steady pace, in a process of their own: whoever starts and stops the product holds none of them up.
import {
  type Load,
  type LoadReport,
  type SteadyLoad,
  startLoad,
} from "../tests/support/product/steady-load.ts";
import { offer } from "./child.ts";

export type SteadyApi = {
  begin: (load: Load) => void;
  end: (nothing: undefined) => Promise<LoadReport>;
};

let running: SteadyLoad | undefined;

offer<SteadyApi>({
  begin(load) {
    running = startLoad(load);
  },
  end() {
    if (!running) throw new Error("nothing was begun");
    return running.end();
  },
});
