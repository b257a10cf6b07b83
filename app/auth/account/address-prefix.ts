/**
 * All that is kept and shown of a caller's IP address: half of an IPv4 one, 32 bits of an IPv6 one. Enough to
 * recognise a place and not enough to find a person: `41.82.x.x`, `2c0f:f0d8:…`. Empty for anything else,
 * also for an IPv6 address whose first two groups are not written out. Limits count whole networks instead.
 */
export function addressPrefix(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.[\dx]{1,3}\.[\dx]{1,3}$/i.exec(address);
  if (v4) return `${v4[1]}.${v4[2]}.x.x`;
  const v6 = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):[0-9a-f:…]*$/i.exec(address);
  return v6 ? `${v6[1]}:${v6[2]}:…` : "";
}
