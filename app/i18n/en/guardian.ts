export const guardian = {
  membership: "Under {{age}}: parent or guardian",
  event: "Under {{age}} on the day of the event: parent or guardian",
  name: "Full name of the parent or guardian",
  phone: "Phone of the parent or guardian",
  relation: "Relation to the minor",
  relations: {
    mother: "Mother",
    father: "Father",
    legal: "Legal guardian",
    other: "Other",
  },
  holder: "Parent or guardian",
};
