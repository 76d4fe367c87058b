import { Caller } from "@svc/contract/kernel/access"
import { RevocationRunId, type RevocationTrigger } from "@svc/contract/revocations/schema"
import { DateTime, Effect } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import { Randomness } from "#platform/crypto/random"
import { Wakeups } from "#platform/jobs/wakeups"
import { makeIdentifiers } from "./identifiers.ts"
import type { RevocationCase } from "./repo.ts"
import { RetriesRepo } from "./retries-repo.ts"
import { RevocationRunsRepo } from "./runs-repo.ts"
import { revocationRuns } from "./topic.ts"

/** Queues a run of a case that is held and has none, with its entry. */
export const makeQueueing = Effect.gen(function* () {
  const runs = yield* RevocationRunsRepo
  const retries = yield* RetriesRepo
  const audit = yield* Audit
  const wakeups = yield* Wakeups
  const randomness = yield* Randomness
  const identifiers = yield* makeIdentifiers

  return Effect.fnUntraced(function* (
    offboarding: RevocationCase,
    apps: ReadonlyArray<string>,
    from: {
      readonly trigger: RevocationTrigger
      readonly dueAt: DateTime.Utc | null
      /** Why it is, as the entry says it first. */
      readonly occasion: string
      /** Number of the automatic retry; absent for other runs. */
      readonly retry?: number
    }
  ) {
    const { orgId, userId } = yield* Caller
    const id = RevocationRunId.make(yield* randomness.uuid)
    const { dueAt, occasion, retry, trigger } = from
    const createdAt = yield* DateTime.now
    yield* runs.insert({
      orgId,
      id,
      offboardingId: offboarding.id,
      trigger,
      dueAt,
      retry: retry ?? null,
      actorId: userId,
      createdAt,
      identity: offboarding.identity,
      sealedIdentifiers: yield* identifiers.seal(orgId, offboarding),
      apps
    })
    // The results of a new run decide about retries again.
    if (retry === undefined) yield* retries.end({ orgId, offboardingId: offboarding.id }, apps)
    yield* audit.record({
      action: "access_revocation_started",
      ...aboutCase(offboarding),
      details: auditText`${occasion}: ${apps.join(", ")}`
    })
    yield* wakeups.signal(revocationRuns)
    return id
  })
})
