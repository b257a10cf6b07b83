/** The worker of pdf.js, with the polyfills for old browsers. */
import "./polyfills.ts";
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
