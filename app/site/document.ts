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
  /** The address of its logo. */
  logo: string;
  /** Until which age somebody is a minor. */
  minorAge: number;
  /** What a visitor quotes when something went wrong; the same number is in the log. */
  reference: string;
  /** The status of a page that failed for a reason that we know, such as a disk that is full. */
  failure?: number;
  /** What stands for a page that is shared and has no picture of its own. */
  sitePicture: string;
  /** What the addresses of icons carry: it changes with the logo. */
  iconsMark: string;
  /** Nothing is there: the page names no address, since it stands for every one that is nobody's. */
  missing: boolean;
};

export const DocumentContext = createContext<DocumentFrame>({
  css: "",
  script: "",
  sharingScript: "",
  publicUrl: "",
  federation: DEFAULT_SETTINGS.federation,
  logo: DEFAULT_SETTINGS.site_logo.main_logo,
  minorAge: DEFAULT_SETTINGS.minors.age,
  reference: "",
  sitePicture: "",
  iconsMark: "",
  missing: false,
});

export const useDocument = () => useContext(DocumentContext);
