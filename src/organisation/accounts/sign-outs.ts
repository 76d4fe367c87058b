import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect } from "effect"
import type { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { SignOutsRepo } from "./sign-outs-repo.ts"

/** Signing members out on another's request. */
export class SignOuts extends Context.Service<
  SignOuts,
  {
    /**
     * Ends everything that lets a member continue in this organization without proving their identity again: sessions,
     * and sign-ins waiting for a verification code. For a person in no other organization, also the link to a new
     * password and a just-verified password; an organization does not reach into another one. In a system transaction.
     * Returns the number of live sessions.
     */
    signOut(member: { readonly orgId: OrgId; readonly userId: UserId }): Effect.Effect<number, never, Transaction>
  }
>()("svc/accounts/SignOuts") {
  static readonly layerNoDeps = layerOf(SignOuts, function* () {
    const repo = yield* SignOutsRepo

    const signOut = Effect.fn("SignOuts.signOut")(function* (member: {
      readonly orgId: OrgId
      readonly userId: UserId
    }) {
      yield* repo.lockUser(member.userId)
      const ended = yield* repo.endSessions({ ...member, now: yield* DateTime.now })
      yield* repo.removeChallenges(member)
      if (!(yield* repo.belongsElsewhere(member))) {
        yield* repo.removeReset(member.userId)
        yield* repo.renewCredentials(member.userId)
      }
      return ended
    })

    return SignOuts.of({ signOut })
  })
}
