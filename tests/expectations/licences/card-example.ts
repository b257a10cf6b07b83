/** The example of docs/licence-cards.md; its private key is gone. */
export const EXAMPLE = {
  key: {
    number: 1,
    public_key:
      "BKkTucM0PkElflgFwOj-j4h8WecCPrIXsLOJmBrhchZQkdcrraOhZ2s38Xjgc297UEXPybFHHWC8tk770nLhRqo",
    revoked: false,
  },
  card: {
    key: 1,
    serial: 4217,
    from: "2026-11-26",
    until: "2027-11-26",
    kind: "player",
    birthYear: 2001,
    club: 0,
    issue: 1,
    name: "Aïssatou Bah",
  },
  fields: "01010000107909d90b4601650000010d41c3af737361746f7520426168",
  code: "AEAQAAAQPEE5SC2GAFSQAAABBVA4HL3TONQXI33VEBBGC2A5RRJ3X7EIPIFCULGINJGOVOBKYF5ZDBYPZ3Q53EUUFWSJGGPSJDFU7HVCCHT2WR3YCF4QQYE23NESTB35XFR4NEZCWZOB3G35254O2",
} as const;
