import { Effect, Option } from "effect"
import { makeIdentifiers, noIdentifiers } from "./identifiers.ts"
import { type RevocationCase, RevocationsRepo } from "./repo.ts"
import type { ClaimedRun } from "./runs-repo.ts"

/** The case with the identifiers that a run was authorized for, whatever it has by now; none once the case is gone. */
export const makeSubject = Effect.gen(function* () {
  const repo = yield* RevocationsRepo
  const identifiers = yield* makeIdentifiers

  return Effect.fnUntraced(function* (run: ClaimedRun) {
    const offboarding = yield* repo.findCase({ orgId: run.org_id, offboardingId: run.offboarding_id }, { _tag: "All" })
    if (Option.isNone(offboarding) || run.sealed_identifiers === null) return offboarding
    const [asked] = yield* identifiers.open(run.org_id, [run.sealed_identifiers])
    // Erased since: there is no address to look up.
    const { email, username } = Option.getOrElse(asked ?? Option.none(), () => noIdentifiers)
    return Option.map(offboarding, (found): RevocationCase => ({
      ...found,
      employee_email: email,
      source_control_username: username
    }))
  })
})
