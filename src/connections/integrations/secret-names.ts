/** `clientSecret`, `client-secret` and `CLIENT_SECRET_2` are one name. */
const squashed = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/\d+$/, "")

// What vendors call keys that are none: names of projects, public halves, ids of applications.
const openKeys = new Set(["projectkey", "publickey", "integrationkey", "issuekey", "sortkey", "keyid", "privatekeyid"])

const endings =
  /(?:token|secret|password|passwd|passphrase|passcode|pwd|key|credential|authorization|cookie|jwt|bearer|assertion)s?$/

// URLs that are credentials themselves, and account files.
const whole = /^(?:auth|basicauth|pin|(?:incoming)?webhookurl|serviceaccount(?:json|file|credentials)?)$/

// `client_secret_value`, `api_key_v2`: with any additions, except names that only describe one.
const inside = /secret|passw(?:or)?d|passphrase|apikey|privatekey|accesskey|accesstoken|refreshtoken/
const aboutOne = /(?:ids?|ur[li]|endpoint|name|type|email|policy|path|length|expiry|expires|(?:at|in|on))$/

/** By its name, does it hold a secret? Rather too much is hidden than too little. */
export const isSecretName = (name: string): boolean => {
  const plain = squashed(name)
  if (openKeys.has(plain)) return false
  return endings.test(plain) || whole.test(plain) || (inside.test(plain) && !aboutOne.test(plain))
}

/** A file of credentials that is kept in one piece, as connectors read it. */
export const isCredentialFile = (name: string): boolean =>
  squashed(name).startsWith("serviceaccount") && isSecretName(name)
