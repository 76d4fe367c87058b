/** Seconds that PostgreSQL lets a statement run, and wait for a lock. */
export const statementTimeout = 30
export const lockTimeout = 10
