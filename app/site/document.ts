import { createContext, useContext } from "react";
import type { FederationIdentity } from "../settings/settings.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";

/** What a document needs beside its content. Filled by the server for each request. */
export type DocumentFrame = {
  /** The public stylesheet, inlined. */
  css: string;
  /** The public script, inlined. */
  script: string;
  /** What the block that passes a page on carries beside it. */
  sharingScript: string;
  /** Absolute address of the site, without a trailing slash. */
  publicUrl: string;
  /** Set on hydrated screens, whose scripts carry it. */
  nonce?: string;
  federation: FederationIdentity;
  /** Until which age somebody is a minor. */
  minorAge: number;
  /** What a visitor quotes when something went wrong; the same number is in the log. */
  reference: string;
  /** Nothing is there: the page names no address, since it stands for every one that is nobody's. */
  missing: boolean;
};

export const DocumentContext = createContext<DocumentFrame>({
  css: "",
  script: "",
  sharingScript: "",
  publicUrl: "",
  federation: DEFAULT_SETTINGS.federation,
  minorAge: DEFAULT_SETTINGS.minors.age,
  reference: "",
  missing: false,
});

export const useDocument = () => useContext(DocumentContext);
