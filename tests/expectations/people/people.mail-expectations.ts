import {
  peopleMergedMail,
  peopleUnmergedMail,
} from "../../../app/people/duplicates/duplicates.mail.ts";
import { dataLinkMail, erasureDecidedMail } from "../../../app/people/people.mail.ts";

import type { MailExpectations } from "../../mail/sample-values.ts";

export default {
  toVisitors(language) {
    const person = { language, email: "aissatou@example.org", first_name: "Aïssatou" };
    return {
      dataLink: {
        mail: dataLinkMail({ language, recipient: person.email, token: "d4ta" }),
        links: ["/privacy/data/d4ta"],
      },
      merged: {
        mail: peopleMergedMail({
          ...person,
          kept: { first_name: "Aïssatou", number: "FGE-000012-K" },
        }),
        links: ["/me"],
      },
      mergedFormer: { mail: peopleMergedMail(person), links: [] },
      unmerged: { mail: peopleUnmergedMail(person), links: ["/me"] },
      erased: {
        mail: erasureDecidedMail({ ...person, refusal: null }),
        links: ["/privacy"],
      },
      erasureRefused: {
        mail: erasureDecidedMail({ ...person, refusal: "Un litige est en cours." }),
        links: ["/privacy"],
      },
    };
  },
} satisfies MailExpectations;
