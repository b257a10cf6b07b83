import { ADMINISTRATOR } from "../support/office.ts";
import { prepareDataFolder } from "../support/product.ts";

export default () =>
  prepareDataFolder({ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password });
