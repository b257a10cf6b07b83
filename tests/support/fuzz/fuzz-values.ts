/** Values that nobody's browser would send, and some that it would. */

export type Random = {
  below: (limit: number) => number;
  one: <T>(of: readonly T[]) => T;
  /** Whether something happens that happens once in `times`. */
  once: (times: number) => boolean;
};

/** The same numbers for the same seed, so that a failure can be played again. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    one(of) {
      const chosen = of[below(of.length)];
      if (chosen === undefined) throw new Error("nothing to choose from");
      return chosen;
    },
    once: (times) => below(times) === 0,
  };
}

const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u202e\u2066gnp.exe",
  "\ufeff\u00a0\u2028",
  "💥".repeat(60),
  "\ud800",
  "\udc00\ud800",
  "a\u0300".repeat(200),
  "é".repeat(3_000),
  "x".repeat(30_000),
  "' OR 1=1; DROP TABLE members; --",
  "%' escape '\\",
  "\\",
  "<script>alert(1)</script>",
  "\r\nBcc: victim@example.org",
  "a@b@c",
  `${"a".repeat(300)}@example.org`,
  `+224${"6".repeat(30)}`,
  "٦٢٢١٢٣٤٥٦",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "[object Object]",
  "null",
  "undefined",
  "on",
  "off",
  "true",
  "%00%ff",
  "../../etc/passwd",
  "..%2f..%2f",
  "javascript:alert(1)",
  "http://[::1",
  "https://example.org/\u0000",
  "//example.org",
  "data:text/html,x",
];

export const NUMBERS: readonly string[] = [
  "0",
  "-0",
  "-1",
  "1.5",
  "1,5",
  "1e3",
  "1e309",
  "-1e309",
  "5e-324",
  "0x10",
  "NaN",
  "Infinity",
  "2147483647",
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "9223372036854775808",
  "9".repeat(400),
  " 5 ",
  "+5",
];

export const DATES: readonly string[] = [
  "0000-00-00",
  "0000-01-01",
  "0001-01-01",
  "2030-02-30",
  "9999-12-31",
  "9999-99-99",
  "10000-01-01",
  "+010000-01-01",
  "-000001-01-01",
  "+275760-09-13",
  "275760-09-13T00:00",
  "2030-01-01T25:61",
  "2030-01-01T00:00:60Z",
  "0001-01-01T00:00",
  "9999-12-31T23:59",
  "294277-01-01",
  "1900-01-01",
];

export const IDS: readonly string[] = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "01930000-0000-7000-8000-000000002001",
  "01930000-0000-7000-8000-000000002001,01930000-0000-7000-8000-000000002001",
  "01930000-0000-7000-8000-00000000200G",
  "01930000-0000-7000-8000-000000002001_2030-01-01T00:00:00.000000Z",
  "01930000-0000-7000-8000-000000002001_\ud800",
  "01930000-0000-7000-8000-000000002001_0000-00-00",
  "01930000-0000-7000-8000-000000002001_1",
  Array(1_000).fill("01930000-0000-7000-8000-000000002001").join(","),
];

const JSONS = ["{", "[]", '{"__proto__":{"x":1}}', "[".repeat(5_000), '"\\ud800"', "1e999"];

export const STRANGE: readonly string[] = [...TEXTS, ...NUMBERS, ...DATES, ...IDS, ...JSONS];

/** What may stand between two slashes of an address, as it travels. */
export const SEGMENTS = [
  "x",
  "%00",
  "%ff",
  "%",
  "%E0%A4%A",
  "%ed%a0%80",
  "%2e%2e",
  "..%2f..%2fetc",
  "%5c",
  "a%0d%0ab",
  "__proto__",
  "constructor",
  "*",
  ":id",
  "new",
  "\u00e9\u00ff",
  ";x=1",
  "x.data",
  "_root.data",
  "_.data",
  "00000000-0000-0000-0000-000000000000",
  "01930000-0000-7000-8000-000000002001",
  "0".repeat(2_000),
  "%F0%9F%92%A5".repeat(100),
];

export const COOKIES = [
  "flash=sent",
  "flash=constructor",
  "flash=%00",
  "office_toast=%7B",
  "office_toast=null",
  `office_toast=${encodeURIComponent('{"kind":[],"text":{"a":1},"undo":[1]}')}`,
  "office_sidebar=\u00ff",
  "office_seen=99999999999999999999",
  "office_seen=-1",
  "office_seen=x",
  "fge.session_token=x",
  "fge.session_token=%00.%ff",
  "fge.session_token=%E0%A4%A",
  "fge.session_data=e30",
  "__Secure-fge.session_token=x",
  "fge.two_factor=x",
  "language=zz",
  "=",
  ";;;",
  "a".repeat(3_000),
];

/** Headers that somebody may set as they like. */
export const HEADERS: readonly (readonly [string, string])[] = [
  ["host", "x"],
  ["host", "[::1"],
  ["host", "a b"],
  ["host", "example.org:99999"],
  ["host", "\u00ff"],
  ["x-forwarded-for", "not an address"],
  ["x-forwarded-for", "\u00ff, ,"],
  ["x-forwarded-proto", "javascript"],
  ["x-forwarded-host", "a b"],
  ["x-forwarded-host", "example.org/x?y"],
  ["forwarded", "for=_x;proto=;host="],
  ["origin", "null"],
  ["origin", "http://["],
  ["origin", "https://example.org"],
  ["referer", "http://["],
  ["referer", "\u00ff"],
  ["accept-encoding", "br;q=0, gzip;q=x, *"],
  ["accept-encoding", ","],
  ["accept-language", "\u00ff;q=9"],
  ["if-none-match", '"", W/"x", *'],
  ["if-modified-since", "0000-00-00"],
  ["if-range", "x"],
  ["range", "bytes=9-1"],
  ["range", "bytes=-0,5-,x"],
  ["range", "bytes=0-18446744073709551616"],
  ["expect", "x"],
  ["x-react-router-spa-mode", "yes"],
  ["content-encoding", "gzip"],
  ["transfer-encoding", "chunked"],
  ["user-agent", "\u00ff".repeat(500)],
  ["x-caller-address", "\u00ff"],
];
