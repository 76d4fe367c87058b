import { Effect, Option, Redacted, Schema } from "effect"
import { ended } from "./account-search.ts"
import type { Finding, VendorAnswer, VendorReads, VendorRequest, VendorUnanswered } from "./connector.ts"
import { failed, refused, statusText } from "./outcome.ts"
import { credentialRefused, provenBy, unanswering } from "./credential-answers.ts"
import { reasonBy } from "./reason-code.ts"
import { reader } from "./vendor-json.ts"

/** The request for a token (RFC 6749, section 4.4), in the vendor's own form. */
export type GrantRequest = VendorRequest & { readonly body: string }

/** A user, and the token for the piece of work in which they were found. */
export interface Signed<User> {
  readonly token: Redacted.Redacted
  readonly user: User
}

const tokenIn = ({ body, status }: VendorAnswer) =>
  Option.map(
    status < 300 ? reader(Schema.Struct({ access_token: Schema.String }))(body) : Option.none(),
    ({ access_token }) => Redacted.make(access_token)
  )

const reasonIn = reasonBy(Schema.fromJsonString(Schema.Struct({ error: Schema.String })), ({ error }) => error)

const noToken = "The app's answer to the sign-in had no token"

export const formOf = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

export const bearer = (token: Redacted.Redacted) => ({
  authorization: `Bearer ${Redacted.value(token)}`,
  accept: "application/json",
  "content-type": "application/json"
})

/** Looks a user up with a token that is asked for once and then goes along with the account. */
export const findWithGrant = Effect.fn("findWithGrant")(function* <User>(
  calls: VendorReads,
  request: GrantRequest,
  find: (token: Redacted.Redacted) => Effect.Effect<Finding<User>, VendorUnanswered>
) {
  const answer = yield* calls.ask(request)
  if (answer.status >= 300) return ended(refused(answer.status, reasonIn(answer)))
  const token = tokenIn(answer)
  if (Option.isNone(token)) return ended(failed(noToken))
  const finding = yield* find(token.value)
  if (finding._tag === "Result") return finding
  return { _tag: "Account" as const, account: { token: token.value, user: finding.account } }
})

/** Proves a client's credential: a token is granted, and it opens `url`. A vendor without that route is believed the grant. */
export const proveGrant = Effect.fn("proveGrant")(function* (
  calls: VendorReads,
  request: GrantRequest,
  opens: { readonly url: string; readonly vendor: string; readonly check: string }
) {
  const answer = yield* calls.ask(request)
  const said = `${opens.vendor} did not accept the credential (${statusText(answer.status)}). ${opens.check}`
  // OAuth refuses a client with 400 or 401, and an unknown tenant is often a 404.
  if ([400, 401, 403, 404].includes(answer.status)) return yield* credentialRefused(said)
  yield* provenBy(answer, opens)
  const token = tokenIn(answer)
  if (Option.isNone(token)) return yield* unanswering(`${opens.vendor} answered the sign-in without a token`)
  yield* provenBy(yield* calls.read({ url: opens.url, headers: bearer(token.value) }), opens)
})
