export const guardian = {
  membership: "Under {{age}}: parent or guardian",
  event: "Under {{age}} on the day of the event: parent or guardian",
  name: "Parent or guardian’s full name",
  phone: "Parent or guardian’s phone",
  relation: "Relationship to the minor",
  relations: {
    mother: "Mother",
    father: "Father",
    legal: "Legal guardian",
    other: "Other",
  },
  holder: "Parent or guardian",
};
