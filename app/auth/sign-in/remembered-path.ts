/** Where one wanted to go, if that is a screen of the back office; else its first one. */
export function rememberedPath(from: string | null): string {
  if (from === null || !/^\/admin(?:[/?]|$)/.test(from)) return "/admin";
  // Our own address stands in: whatever is written, only a path of ours comes out.
  const { pathname, search } = new URL(from, "http://localhost");
  const entrance = /^\/admin\/(?:address|login|logout|forgotten|reset)(?:\/|$)/.test(pathname);
  return entrance || !/^\/admin(?:\/|$)/.test(pathname) ? "/admin" : pathname + search;
}

/** The sign-in screen, which remembers where one wanted to go. */
export function signInPath({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  const from = rememberedPath(pathname + search);
  return from === "/admin" ? "/admin/login" : `/admin/login?${new URLSearchParams({ from })}`;
}
