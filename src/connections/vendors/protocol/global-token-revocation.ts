import { revocationToken, revocationUrl } from "@svc/contract/integrations/schema"
import { Effect, Option, Result } from "effect"
import { secret, setting } from "./connection-fields.ts"
import type { Connection } from "./connection.ts"
import type { Connector, Leaver, VendorAnswer, VendorWrites } from "./connector.ts"
import { statusText } from "./outcome.ts"
import { withWords } from "./read-back.ts"
import { statedFailure } from "./stated-failure.ts"

const address = (service: Connection) => setting(service, revocationUrl)

/** The draft answers 204 when revocation has begun; Auth0 documents 200, and a queue answers 202. */
const acknowledging: ReadonlySet<number> = new Set([200, 202, 204])

const said = (answer: VendorAnswer) => {
  const { status } = answer
  const stated = statedFailure(answer)
  if (Option.isSome(stated)) return `Sessions and tokens were not ended (${stated.value}). End them manually`
  if (acknowledging.has(status)) return `Sessions and tokens: accepted (${statusText(status)})`
  if (status === 404) return `Sessions and tokens: no user with this email address (${statusText(status)})`
  return `Sessions and tokens were not ended (${statusText(status)}). End them manually`
}

const anothers = "Sessions and tokens were not ended: the account has another email address now. End them manually"

/** Asks the service to end sessions and tokens of the leaver (draft-parecki-oauth-global-token-revocation). */
const ask = Effect.fn("askGlobalTokenRevocation")(function* (calls: VendorWrites, service: Connection, leaver: Leaver) {
  const answer = yield* Effect.result(
    calls.write({
      method: "POST",
      url: address(service),
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${secret(service, revocationToken)}`
      },
      body: JSON.stringify({ sub_id: { format: "email", email: leaver.email } })
    })
  )
  return Result.match(answer, {
    onFailure: ({ message }) => `Sessions and tokens: not accepted. ${message}`,
    onSuccess: said
  })
})

/**
 * The same, and ends sessions and tokens if the destination has a URL for it. It is called once the account is off: a
 * user signed out earlier would sign in again. Its response proves nothing, so it is in the message and changes neither
 * the outcome nor `verified`. It is called by email, so only while the account has that email (`isAt`).
 */
export const andTokens = <Account>(
  connector: Connector<Account>,
  isAt: (account: Account, email: string) => boolean
): Connector<Account> => ({
  ...connector,

  plan: (service, leaver) => [
    ...connector.plan(service, leaver),
    ...(address(service) === "" ? [] : [{ method: "POST", url: address(service).replace(/\?.*$/, "") }])
  ],

  effects: (service) => [
    ...connector.effects(service),
    ...(address(service) === "" ? [] : (["requests_token_revocation"] as const))
  ],

  act: Effect.fn("actAndEndTokens")(function* (calls, service, account, attempt) {
    const result = yield* connector.act(calls, service, account, attempt)
    if (result.outcome !== "revoked" || address(service) === "") return result
    if (!isAt(account, attempt.leaver.email)) return withWords(result, anothers)
    return withWords(result, yield* ask(calls, service, attempt.leaver))
  })
})
