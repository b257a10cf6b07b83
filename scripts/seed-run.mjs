// The second half of npm run seed, with the project's own Node.
process.env.NODE_ENV ??= "production";
let product;
try {
  product = await import("../build/server/index.js");
  const seeded = await product.seedOnly(!process.argv.includes("--empty"));
  console.log(
    seeded ? "Contenu ajouté (seeded)." : "La base n’est pas vide (not empty) : rien n’a changé.",
  );
} catch (error) {
  console.error(product?.explain(error) ?? error.message);
  process.exitCode = 1;
}
