// Keeps other accounts of the machine from reading the database, the secret, the uploads, the mail and temporary files.
// Imported first, before any file is created.
process.umask(0o077);
