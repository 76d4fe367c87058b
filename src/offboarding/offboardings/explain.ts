import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { type MissingItem, OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Effect, Option, Result } from "effect"
import { DepartingMembers } from "#access/departing-members"
import { Db } from "#platform/database/db"
import { makeReadGates } from "./gates.ts"
import { OffboardingsRepo } from "./repo.ts"
import { decideTransition } from "./rules.ts"

/** The result of a move if it were made now. */
interface ExplainedMove {
  readonly to: OffboardingStatus
  readonly allowed: boolean
  /** Why not, in a sentence; null for one that is allowed. */
  readonly why: string | null
  readonly missing: ReadonlyArray<MissingItem>
}

export interface Explained {
  readonly status: OffboardingStatus
  readonly moves: ReadonlyArray<ExplainedMove>
}

const givenReason = Option.some("For explanation only")

/** The verb `Offboardings.explain`: judges every move as `update` would, and makes none. */
export const makeExplain = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const readGates = yield* makeReadGates
  const departing = yield* DepartingMembers

  return Effect.fn("Offboardings.explain")(function* (id: OffboardingId) {
    const { orgId, records } = yield* Caller
    const found = yield* repo.find({ org_id: orgId, id }, records)
    if (Option.isNone(found)) return yield* new OffboardingNotFound()
    const row = found.value
    const gates = yield* readGates(row, "completion")
    const handover = (yield* departing.of(row.id)).flatMap((member) => member.handover.map(({ name }) => name))
    const moves = OffboardingStatus.literals
      .filter((to) => to !== row.status)
      .map((to): ExplainedMove =>
        Result.match(decideTransition(row.status, to, gates, givenReason), {
          onSuccess: ({ _tag }) =>
            _tag === "Complete" && handover.length > 0
              ? {
                  to,
                  allowed: false,
                  why: `The person is a member of this organization and must hand over first: ${handover.join(", ")}`,
                  missing: []
                }
              : { to, allowed: true, why: null, missing: [] },
          onFailure: (refusal) => ({
            to,
            allowed: false,
            why: refusal._tag === "StageGateClosed" ? "The items in missing are still open" : refusal.error,
            missing: refusal._tag === "StageGateClosed" ? refusal.missing : []
          })
        })
      )
    const explained: Explained = { status: row.status, moves }
    return explained
  }, db.transact)
})
