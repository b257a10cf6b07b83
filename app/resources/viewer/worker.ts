/** What reads PDF files beside the page: pdf.js's own worker, on browsers three years old too. */
import "./missing.ts";
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
