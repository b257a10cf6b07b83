// Whoever else has an account on this machine has no business with the database, the secret, the uploads
// and the mail in DATA_DIR, nor with what a job puts aside on its way. Imported before anything is made.
process.umask(0o077);
