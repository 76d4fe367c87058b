import { Predicate } from "effect"

/** The SQLSTATE, or the operating system's code; empty without one. */
export const codeOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return error.code
  if (Predicate.hasProperty(error, "reason")) return codeOf(error.reason)
  return Predicate.hasProperty(error, "cause") ? codeOf(error.cause) : ""
}

/** A lock was not available within `lock_timeout`. */
export const lockNotHad = "55P03"
