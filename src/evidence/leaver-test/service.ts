import {
  LeaverTestDownloadRefused,
  LeaverTestInProgress,
  LeaverTestNotFound,
  LeaverTestStorageFull,
  LeaverTestStorageMissing,
  LeaverTestUnavailable
} from "@svc/contract/leaver-test/errors"
import {
  type LeaverTest,
  type LeaverTestDetails,
  type LeaverTestDownload,
  leaverTestFile,
  type LeaverTests as Listing,
  type RequestLeaverTest
} from "@svc/contract/leaver-test/schema"
import { Caller } from "@svc/contract/kernel/access"
import { LeaverTestId } from "@svc/contract/kernel/ids"
import { Context, Data, DateTime, Duration, Effect, Option } from "effect"
import { Audit, refusedUnrecorded } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { overtakenOn, retryOvertaken } from "#platform/database/overtaken"
import { Files } from "#platform/files/files"
import { Randomness } from "#platform/crypto/random"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { linkSeconds, listed, shownAt, statusAt, testsPerDay, unavailable } from "./rules.ts"
import { makeLeaverNames } from "./sealed-names.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"
import { tiersOf } from "./tiers.ts"
import { leaverTests } from "./topic.ts"

/** The organization has reached its daily limit of tests. */
class LeaverTestLimitReached extends Data.TaggedError("LeaverTestLimitReached")<{
  readonly retryAfterSeconds: number
}> {}

/** Tests of every leaver of a period, as members ask for them (`docs/leaver-test.md`). */
export class LeaverTests extends Context.Service<
  LeaverTests,
  {
    /** Queues a test of the caller's organization; a refused request does not count toward the limit. */
    request(
      asked: RequestLeaverTest
    ): Effect.Effect<
      LeaverTest,
      LeaverTestInProgress | LeaverTestStorageMissing | LeaverTestStorageFull | LeaverTestLimitReached,
      Caller
    >
    readonly list: Effect.Effect<Listing, never, Caller>
    /** With its results; names are current. */
    show(id: LeaverTestId): Effect.Effect<LeaverTestDetails, LeaverTestNotFound, Caller>
    /** Records the download, then makes the link; without the entry there is no link. */
    download(
      id: LeaverTestId
    ): Effect.Effect<LeaverTestDownload, LeaverTestNotFound | LeaverTestUnavailable | LeaverTestDownloadRefused, Caller>
  }
>()("svc/leaver-test/LeaverTests") {
  static readonly layerNoDeps = layerOf(LeaverTests, function* () {
    const db = yield* Db
    const repo = yield* LeaverTestsRepo
    const leaverNames = yield* makeLeaverNames
    const audit = yield* Audit
    const files = yield* Files
    const wakeups = yield* Wakeups
    const randomness = yield* Randomness

    const requestOnce = Effect.fnUntraced(function* (asked: RequestLeaverTest) {
      const { orgId, userId } = yield* Caller
      const now = yield* DateTime.now
      const open = yield* repo.findOpen(orgId)
      if (Option.isSome(open)) return yield* new LeaverTestInProgress({ test: shownAt(open.value, now) })
      const { count, first } = yield* repo.since(orgId, DateTime.subtract(now, { days: 1 }))
      if (count >= testsPerDay && first !== null) {
        const free = DateTime.add(first, { days: 1 }).epochMilliseconds - now.epochMilliseconds
        return yield* new LeaverTestLimitReached({ retryAfterSeconds: Math.max(1, Math.ceil(free / 1000)) })
      }
      const id = LeaverTestId.make(yield* randomness.uuid)
      const { apps, clock, from, preset, sample_size, to, words } = asked
      yield* repo.insert({
        orgId,
        id,
        parameters: { from, to, clock, preset, tiers: tiersOf(asked), apps: apps ?? null, words, sample_size },
        requestedBy: userId,
        createdAt: now
      })
      yield* audit.record({
        action: "leaver_test_requested",
        target: auditText`Leaver access test`,
        details: auditText`id: ${id}, last working days: ${from} to ${to}, clock: ${clock}, hours: ${preset}`
      })
      yield* wakeups.signal(leaverTests)
      const stored = yield* Effect.orDie(Effect.flatMap(repo.find({ orgId, id }), Effect.fromOption))
      return shownAt(stored, now)
    })

    const request = Effect.fn("LeaverTests.request")(function* (asked: RequestLeaverTest) {
      if (!files.isConfigured) return yield* new LeaverTestStorageMissing()
      yield* files.requireRoom.pipe(
        Effect.tapError((failure) => Effect.logError("no storage space for a leaver access test", failure)),
        Effect.mapError(() => new LeaverTestStorageFull())
      )
      // A retry sees the other request; if that one is finished already, there is room.
      return yield* retryOvertaken(db.transactUnless(requestOnce(asked), overtakenOn(new Set(["leaver_tests_open"]))))
    })

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const now = yield* DateTime.now
      const rows = yield* repo.newest(orgId, listed)
      return { tests: rows.map((row) => shownAt(row, now)) }
    }).pipe(db.transact, Effect.withSpan("LeaverTests.list"))

    const show = Effect.fn("LeaverTests.show")(function* (id: LeaverTestId) {
      const { orgId } = yield* Caller
      const found = yield* repo.show({ orgId, id })
      if (Option.isNone(found)) return yield* new LeaverTestNotFound()
      const { result, ...row } = found.value
      const shown = shownAt(row, yield* DateTime.now)
      if (result === null) return { ...shown, result }
      const names = yield* leaverNames(
        orgId,
        result.exceptions.map(({ leaver_id }) => leaver_id)
      )
      const exceptions = result.exceptions.map((exception) => ({
        ...exception,
        name: names.get(exception.leaver_id) ?? "[deleted]"
      }))
      return { ...shown, result: { ...result, exceptions } }
    }, db.transact)

    const recordDownload = Effect.fnUntraced(function* (id: LeaverTestId) {
      const { orgId } = yield* Caller
      const found = yield* repo.find({ orgId, id })
      if (Option.isNone(found)) return yield* new LeaverTestNotFound()
      const refusal = unavailable(statusAt(found.value, yield* DateTime.now))
      if (refusal !== undefined) return yield* new LeaverTestUnavailable(refusal)
      yield* audit.record({
        action: "leaver_test_downloaded",
        target: auditText`Leaver access test`,
        details: auditText`id: ${id}, link valid for ${linkSeconds} seconds`
      })
      return found.value
    }, db.transact)

    const download = Effect.fn("LeaverTests.download")(function* (id: LeaverTestId) {
      const stored = yield* recordDownload(id).pipe(
        refusedUnrecorded("leaver access test download", () => new LeaverTestDownloadRefused())
      )
      const url = yield* files
        .signedUrl(stored.storage_key, {
          expiresIn: Duration.seconds(linkSeconds),
          filename: leaverTestFile(stored.parameters)
        })
        .pipe(
          Effect.tapError((failure) => Effect.logError("leaver access test link failed", failure)),
          Effect.mapError(() => new LeaverTestDownloadRefused())
        )
      return { url, expires_in: linkSeconds }
    })

    return LeaverTests.of({ request, list, show, download })
  })
}
