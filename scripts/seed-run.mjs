// The second half of npm run seed, with the project's own Node.
process.env.NODE_ENV ??= "production";
let product;
try {
  product = await import("../build/server/index.js");
  const seeded = await product.seedOnly(!process.argv.includes("--empty"));
  console.log(
    seeded
      ? "Le contenu est ajouté. (The content was added.)"
      : "La base n’est pas vide : rien n’a changé. (The database is not empty: nothing has changed.)",
  );
} catch (error) {
  console.error(product?.explain(error) ?? error.message);
  process.exitCode = 1;
}
