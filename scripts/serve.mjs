// Serves the build, with the project's own Node. Prints the address, or one line that says what is wrong.
const began = performance.now();
try {
  const { start } = await import("../build/server/index.js");
  const { PUBLIC_URL } = await start();
  console.log(
    `\n  Le site est prêt (ready): ${PUBLIC_URL}\n  ${Math.round(performance.now() - began)} ms\n`,
  );
} catch (error) {
  const known = ["SettingError", "FolderInUseError", "WrongDatabaseError"].includes(
    error?.constructor?.name,
  );
  if (known) console.error(error.message);
  else if (error?.code === "EADDRINUSE") {
    console.error(
      `PORT ${error.port} est déjà utilisé (already in use): choisissez-en un autre avec PORT=…`,
    );
  } else
    console.error(
      error?.cause?.message ?? error?.message,
      error?.stack?.match(/^\s+at .*$/gm)?.join("\n"),
    );
  process.exit(1);
}
