import type { ViewerFrame } from "./frame.ts";

/** Asks for the password of a protected document, again after a wrong one. */
export function askPassword(
  frame: ViewerFrame,
  isRetry: boolean,
  give: (password: string) => void,
) {
  const form = frame.part<HTMLFormElement>("password");
  const input = frame.part<HTMLInputElement>("passwordInput");
  const message = frame.part("passwordMessage");
  message.textContent = isRetry ? frame.labels.passwordInvalid : frame.labels.passwordAsk;
  input.setAttribute("aria-invalid", String(isRetry));
  input.value = "";
  frame.state = "password";
  input.focus();
  form.onsubmit = (event) => {
    event.preventDefault();
    frame.state = "loading";
    give(input.value);
  };
}
