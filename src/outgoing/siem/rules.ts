import { maskedSecret } from "@svc/contract/integrations/schema"
import { SiemTargetRefused } from "@svc/contract/siem/errors"
import { SiemEventName } from "@svc/contract/siem/events"
import type { CreateSiemTarget, PayloadFormat, SiemTargetType, UpdateSiemTarget } from "@svc/contract/siem/schema"
import { Result } from "effect"

/** What a target may choose to receive, in alphabetical order (siem-5). */
export const selectableEvents: ReadonlyArray<SiemEventName> = SiemEventName.literals.toSorted()

/** What of a target its owners decide; `endpointUrl` as it is shown. */
export interface TargetSettings {
  readonly name: string
  readonly type: SiemTargetType
  readonly endpointUrl: string
  readonly tokenScheme: string
  readonly payloadFormat: PayloadFormat
  /** Empty with `allEvents`. */
  readonly events: ReadonlyArray<SiemEventName>
  readonly allEvents: boolean
  readonly active: boolean
  readonly chainFields: boolean
}

/** The wanted settings and their credentials; null where the stored one, if any, stays. */
export interface WantedTarget {
  readonly settings: TargetSettings
  readonly newToken: string | null
  /** The whole address of a type whose address is the credential. */
  readonly newSecretUrl: string | null
}

type Judged<A> = Result.Result<A, SiemTargetRefused>

const refuse = (error: string): Judged<never> => Result.fail(new SiemTargetRefused({ error }))

/** The address of a Sumo Logic source is its credential: there is no token (siem-11). */
export const urlIsCredential = (type: SiemTargetType) => type === "sumo_logic"

/** Target types other than these always take JSON (cef-1). */
const takesCef = (type: SiemTargetType) => type === "splunk_hec" || type === "generic"

const formatFor = (type: SiemTargetType, wanted: PayloadFormat): PayloadFormat => (takesCef(type) ? wanted : "json")

/** An address in the audit log and of a credential is its host alone: path and query may hold what is secret. */
export const hostOf = (url: string) => new URL(url).host

const shownUrl = (url: string) => `${new URL(url).origin}/${maskedSecret}`

const shownFor = (type: SiemTargetType, url: string) => (urlIsCredential(type) ? shownUrl(url) : url)

const names = (events: ReadonlyArray<SiemEventName> | undefined) => [...new Set(events)]

const readToken = (given: string | null | undefined): Judged<string | null> => {
  const token = given ?? ""
  if (/^[\s•]*$/.test(token)) return Result.succeed(null)
  // Kept as it was given: a signature's key with a space less would be another one, and a header drops it unseen.
  if (token !== token.trim()) return refuse("token: starts or ends with a space or a line break. Remove it")
  return /^[\x20-\x7e]+$/.test(token)
    ? Result.succeed(token)
    : refuse("token: must consist of printable ASCII characters, so that it can be sent in a header")
}

/** The address was found to be one that may be called before this is asked. */
const judgeUrl = (type: SiemTargetType, url: string): Judged<void> =>
  type === "elasticsearch" && !/\/[^/]+\/_doc$/.test(new URL(url).pathname)
    ? refuse("endpoint_url: must end in /<index>/_doc, for example https://es.example.com/audit/_doc")
    : Result.void

/** A newly entered URL; a masked one was not typed and leads nowhere. */
export const givenUrl = (given: string): Judged<string> =>
  given.includes(maskedSecret)
    ? refuse("endpoint_url: contains the bullets that replace the credential. Send the whole URL")
    : Result.succeed(given)

const tokenNeeded = "token: is required for this type of destination"

/** A new target; its address was checked. */
export const newTarget = (input: CreateSiemTarget): Judged<WantedTarget> =>
  Result.gen(function* () {
    const { endpoint_url: url, type } = input
    yield* judgeUrl(type, url)
    const bare = urlIsCredential(type)
    const token = bare ? null : yield* readToken(input.token)
    if (!bare && token === null) return yield* refuse(tokenNeeded)
    return {
      settings: {
        name: input.name,
        type,
        endpointUrl: shownFor(type, url),
        tokenScheme: input.token_scheme ?? "Splunk",
        payloadFormat: formatFor(type, input.payload_format ?? "json"),
        events: names(input.events),
        allEvents: input.allEvents === true,
        active: input.active ?? true,
        chainFields: input.chain_fields ?? false
      },
      newToken: token,
      newSecretUrl: bare ? url : null
    }
  })

/** The URL that an edit sets; null if the stored one stays. Check it before it is stored. */
export const newUrlIn = (is: TargetSettings, input: UpdateSiemTarget): Judged<string | null> => {
  const given = input.endpoint_url
  if (given === undefined) return Result.succeed(null)
  const bare = urlIsCredential(is.type)
  const sameKind = urlIsCredential(input.type ?? is.type) === bare
  const keeps = given === is.endpointUrl || (bare && given.trim() === "")
  return sameKind && keeps ? Result.succeed(null) : givenUrl(given)
}

const judgeKeptToken = (is: TargetSettings, { endpointUrl, type }: TargetSettings): Judged<void> => {
  if (urlIsCredential(is.type)) return refuse(tokenNeeded)
  if (type !== is.type) return refuse("token: send the token again, because the destination type changes")
  // A stored token must not be sent to the owner of another URL.
  return new URL(endpointUrl).origin === new URL(is.endpointUrl).origin
    ? Result.void
    : refuse("token: send the token again, because the URL has another host or port")
}

/** An edit of a target; an address that is new was checked. */
export const editedTarget = (is: TargetSettings, input: UpdateSiemTarget): Judged<WantedTarget> =>
  Result.gen(function* () {
    const type = input.type ?? is.type
    const bare = urlIsCredential(type)
    const newUrl = yield* newUrlIn(is, input)
    if (newUrl === null && bare !== urlIsCredential(is.type)) {
      return yield* refuse("endpoint_url: send the whole URL for this type")
    }
    const url = newUrl ?? is.endpointUrl
    yield* judgeUrl(type, url)
    const token = bare ? null : yield* readToken(input.token)
    const selects = input.events !== undefined || input.allEvents !== undefined
    const settings: TargetSettings = {
      name: input.name ?? is.name,
      type,
      endpointUrl: newUrl === null ? is.endpointUrl : shownFor(type, newUrl),
      tokenScheme: input.token_scheme ?? is.tokenScheme,
      payloadFormat: formatFor(type, input.payload_format ?? is.payloadFormat),
      events: selects ? names(input.events) : is.events,
      allEvents: selects ? input.allEvents === true : is.allEvents,
      active: input.active ?? is.active,
      chainFields: input.chain_fields ?? is.chainFields
    }
    if (!bare && token === null) yield* judgeKeptToken(is, settings)
    return { settings, newToken: token, newSecretUrl: bare ? newUrl : null }
  })

export const describeEvents = ({ allEvents, events }: TargetSettings) =>
  allEvents ? "all events" : `events: ${events.join(", ")}`

const sameEvents = (one: TargetSettings, other: TargetSettings) =>
  one.allEvents === other.allEvents &&
  one.events.length === other.events.length &&
  one.events.every((name) => other.events.includes(name))

const describeMove = (from: string, to: string) =>
  hostOf(from) === hostOf(to) ? "another address on the same host" : `moved from ${hostOf(from)} to ${hostOf(to)}`

/**
 * For the audit log: what the edit changes, of an address the hosts alone, of a credential that it is new; empty for
 * nothing.
 */
export const describeChanges = (is: TargetSettings, { newSecretUrl, newToken, settings }: WantedTarget): string =>
  [
    ...(settings.name === is.name ? [] : [`renamed from ${is.name}`]),
    ...(settings.type === is.type ? [] : [`type ${is.type} to ${settings.type}`]),
    ...(settings.endpointUrl === is.endpointUrl && newSecretUrl === null
      ? []
      : [describeMove(is.endpointUrl, settings.endpointUrl)]),
    ...(newToken === null ? [] : ["another token"]),
    ...(settings.tokenScheme === is.tokenScheme ? [] : [`token scheme ${settings.tokenScheme}`]),
    ...(settings.payloadFormat === is.payloadFormat ? [] : [`payload format ${settings.payloadFormat}`]),
    ...(sameEvents(is, settings) ? [] : [describeEvents(settings)]),
    ...(settings.chainFields === is.chainFields ? [] : [`chain fields ${settings.chainFields ? "on" : "off"}`]),
    ...(settings.active === is.active ? [] : [settings.active ? "activated" : "paused"])
  ].join("; ")
