import { deflateSync } from "node:zlib";

// Documents that are small to send and take everything to read. Each is a few hundred kilobytes at most.

type Part = { head: string; stream?: Buffer };

/** A PDF of these objects, of which the first is its catalogue. */
function pdfOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const places: number[] = [];
  let length = pieces[0]?.length ?? 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const [index, { head, stream }] of parts.entries()) {
    places.push(length);
    if (!stream) add(Buffer.from(`${index + 1} 0 obj\n<<${head}>>\nendobj\n`));
    else {
      add(Buffer.from(`${index + 1} 0 obj\n<<${head}/Length ${stream.length}>>\nstream\n`));
      add(stream);
      add(Buffer.from("\nendstream\nendobj\n"));
    }
  }
  const start = length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
  const count = parts.length + 1;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join("")}`));
  add(Buffer.from(`trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(pieces);
}

/** A document of one page with this content, and what that refers to. */
function pageOf(content: Part, resources = "", more: readonly Part[] = []): Buffer {
  return pdfOf([
    { head: "/Type/Catalog/Pages 2 0 R" },
    { head: "/Type/Pages/Kids[3 0 R]/Count 1" },
    {
      head: `/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<${resources}>>`,
    },
    content,
    ...more,
  ]);
}

const GB = 1024 ** 3;

/**
 * Spaces by the gigabyte, packed twice: 300 KB that are unpacked into one buffer, which no limit of V8
 * counts.
 */
export function packedTwice(): Buffer {
  const once = deflateSync(Buffer.alloc(GB, " "));
  // Nothing of what the packer says at the beginning and the end of each gigabyte is in the way.
  const stream = deflateSync(once);
  return pageOf({ head: "/Filter[/FlateDecode/FlateDecode]", stream });
}

/** Forms that draw each other: ten in each of twelve, a million million times the last. */
export function formsInForms(): Buffer {
  const DEPTH = 12;
  const first = 5;
  const forms = Array.from({ length: DEPTH }, (_, level): Part => {
    const last = level === DEPTH - 1;
    const generated = last ? "0 0 1 1 re f\n" : "/F Do\n".repeat(10);
    const inner = last ? "" : `/XObject<</F ${first + level + 1} 0 R>>`;
    return {
      head: `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<<${inner}>>`,
      stream: Buffer.from(generated),
    };
  });
  return pageOf({ head: "", stream: Buffer.from("/F Do\n") }, `/XObject<</F ${first} 0 R>>`, forms);
}

/** A picture as large as any that is read: 180 KB that become 800 MB on their way to the page. */
export function largePicture(): Buffer {
  const SIDE = 7_900;
  const stream = deflateSync(Buffer.alloc(SIDE * SIDE * 3));
  const head = `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode`;
  return pageOf(
    { head: "", stream: Buffer.from("595 0 0 842 0 0 cm /I Do") },
    "/XObject<</I 5 0 R>>",
    [{ head, stream }],
  );
}

/** A picture that claims a hundred thousand pixels on each side. */
export function hugePicture(): Buffer {
  const SIDE = 100_000;
  const stream = deflateSync(Buffer.alloc(1_000_000));
  const head = `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode`;
  return pageOf(
    { head: "", stream: Buffer.from("595 0 0 842 0 0 cm /I Do") },
    "/XObject<</I 5 0 R>>",
    [{ head, stream }],
  );
}

/** A page ten thousand times as high as wide. */
export function endlessPage(): Buffer {
  return pdfOf([
    { head: "/Type/Catalog/Pages 2 0 R" },
    { head: "/Type/Pages/Kids[3 0 R]/Count 1" },
    { head: "/Type/Page/Parent 2 0 R/MediaBox[0 0 1.44 14400]/Contents 4 0 R/Resources<<>>" },
    { head: "", stream: Buffer.from("0 0 1 14400 re f") },
  ]);
}
