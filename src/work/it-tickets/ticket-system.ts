import { Data, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import type { VendorName } from "#connections/vendors/protocol/addresses"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/connector"
import { statusText } from "#connections/vendors/protocol/outcome"

/** A connected ticket system as its calls need it. */
export interface Desk {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly settings: { readonly [key: string]: Schema.Json }
  readonly secrets: ReadonlyMap<string, Redacted.Redacted>
}

/** What a ticket says; personal data only as far as IT needs it. */
export interface NewTicket {
  /** At most 32 letters and digits, by which the ticket is found again. */
  readonly mark: string
  readonly summary: string
  readonly lines: ReadonlyArray<string>
}

/** A ticket at its system: `id` never changes, `key` is what people call it. */
export interface TicketAt {
  readonly id: string
  readonly key: string
  readonly url: string | null
}

/**
 * `credential`: it was refused; `refused`: the request was, and would be again; `later`: nothing was changed, retry;
 * `unknown`: unknown outcome; `missing`: it does not exist (anymore).
 */
export class DeskFailed extends Data.TaggedError("DeskFailed")<{
  readonly kind: "credential" | "refused" | "later" | "unknown" | "missing"
  readonly message: string
}> {}

/** A callback as it came in. */
export interface Callback {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** How one ticket system is spoken to. */
export interface TicketSystem {
  readonly vendor: VendorName
  /** Reads something that needs the credential. */
  readonly prove: (calls: VendorReads, desk: Desk) => Effect.Effect<void, DeskFailed>
  readonly find: (calls: VendorReads, desk: Desk, mark: string) => Effect.Effect<Option.Option<TicketAt>, DeskFailed>
  readonly create: (calls: VendorCalls, desk: Desk, ticket: NewTicket) => Effect.Effect<TicketAt, DeskFailed>
  readonly isResolved: (calls: VendorReads, desk: Desk, ticket: TicketAt) => Effect.Effect<boolean, DeskFailed>
  readonly isSigned: (callback: Callback, secret: Redacted.Redacted, now: DateTime.Utc) => boolean
  /** Ids and keys of tickets that the callback's body may mean. */
  readonly named: (body: Schema.Json) => ReadonlyArray<string>
}

export const secretOf = (desk: Desk, name: string) => {
  const secret = desk.secrets.get(name)
  return secret === undefined ? "" : Redacted.value(secret)
}

export const settingOf = (desk: Desk, name: string) => {
  const value = desk.settings[name]
  return typeof value === "string" ? value : ""
}

/** RFC 7617. */
export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`

const kindOf = (status: number): DeskFailed["kind"] => {
  if (status === 401 || status === 403) return "credential"
  if (status === 404 || status === 410) return "missing"
  if (status === 429) return "later"
  return status >= 500 || status < 400 ? "unknown" : "refused"
}

/** The answer of a call that succeeded, read as this; whatever else it was becomes a failure without the vendor's words. */
export const answerOf =
  <S extends Schema.Constraint & { readonly DecodingServices: never }>(schema: S) =>
  (call: Effect.Effect<VendorAnswer, VendorUnanswered>): Effect.Effect<S["Type"], DeskFailed> =>
    call.pipe(
      Effect.mapError(({ message }) => new DeskFailed({ kind: "unknown", message })),
      Effect.flatMap((answer) =>
        answer.status >= 200 && answer.status < 300
          ? Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(answer.body).pipe(
              Effect.mapError(
                () =>
                  new DeskFailed({ kind: "unknown", message: "The ticket system gave an answer that cannot be read" })
              )
            )
          : Effect.fail(
              new DeskFailed({
                kind: kindOf(answer.status),
                message: `The ticket system answered ${statusText(answer.status)}`
              })
            )
      )
    )

/** An id or a key of a ticket: it is stored, shown and part of addresses, so it has to look like one. */
export const TicketName = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9 _.#-]{0,99}$/))

/** An id, which some systems write as a number. */
export const IdText = Schema.Union([TicketName, Schema.Number])

/** Statuses that some systems write as a number and some as digits. */
export const StatusText = Schema.NullOr(Schema.Union([Schema.String, Schema.Number]))

/** Texts and numbers at these paths of the body; `issue.key`. */
export const textsAt = (body: Schema.Json, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.flatMap((path) => {
    let value: Schema.Json | undefined = body
    for (const name of path.split(".")) {
      value = typeof value === "object" && value !== null && !Array.isArray(value) ? memberOf(value, name) : undefined
    }
    const text = typeof value === "string" || typeof value === "number" ? String(value) : ""
    // Anyone can call: a malformed ticket name is not looked up in the database, which could not even read some of it.
    return /^[\x20-\x7e]{1,100}$/.test(text) ? [text] : []
  })

const memberOf = (value: object, name: string): Schema.Json | undefined =>
  Option.getOrUndefined(
    Schema.decodeUnknownOption(Schema.Json)(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined)
  )

/** Base64 or hex HMAC-SHA256 of these pieces, compared in constant time. */
export const isHmac = (
  given: string | undefined,
  secret: Redacted.Redacted,
  pieces: ReadonlyArray<string | Uint8Array>,
  encoding: "base64" | "hex"
) => {
  if (given === undefined) return false
  const hmac = createHmac("sha256", Redacted.value(secret))
  for (const piece of pieces) hmac.update(piece)
  return constantTimeEquals(given, hmac.digest(encoding))
}

/** The secret itself in a header: for systems whose rules can send headers but sign nothing. */
export const carriesSecret = ({ headers }: Callback, secret: Redacted.Redacted) => {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers["authorization"] ?? "")?.[1]
  const given = headers["x-webhook-secret"] ?? bearer
  return given !== undefined && constantTimeEquals(given.trim(), Redacted.value(secret))
}

const tolerance = 5 * 60_000

/** A moment, ISO 8601 or Unix seconds, at most five minutes from now. */
export const isRecent = (moment: string | undefined, now: DateTime.Utc) => {
  if (moment === undefined) return false
  const at = /^\d{10}$/.test(moment) ? Number(moment) * 1000 : Date.parse(moment)
  return Number.isFinite(at) && Math.abs(at - DateTime.toEpochMillis(now)) <= tolerance
}
