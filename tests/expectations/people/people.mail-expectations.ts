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
