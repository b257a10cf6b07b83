import { meLinkMail } from "../../../app/me/me.mail.ts";

import type { MailExpectations } from "../../mail/sample-values.ts";

export default {
  toVisitors(language) {
    const to = { language, recipient: "aissatou@example.org" };
    return {
      meLink: { mail: meLinkMail({ ...to, code: "042137", token: "m3" }), links: ["/me/m3"] },
    };
  },
} satisfies MailExpectations;
