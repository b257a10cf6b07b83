import { createContext, useContext } from "react";
import type { FederationIdentity } from "../settings/settings.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";

/** What a document needs beside its content. The server fills it for each request. */
export type DocumentFrame = {
  /** The public stylesheet, inlined. */
  css: string;
  /** The public script, inlined. */
  script: string;
  /** The script of the share block, inlined beside it. */
  sharingScript: string;
  /** Absolute address of the site, without a trailing slash. */
  publicUrl: string;
  /** Set on hydrated screens, whose scripts carry it. */
  nonce?: string;
  federation: FederationIdentity;
  /** The address of its logo. */
  logo: string;
  /** The age from which somebody is no minor. */
  minorAge: number;
  /** What a visitor quotes when something went wrong; the same number is in the log. */
  reference: string;
  /** The status of a page that failed for a reason that we know, such as a disk that is full. */
  failure?: number;
  /** The share picture of pages without one of their own. */
  sitePicture: string;
  /** The part of the addresses of icons that changes with the logo. */
  iconsMark: string;
  /** The page is the 404 page: it names no address, since it answers every unknown one. */
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
