// npm start: installs, builds, then hands over to the project's own Node.

import { ensureBuilt, ensureInstalled, projectEnv, root } from "./setup.mjs";
import { endWithNpm, SERVE, supervise } from "./supervise.mjs";

endWithNpm();
ensureInstalled();
await ensureBuilt();
supervise(SERVE, { cwd: root, env: { NODE_ENV: "production", ...projectEnv } });
