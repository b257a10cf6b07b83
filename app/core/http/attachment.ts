/** 'content-disposition' of a file to save: its name in ASCII, and as it is (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("’", "-")
    .replaceAll(/[^\x20-\x7e]/g, "_")
    .replaceAll('"', "");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
