// Serves the build, with the project's own Node. Prints the address, or one line that says what is wrong.
const began = performance.now();
// The product keeps to itself what is printed from then on, save through these two.
const { log: tell, error: complain } = console;
/** A setting is refused while the product is read, before it could explain anything itself. */
const settingWords = (error) =>
  error?.constructor?.name === "SettingError" ? error.message : error;

let product;
try {
  product = await import("../build/server/index.js");
  const { PUBLIC_URL } = await product.start();
  tell(
    `\n  Le site est prêt (ready): ${PUBLIC_URL}\n  ${Math.round(performance.now() - began)} ms\n`,
  );
} catch (error) {
  if (error?.code === "EADDRINUSE") {
    complain(
      `PORT ${error.port} est déjà utilisé (already in use): choisissez-en un autre avec PORT=…`,
    );
  } else complain(product ? product.explain(error) : settingWords(error));
  process.exit(1);
}
