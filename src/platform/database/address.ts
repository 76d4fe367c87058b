import { Option, Redacted } from "effect"

const decodes = Option.liftThrowable(decodeURIComponent)

/** What is wrong with an address that its writer meant otherwise; quotes none of it, for it holds a password. */
export const addressFault = (address: string): string | undefined => {
  const { hash, hostname, password, pathname, search, username } = new URL(address)
  if ([hostname, password, pathname, username].some((part) => Option.isNone(decodes(part)))) {
    return "has a % that encodes nothing: write it as %25"
  }
  // The password ended the host name: an @ follows it.
  if (hash !== "" || (username === "" && `${pathname}${search}`.includes("@"))) {
    return "has a /, ? or # in its name or password, which ends the host there: write it as %2F, %3F or %23"
  }
  return hostname.includes(",") ? "takes one host: one that always leads to the primary" : undefined
}

/** Mapped to a space, and to nothing (RFC 4013, 2.1). */
const spaces = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/g
const nothing = /\u00AD|\u034F|\u1806|[\u180B-\u180D]|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/g
/** Prohibited output (RFC 4013, 2.3): PostgreSQL takes a password with one of them as it is. */
const prohibited = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}\u0340\u0341\u200E\u200F\u2028-\u202E\u206A-\u206F\uFFF9-\uFFFD]/u

/** A password as PostgreSQL keeps it for SCRAM (SASLprep); the driver sends what it is given. */
export const preparedPassword = (password: string): string => {
  const prepared = password.replaceAll(spaces, " ").replaceAll(nothing, "").normalize("NFKC")
  return prepared === "" || prohibited.test(prepared) ? password : prepared
}

/** The password of an address, if it names one that the driver would not send as PostgreSQL keeps it. */
export const passwordOf = (url: Redacted.Redacted): Option.Option<Redacted.Redacted> =>
  Option.liftThrowable((text: string) => {
    const { password, searchParams } = new URL(text)
    return searchParams.get("password") ?? decodeURIComponent(password)
  })(Redacted.value(url)).pipe(
    Option.filter((given) => preparedPassword(given) !== given),
    Option.map((given) => Redacted.make(preparedPassword(given)))
  )
