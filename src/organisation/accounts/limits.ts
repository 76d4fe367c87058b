import { Duration } from "effect"
import type { Limit } from "#access/too-many-requests"

/**
 * Tries at signing in per address, and wrong ones per user at what asks for a password or code (sign-in-6,
 * two-factor-11).
 */
export const attempts = { limit: 10, windowSeconds: Duration.toSeconds("15 minutes") } as const

/** Passwords and codes that prove once more who is there, on whichever route and session. */
export const proofLimit = (userId: string): Limit => ({ ...attempts, key: `step-up:${userId}` })

/** Codes without a password. */
export const codeLimit = (userId: string): Limit => ({ ...attempts, key: `two-factor:${userId}` })
