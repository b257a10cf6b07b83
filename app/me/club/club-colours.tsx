import { COLOURS, type Colour } from "../../membership/clubs/clubs.ts";

type Props = { profile: { first_colour: Colour | null; second_colour: Colour | null } };

/** The colours of a club side by side; their names stand beside them. */
export function ClubColours({ profile }: Props) {
  const colours = [profile.first_colour, profile.second_colour].filter((one) => one !== null);
  if (colours.length === 0) return null;
  const width = 48 / colours.length;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 24"
      className="h-6 w-12 rounded-control border border-control"
    >
      {colours.map((colour, place) => (
        <rect key={colour} x={place * width} width={width} height="24" fill={COLOURS[colour]} />
      ))}
    </svg>
  );
}
