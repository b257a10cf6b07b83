import type { Expectations } from "../../tests/support/expectations.ts";

export default {
  addresses: {
    "/admin/*": "/admin/nulle-part",
  },
} satisfies Expectations;
