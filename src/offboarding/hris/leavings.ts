import type { HrisOrigin } from "@svc/contract/hris/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId, OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { keptSince } from "#access/kept-leavings"
import { PersonKeys } from "#audit/record/person-keys"
import { personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { leavingChange, maxLeavingsPerSource } from "./leaving-rules.ts"
import { LeavingsRepo } from "./leavings-repo.ts"
import type { SourcePerson } from "./source.ts"

/** A source of people as leavings are kept by it. */
interface LeavingSource {
  readonly origin: HrisOrigin
  /** As it is connected. */
  readonly source: string
  readonly tellsDays: boolean
}

/** A person as a source reports them, with their directory record if there is one. */
export interface ReportedPerson {
  readonly person: SourcePerson
  readonly employeeId: EmployeeId | null
}

/** One sync of one source. */
export interface LeavingsReading {
  /** Notes what the source reports of these people. */
  keep(people: ReadonlyArray<ReportedPerson>, today: string): Effect.Effect<void, never, Caller>
}

const purpose = "hris-leaving"

const reportedOf = ({ formerDay, leaving }: SourcePerson) =>
  leaving !== null
    ? { day: leaving.lastDay, former: false }
    : formerDay === null
      ? null
      : { day: formerDay, former: true }

/** Keeps every leaving that a source reports, for the leaver test (offboarding-129). */
export const makeLeavings = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* LeavingsRepo
  const personKeys = yield* PersonKeys
  const secrets = yield* Secrets
  const randomness = yield* Randomness

  const add = Effect.fnUntraced(function* (
    orgId: OrgId,
    source: string,
    { employeeId, person }: ReportedPerson,
    leaving: {
      readonly digest: string
      readonly leftOn: string
      readonly dayTold: boolean
      readonly readBefore: DateTime.Utc | null
      readonly now: DateTime.Utc
    }
  ) {
    const personKeyId = yield* personKeys.forPerson(orgId, person.email)
    const sealed = (value: string) => personKeys.seal(orgId, [personal(personKeyId, value)])
    yield* repo.insert({
      orgId,
      source,
      id: yield* randomness.uuid,
      externalDigest: leaving.digest,
      personKeyId,
      employeeId,
      sealedName: yield* sealed(person.fullName),
      sealedEmail: person.email === null ? null : yield* sealed(person.email),
      leftOn: leaving.leftOn,
      dayTold: leaving.dayTold,
      readBefore: leaving.readBefore,
      now: leaving.now
    })
  })

  /** Begins a sync: what was read before it is what it is measured against. */
  const open = Effect.fn("Leavings.open")(function* ({ origin, source, tellsDays }: LeavingSource) {
    const { orgId } = yield* Caller
    const key = { orgId, source }
    const readBefore = Option.getOrNull(Option.map(yield* repo.lastRead(key), ({ last_read_at }) => last_read_at))
    let room = maxLeavingsPerSource - (yield* repo.count(key))

    const keepAll = Effect.fnUntraced(function* (people: ReadonlyArray<ReportedPerson>, today: string) {
      const now = yield* DateTime.now
      const digested = people.map((one) => ({
        ...one,
        digests: secrets.hmacs(purpose, `${orgId}:${source}:${one.person.externalId}`)
      }))
      const rows = yield* repo.find(
        key,
        digested.flatMap(({ digests }) => digests)
      )
      const byDigest = Map.groupBy(rows, ({ external_digest }) => external_digest)
      const seen: Array<string> = []
      const removed: Array<string> = []
      const withdrawn: Array<string> = []
      for (const { digests, ...one } of digested) {
        const own = digests
          .flatMap((digest) => byDigest.get(digest) ?? [])
          .toSorted((first, second) => (first.left_on < second.left_on ? -1 : 1))
        const reported = reportedOf(one.person)
        if (own.length === 0 && reported === null) continue
        const change = leavingChange(own, reported, today)
        removed.push(...change.removed)
        withdrawn.push(...change.withdrawn)
        if (change.seen !== null) {
          seen.push(change.seen)
          if (change.day !== null) yield* repo.setDay(orgId, change.seen, change.day)
          if (one.employeeId !== null) yield* repo.link(orgId, change.seen, one.employeeId)
          continue
        }
        // An account that never belonged to a person here is not a leaver: rooms and shared mailboxes are disabled too.
        if (!tellsDays && one.employeeId === null) continue
        const [digest] = digests
        if (change.day === null || digest === undefined || change.day.left_on < keptSince(today)) continue
        if (room <= 0) {
          yield* repo.leftOut({ ...key, origin, tellsDays, now })
          continue
        }
        room -= 1
        yield* add(orgId, source, one, {
          digest,
          leftOn: change.day.left_on,
          dayTold: change.day.day_told,
          readBefore,
          now
        })
      }
      if (seen.length > 0) yield* repo.seen(orgId, seen, now)
      if (removed.length > 0) yield* repo.remove(orgId, removed)
      if (withdrawn.length > 0) yield* repo.withdraw(orgId, withdrawn, now)
    }, db.transact)

    const reading: LeavingsReading = {
      keep: (people, today) => (people.length === 0 ? Effect.void : keepAll(people, today))
    }
    return reading
  }, db.transact)

  /** The source was read in full; in the caller's transaction. */
  const read = Effect.fnUntraced(function* (of: LeavingSource) {
    const { orgId } = yield* Caller
    yield* repo.read({ orgId, ...of, now: yield* DateTime.now })
  })

  /** Deletes what is kept no longer. */
  const expire = Effect.fn("Leavings.expire")(function* (orgId: OrgId | undefined) {
    const before = keptSince(DateTime.formatIsoDateUtc(yield* DateTime.now))
    while ((yield* repo.deleteBefore(orgId, before)) > 0);
  })

  return { open, read, expire }
})
