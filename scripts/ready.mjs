// npm run ready: installs and builds, and starts nothing. For a version that a service manager starts.
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
await ensureBuilt();
