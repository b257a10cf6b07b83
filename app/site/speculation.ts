/**
 * A finger that goes down on a link starts its page; nothing is fetched before, since data costs
 * money.
 */
export const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: ["/admin*", "/files/*", "/*/download", "/*.xml", "/*.ics"] } },
        ],
      },
      eagerness: "conservative",
    },
  ],
});
