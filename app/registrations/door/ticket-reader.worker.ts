import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Reads the codes of pictures off the page’s thread. Its own response lets it run WebAssembly, which a page may not. */
const scope = globalThis as unknown as Pick<Worker, "onmessage" | "postMessage">;

scope.onmessage = async ({ data }: MessageEvent<ImageData>) => {
  const codes = await readBarcodes(data, { formats: ["QRCode"] }).catch(() => []);
  scope.postMessage(codes.filter(({ isValid }) => isValid).map(({ text }) => text));
};

// Left alone, the library would fetch it from another site.
await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
scope.postMessage("ready");
