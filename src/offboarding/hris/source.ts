import type { CalendarDate } from "@svc/contract/kernel/dates"
import type { EmailAddress } from "@svc/contract/kernel/text"
import { Data, Effect, Option } from "effect"
import type { VendorAnswer, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/connector"
import type { Candidate } from "#connections/vendors/protocol/connection"
import type { ReadThrottle } from "#connections/vendors/protocol/calls"
import type { VendorAddresses, VendorName } from "#connections/vendors/protocol/addresses"
import { cleaned, statusText } from "#connections/vendors/protocol/outcome"
import { addressOf, json, textOf } from "./reading.ts"

/** A person's leaving. */
export interface Leaving {
  /** The last working day; null when the vendor does not say. */
  readonly lastDay: CalendarDate | null
  /** End of employment, if later; null for the same day, and omitted by vendors with one day only. */
  readonly employmentEndsOn?: CalendarDate | null
  /** In the vendor's words. */
  readonly reason: string | null
}

/** A person as the vendor has them. */
export interface SourcePerson {
  readonly externalId: string
  readonly fullName: string
  readonly email: EmailAddress | null
  /** By which people are known across systems; null for none. */
  readonly number: string | null
  readonly role: string | undefined
  readonly department: string | undefined
  readonly managerEmail: EmailAddress | undefined
  /** They work there, on leave or not; false once the vendor has ended it. */
  readonly employed: boolean
  readonly leaving: Leaving | null
  /** The last day of an earlier employment, after which they were hired again. */
  readonly formerDay: CalendarDate | null
}

export interface SourcePage {
  readonly people: ReadonlyArray<SourcePerson>
  /** People who do not belong to the organization: guests. */
  readonly passedOver: number
  /** Where the next page begins; none after the last. */
  readonly next: Option.Option<string>
}

/** The vendor refused; `message` is our own sentence. */
export class SourceRefused extends Data.TaggedError("SourceRefused")<{
  readonly reason: "credential" | "other"
  readonly message: string
}> {}

/** Page after page, from none on. */
type ReadPage = (from: Option.Option<string>) => Effect.Effect<SourcePage, SourceRefused | VendorUnanswered>

/** A system of record whose people are read. */
export interface Source {
  /** As sentences name it. */
  readonly title: string
  readonly vendors: ReadonlyArray<VendorName>
  readonly throttle?: ReadThrottle
  /** It names the last day of people who left, also of those who left before it was first read. */
  readonly tellsDays: boolean
  /** Signs in where the vendor wants that; nothing is written there. */
  readonly open: (
    calls: VendorReads,
    connection: Candidate
  ) => Effect.Effect<ReadPage, SourceRefused | VendorUnanswered>
}

export type MakeSource = (addresses: VendorAddresses["Service"]) => Source

/** Maximum pages: no vendor can prolong a sync indefinitely. */
export const maxPages = 1_000

/** The JSON of a good answer, else why there is none. */
export const readJson = (title: string, answer: VendorAnswer): Effect.Effect<unknown, SourceRefused> => {
  if (answer.status === 401 || answer.status === 403) {
    return Effect.fail(
      new SourceRefused({
        reason: "credential",
        message: `${title} did not accept the credential (${statusText(answer.status)}). Check the credential and its permissions`
      })
    )
  }
  if (answer.status < 200 || answer.status >= 300) {
    return Effect.fail(
      new SourceRefused({ reason: "other", message: cleaned(`${title} answered ${statusText(answer.status)}`) })
    )
  }
  if (answer.truncated) {
    return Effect.fail(
      new SourceRefused({ reason: "other", message: `${title} answered with more than 1 MB in one page` })
    )
  }
  const body = json(answer.body)
  return body === undefined
    ? Effect.fail(new SourceRefused({ reason: "other", message: `${title} answered with something that is not JSON` }))
    : Effect.succeed(body)
}

export const unreadable = (title: string) =>
  new SourceRefused({ reason: "other", message: `${title} answered with a list of people that could not be read` })

/** What vendors say of one person, each in its own words. */
interface Said {
  readonly externalId: unknown
  readonly number: unknown
  /** The first that says something. */
  readonly names: ReadonlyArray<unknown>
  readonly email: unknown
  readonly role: unknown
  readonly department: unknown
  readonly managerEmail: unknown
  readonly employed: boolean
  readonly hiredOn: CalendarDate | null
  readonly lastDay: CalendarDate | null
  /** For vendors that report it in addition to the last working day. */
  readonly employmentEndsOn?: CalendarDate | null
  readonly reason: unknown
}

/** The later end of employment; null where a vendor that tells it tells no later one. */
const garden = ({ employmentEndsOn, lastDay }: Said): Pick<Leaving, "employmentEndsOn"> => {
  if (employmentEndsOn === undefined) return {}
  const later = employmentEndsOn !== null && lastDay !== null && employmentEndsOn > lastDay
  return { employmentEndsOn: later ? employmentEndsOn : null }
}

/** None for a person without an id or a name. */
export const personOf = (said: Said): Option.Option<SourcePerson> => {
  const externalId = textOf(said.externalId, 100)
  const email = addressOf(said.email)
  const fullName = said.names.map((name) => textOf(name)).find((name) => name !== undefined) ?? email ?? undefined
  if (externalId === undefined || fullName === undefined) return Option.none()
  // Of an earlier employment: they were hired again after it.
  const former = said.employed && said.lastDay !== null && said.hiredOn !== null && said.hiredOn > said.lastDay
  const leaves = !former && (said.lastDay !== null || !said.employed)
  return Option.some({
    externalId,
    fullName,
    email,
    number: textOf(said.number, 100) ?? null,
    role: textOf(said.role, 100),
    department: textOf(said.department, 100),
    managerEmail: addressOf(said.managerEmail) ?? undefined,
    employed: said.employed,
    leaving: leaves ? { lastDay: said.lastDay, ...garden(said), reason: textOf(said.reason) ?? null } : null,
    formerDay: former ? said.lastDay : null
  })
}
