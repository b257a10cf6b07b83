/**
 * How passwords are hashed, in one place: the library's scrypt, slow on purpose, off the main thread. Tests whose
 * subject is something else replace this file by a cheap hash.
 */
export { hashPassword, verifyPassword } from "better-auth/crypto";
