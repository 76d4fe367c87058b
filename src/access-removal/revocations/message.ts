const maxLength = 300

/** A shorter value is not a credential, and masking it would remove ordinary words. */
const shortestSecret = 6

// A word like "token" alone is not a secret; followed by digits, it is.
const credentialLike = [
  /\b(?:bearer|basic|ssws|token)\s+(?=\S*\d)[\w.~+/=-]{8,}/gi,
  /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g,
  /(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{24,}/g
]

const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url")
]

/**
 * The last word on what a result says, whatever a connector made of it: none of the connection's own secrets, nothing
 * that looks like a credential, one line, at most 300 characters (revocation-11).
 */
export const fitMessage = (message: string, secrets: ReadonlyArray<string>): string => {
  const own = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf)
  const without = own.reduce((text, secret) => text.replaceAll(secret, "[removed]"), message)
  return credentialLike
    .reduce((text, pattern) => text.replace(pattern, "[removed]"), without.replace(/\s+/g, " ").replace(/\p{Cc}/gu, ""))
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}
