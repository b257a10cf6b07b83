import type { Engine } from "../../app/core/database/engine.server.ts";
import {
  filesChanged,
  forgetOpenFiles,
  readOpenFiles,
} from "../../app/files/open-files.visitor.server.ts";
import { forgetPictureSources } from "../../app/files/picture-sources.visitor.server.ts";
import { forgetSettings } from "../../app/settings/settings.visitor.server.ts";
import type { PageCache } from "./page-cache.ts";

/** Hears of every change, of whatever process, and forgets what was known of it before; after a silence, all. */
export const followChanges = (engine: Engine, cache: PageCache) =>
  engine.listen(
    "content_changed",
    (table) => {
      if (table === "site_settings") forgetSettings();
      if (table === "static_files") {
        forgetPictureSources();
        void filesChanged();
      }
      cache.invalidate(table);
    },
    () => {
      forgetSettings();
      forgetOpenFiles();
      forgetPictureSources();
      void readOpenFiles();
      cache.invalidateAll();
    },
  );
