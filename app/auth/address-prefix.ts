/**
 * The front part of a caller's address, enough to recognise a place and not enough to find a person:
 * `41.82.x.x`, `2c0f:f0d8:…`. What is one already stays; an empty text for what is no address.
 */
export function addressPrefix(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.[\dx]{1,3}\.[\dx]{1,3}$/i.exec(address);
  if (v4) return `${v4[1]}.${v4[2]}.x.x`;
  const v6 = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):[0-9a-f:…]*$/i.exec(address);
  return v6 ? `${v6[1]}:${v6[2]}:…` : "";
}
