import { DateTime, Effect, Option, Schema } from "effect"
import { importPKCS8, SignJWT } from "jose"
import { createPrivateKey } from "node:crypto"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { CredentialUnproven } from "#connections/vendors/protocol/connector"
import { accepted, bearer, type MakeCredentialCheck, secretOf } from "#connections/vendors/protocol/credential-check"

const refused = (message: string) => new CredentialUnproven({ reason: "refused", message })

const readUserInfo = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      accounts: Schema.Array(
        Schema.Struct({
          account_id: Schema.String,
          is_default: Schema.optionalKey(Schema.Boolean),
          account_name: Schema.optionalKey(Schema.String),
          base_uri: Schema.optionalKey(Schema.String)
        })
      )
    })
  )
)

const readToken = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ access_token: Schema.String })))

type Keys = Pick<Candidate, "settings" | "secrets">

const isDemo = ({ settings }: Keys) => settings["environment"] === "demo"

const docuSignHost = (candidate: Keys) => (isDemo(candidate) ? "account-d.docusign.com" : "account.docusign.com")

/** Where DocuSign signs clients in. */
export const docuSignAddress = (addresses: VendorAddresses["Service"], candidate: Keys) =>
  Option.getOrElse(addresses.override("docusign"), () => `https://${docuSignHost(candidate)}`)

/** As PEM; copied out of JSON, its line breaks are written as `\n`, perhaps within quotation marks. */
const pemOf = (candidate: Keys) =>
  secretOf(candidate, "private_key")
    .trim()
    .replace(/^"([^]*)"$/, "$1")
    .replaceAll(/\\r?\\n|\\n/g, "\n")

/** A key in PKCS#1, as DocuSign hands it out, or PKCS#8. */
const signed = (candidate: Keys, at: DateTime.Utc) =>
  Effect.tryPromise({
    try: async () => {
      const pem = createPrivateKey(pemOf(candidate)).export({ type: "pkcs8", format: "pem" })
      const seconds = Math.floor(at.epochMilliseconds / 1000)
      return new SignJWT({ scope: "signature impersonation" })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuer(String(candidate.settings["integration_key"] ?? ""))
        .setSubject(String(candidate.settings["user_id"] ?? ""))
        .setAudience(docuSignHost(candidate))
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + 3600)
        .sign(await importPKCS8(String(pem), "RS256"))
    },
    catch: () => refused("private_key must be an RSA key in PEM form")
  })

/** Whether there is all that a JWT grant needs. */
export const canGrant = ({ secrets, settings }: Keys) =>
  secrets.has("private_key") && settings["integration_key"] !== undefined && settings["user_id"] !== undefined

/** The answer to the JWT grant (RFC 7523). */
export const docuSignGrant = Effect.fnUntraced(function* (calls: VendorReads, address: string, candidate: Keys) {
  const assertion = yield* signed(candidate, yield* DateTime.now)
  return yield* calls.ask({
    url: `${address}/oauth/token`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion
    }).toString()
  })
})

/** Obtains a token like later calls do, if possible, to prove it; else uses the given one. */
const docuSignToken = Effect.fnUntraced(function* (calls: VendorReads, address: string, candidate: Candidate) {
  if (!canGrant(candidate)) return secretOf(candidate, "access_token")
  const token = readToken((yield* accepted(yield* docuSignGrant(calls, address, candidate))).body)
  if (Option.isSome(token)) return token.value.access_token
  return yield* refused("DocuSign gave no token for the integration key")
})

/** DocuSign: the credential signs in, and to the account that was named, else to the user's default one. */
export const docuSign: MakeCredentialCheck = (addresses) => ({
  prove: Effect.fn("DocuSign.prove")(function* (calls, candidate) {
    const address = docuSignAddress(addresses, candidate)
    const token = yield* docuSignToken(calls, address, candidate)
    const answer = yield* accepted(yield* calls.read({ url: `${address}/oauth/userinfo`, headers: bearer(token) }))
    const accounts = Option.match(readUserInfo(answer.body), { onNone: () => [], onSome: (info) => info.accounts })
    const wanted = candidate.settings["account_id"]
    const account =
      wanted === undefined
        ? (accounts.find(({ is_default }) => is_default === true) ?? accounts[0])
        : accounts.find(({ account_id }) => account_id.toLowerCase() === String(wanted).toLowerCase())
    if (account === undefined)
      return yield* refused("The user does not have this account at DocuSign. Check account_id")
    return {
      ...candidate.settings,
      account_id: account.account_id,
      ...(account.account_name === undefined ? {} : { account_name: account.account_name }),
      ...(account.base_uri === undefined ? {} : { base_uri: account.base_uri })
    }
  })
})
