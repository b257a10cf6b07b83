import { generatePassword } from "../passwords/generate-password.server.ts";
import { disableAccount, listAccounts, putAdministrator } from "../staff/accounts.system.server.ts";

/** What `npm run admin` does: the way in for who holds the machine, whatever became of mail or codes. */
export const accountWork = {
  list: listAccounts,
  disable: disableAccount,
  /** Makes an administrator of an address, new or known, with a new password, which is returned. */
  async put(email: string, name: string): Promise<string> {
    const password = generatePassword();
    await putAdministrator({ name, email, password });
    return password;
  },
};
