/** A message taken apart, as far as ours go. */
export type ParsedMail = {
  /** Lower-case name to value: unfolded, encoded words decoded. */
  headers: Record<string, string>;
  /** The head as it travelled. */
  rawHead: string;
  text: string;
  html: string;
  subject: string;
  messageId: string;
};

export function parseMail(raw: Buffer): ParsedMail {
  const { head, headers, body } = split(raw.toString("latin1"));
  const parts = partsOf(headers, body);
  const find = (type: string) => parts.find((part) => part.type === type)?.content ?? "";
  return {
    headers,
    rawHead: head,
    text: find("text/plain"),
    html: find("text/html"),
    subject: headers.subject ?? "",
    messageId: headers["message-id"] ?? "",
  };
}

function split(raw: string) {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, end);
  const headers: Record<string, string> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key in headers) throw new Error(`header twice: ${name}`);
    headers[key] = decodeWords(value);
  }
  return { head, headers, body: raw.slice(end + 4) };
}

type Part = { type: string; content: string };

function partsOf(headers: Record<string, string>, body: string): Part[] {
  const type = headers["content-type"] ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => {
        const inner = split(part.replace(/^\r\n/, ""));
        return partsOf(inner.headers, inner.body);
      });
  }
  const encoding = (headers["content-transfer-encoding"] ?? "7bit").toLowerCase();
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : Buffer.from(encoding === "quoted-printable" ? unquote(body) : body, "latin1");
  return [{ type: type.split(";", 1)[0] ?? "", content: bytes.toString("utf8") }];
}

function unquote(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** RFC 2047: =?UTF-8?Q?…?= and =?UTF-8?B?…?=, joined when only space stands between. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (run) => {
      const bytes = [...run.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(
        ([, kind, text = ""]) =>
          kind?.toUpperCase() === "B"
            ? Buffer.from(text, "base64")
            : Buffer.from(unquote(text.replaceAll("_", " ")), "latin1"),
      );
      return Buffer.concat(bytes).toString("utf8");
    });
}
