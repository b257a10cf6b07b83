import {
  applicationReceivedMail,
  orderCancelledMail,
} from "../../../app/membership/apply/application.mail.ts";

import {
  licencesBoughtMail,
  licencesCancelledMail,
  licencesReturnedMail,
} from "../../../app/membership/clubs/purchases.mail.ts";
import {
  membershipActiveMail,
  membershipAddressMail,
  membershipEndingMail,
  membershipReaddressedMail,
  membershipReturnedMail,
} from "../../../app/membership/renewal/membership.mail.ts";

import { DEADLINE, type MailExpectations } from "../../mail/sample-values.ts";

const TYPE = { name: "Club", name_en: null, currency: "GNF" } as const;
const RECEIPT = {
  reference: "R-1",
  amount: 150_000,
  currency: "GNF",
  paidAt: DEADLINE,
  page: "/payments/t0ken",
} as const;
const PERIOD = { start: "2027-03-01", end: "2028-02-29" };

export default {
  toVisitors(language, values) {
    const person = {
      language,
      email: "aissatou@example.org",
      first_name: values,
      last_name: values,
    };
    const application = { ...person, token: "appl1cation", type: { ...TYPE, price: 150_000 } };
    const ending = { type: TYPE, end: "2028-02-29", renewal: "renewal-token" };
    const own = "/membership/application/appl1cation";
    const licences = {
      language,
      payer_email: "aissatou@example.org",
      payer_name: values,
      label_fr: `3 licences, ${values}`,
      label_en: `3 licences, ${values}`,
      reference: "R-1",
      token: "t0ken",
      price_amount: 45_000,
      price_currency: "GNF",
      mode: "live",
    } as const;
    return {
      application: { mail: applicationReceivedMail(application), links: [own] },
      freeApplication: {
        mail: applicationReceivedMail({ ...application, type: { ...TYPE, price: 0 } }),
        links: [own],
      },
      suspendedApplication: {
        mail: applicationReceivedMail({ ...application, isSuspended: true }),
        links: [own],
      },
      secondApplication: {
        mail: applicationReceivedMail({ ...application, earlier: "earl1er" }),
        links: [own, "/membership/application/earl1er"],
      },
      licencesBought: {
        mail: licencesBoughtMail({ ...licences, until: "2028-02-29" }),
        links: ["/payments/t0ken", "/me"],
      },
      licencesTried: {
        mail: licencesBoughtMail({ ...licences, mode: "test", until: "2028-02-29" }),
        links: ["/me"],
      },
      licencesReturned: { mail: licencesReturnedMail({ ...licences, taken: 0 }), links: ["/me"] },
      takenLicencesReturned: {
        mail: licencesReturnedMail({ ...licences, taken: 2 }),
        links: ["/me"],
      },
      licencesCancelled: {
        mail: licencesCancelledMail({ ...licences, received: 0 }),
        links: ["/me"],
      },
      partlyPaidLicencesCancelled: {
        mail: licencesCancelledMail({ ...licences, received: 5_000 }),
        links: ["/me"],
      },
      orderCancelled: {
        mail: orderCancelledMail({ ...person, type: TYPE, amount: 150_000, currency: "GNF" }),
        links: ["/membership"],
      },
      partlyPaidOrderCancelled: {
        mail: orderCancelledMail({
          ...person,
          type: TYPE,
          amount: 150_000,
          currency: "GNF",
          received: 20_000,
        }),
        links: ["/membership"],
      },
      address: { mail: membershipAddressMail(application), links: [own, "/contact"] },
      addressWithoutPage: {
        mail: membershipAddressMail({ ...person, token: null }),
        links: ["/contact"],
      },
      formerAddress: { mail: membershipReaddressedMail(person), links: ["/contact"] },
      returned: {
        mail: membershipReturnedMail({ ...person, type: TYPE, end: "2027-03-01", isOver: true }),
        links: ["/membership"],
      },
      renewalReturned: {
        mail: membershipReturnedMail({ ...person, type: null, end: "2028-02-29", isOver: false }),
        links: ["/membership"],
      },
      ending: {
        mail: membershipEndingMail({ ...person, ...ending, daysLeft: 7 }),
        links: ["/membership/renewal/renewal-token"],
      },
      endingToday: {
        mail: membershipEndingMail({ ...person, ...ending, daysLeft: 0 }),
        links: ["/membership/renewal/renewal-token"],
      },
      ended: {
        mail: membershipEndingMail({ ...person, ...ending, type: null, daysLeft: -30 }),
        links: ["/membership/renewal/renewal-token"],
      },
      member: {
        mail: membershipActiveMail({ ...person, type: TYPE, period: PERIOD, receipt: RECEIPT }),
        links: ["/payments/t0ken", "/events", "/me"],
      },
      renewed: {
        mail: membershipActiveMail({
          ...person,
          type: TYPE,
          period: PERIOD,
          isRenewal: true,
          receipt: RECEIPT,
        }),
        links: ["/payments/t0ken", "/events", "/me"],
      },
      licensed: {
        mail: membershipActiveMail({
          ...person,
          type: TYPE,
          period: PERIOD,
          receipt: RECEIPT,
          licence: { number: "FGE-004217-K", page: "/licences/t0ken" },
        }),
        links: ["/licences/t0ken", "/payments/t0ken", "/events", "/me"],
      },
      suspendedLicence: {
        mail: membershipActiveMail({
          ...person,
          type: TYPE,
          period: PERIOD,
          receipt: RECEIPT,
          licence: { number: "FGE-004217-K", page: "/licences/t0ken" },
          suspension: { until: "2027-03-01" },
        }),
        links: ["/payments/t0ken", "/contact", "/me"],
      },
    };
  },
} satisfies MailExpectations;
