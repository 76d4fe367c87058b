import { Redacted } from "effect"
import type { Candidate } from "./connection.ts"

/** A setting as trimmed text; empty if it is not text. */
export const setting = ({ settings }: Pick<Candidate, "settings">, name: string): string => {
  const value = settings[name]
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : ""
}

/** A secret in the clear, for the one header or body that needs it; empty when there is none. */
export const secret = ({ secrets }: Pick<Candidate, "secrets">, name: string): string => {
  const value = secrets.get(name)
  return value === undefined ? "" : Redacted.value(value).trim()
}

/**
 * The address of a host that a tenant named: a whole address as it is, a host name, or only the first label of one at
 * `domain` (`acme` for `acme.okta.com`). Without a trailing slash. Whether it may be called is the client's to judge.
 */
export const tenantAddress = (typed: string, domain: string): string => {
  const bare = typed.trim().replace(/\/+$/, "")
  if (/^[a-z]+:\/\//i.test(bare)) return bare
  return `https://${/[.:/]/.test(bare) ? bare : `${bare}.${domain}`}`
}
