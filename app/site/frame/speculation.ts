/**
 * The browser's Speculation Rules, as text since their hash stands in the security header. A page of ours is
 * fetched when a finger goes down on its link, not when it hovers: data costs visitors money. Left out are the
 * back office, files, what counts a download, and feeds.
 */
export const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          {
            not: {
              href_matches: [
                "/admin*",
                "/files/*",
                "/*/download",
                "/*/file",
                "/*.xml",
                "/*.ics",
                "/*.pdf",
              ],
            },
          },
        ],
      },
      eagerness: "conservative",
    },
  ],
});
