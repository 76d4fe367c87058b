import { DateTime, Duration, Effect, Option, Redacted, Schema } from "effect"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { retryAfter, type VendorCalls, VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import { statusText } from "#connections/vendors/protocol/outcome"
import { slackMessage, teamsCard, type ChatMessage } from "./message.ts"
import { meaningOf, meaningOfStatus, type Posted } from "./rules.ts"

/** A chat that is slow holds the others of a round up no longer. */
const callLimit = "10 seconds"

const readSlack = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ ok: Schema.Boolean, error: Schema.optionalKey(Schema.String) }))
)

/** Only what has the form of a code: nothing else that a vendor writes is kept. */
const codeIn = (error: string | undefined) => (error !== undefined && /^[a-z][a-z_]{1,59}$/.test(error) ? error : "")

const first = ({ secrets }: Connection, names: ReadonlyArray<string>) =>
  names.flatMap((name) => secrets.get(name) ?? [])[0] ?? Redacted.make("")

/** The token that speaks for the app. */
export const slackToken = (connection: Connection) =>
  first(connection, ["bot_token", "token", "user_token", "admin_token"])

/** Posts to team chats over the vendors' documented HTTP. */
export const makePosting = Effect.gen(function* () {
  const client = yield* VendorClient
  const addresses = yield* VendorAddresses

  const post = Effect.fnUntraced(function* (
    calls: VendorCalls,
    request: {
      readonly url: string
      readonly headers?: Readonly<Record<string, string>>
      readonly body: object
      /** What the answer's body says besides its status. */
      readonly refusal: (body: string) => string | undefined
    }
  ) {
    const sent = yield* Effect.result(
      calls.write({
        method: "POST",
        url: request.url,
        headers: { "content-type": "application/json; charset=utf-8", accept: "application/json", ...request.headers },
        body: JSON.stringify(request.body)
      })
    )
    if (sent._tag === "Failure") {
      const failed: Posted = {
        _tag: "Failed",
        status: null,
        message: sent.failure.message,
        final: false,
        refused: false,
        wait: Option.none()
      }
      return failed
    }
    const answer = sent.success
    const wait = retryAfter(answer, yield* DateTime.now)
    if (answer.status >= 300) {
      const posted: Posted = {
        _tag: "Failed",
        status: answer.status,
        message: `The service answered ${statusText(answer.status)}`,
        ...meaningOfStatus(answer.status),
        wait: answer.status === 429 ? Option.orElse(wait, () => Option.some(Duration.minutes(1))) : Option.none()
      }
      return posted
    }
    const code = request.refusal(answer.body)
    if (code === undefined) return { _tag: "Sent", status: answer.status } satisfies Posted
    const meaning = meaningOf(code)
    const posted: Posted = {
      _tag: "Failed",
      status: answer.status,
      message: `The service refused the message${code === "" ? "" : `: ${code}`}`,
      ...meaning,
      wait: /^rate_?limited$/.test(code) ? Option.orElse(wait, () => Option.some(Duration.minutes(1))) : Option.none()
    }
    return posted
  })

  const limited = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(VendorLimits, (limits) =>
      Effect.provideService(effect, VendorLimits, {
        ...limits,
        call: Duration.min(Duration.fromInputUnsafe(limits.call), Duration.fromInputUnsafe(callLimit))
      })
    )

  const toSlack = Effect.fn("ChatPosting.toSlack")(function* (connection: Connection, message: ChatMessage) {
    const calls = yield* client.callsFor({ vendors: ["slack"] })
    const { channel } = connection.settings
    return yield* post(calls, {
      url: `${addresses.of("slack")}/api/chat.postMessage`,
      headers: { authorization: `Bearer ${Redacted.value(slackToken(connection))}` },
      body: {
        channel: typeof channel === "string" ? channel : "",
        ...slackMessage(message, { interactive: connection.secrets.has("signing_secret") })
      },
      refusal: (body) => {
        const said = Option.getOrUndefined(readSlack(body))
        return said?.ok === true ? undefined : codeIn(said?.error)
      }
    })
  }, limited)

  /** The address was checked when it was saved, and is checked again now: it is the tenant's. */
  const toTeams = Effect.fn("ChatPosting.toTeams")(function* (url: Redacted.Redacted, message: ChatMessage) {
    const calls = yield* client.callsFor({ vendors: [] })
    return yield* post(calls, { url: Redacted.value(url), body: teamsCard(message), refusal: () => undefined })
  }, limited)

  return { toSlack, toTeams }
})
