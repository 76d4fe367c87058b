import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect } from "effect"
import type { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { SignOutsRepo } from "./sign-outs-repo.ts"

/** Members whom somebody else signs out. */
export class SignOuts extends Context.Service<
  SignOuts,
  {
    /**
     * Ends what a member could go on with in this organisation without proving anew who they are: sessions, and sign-ins
     * whose second factor is still to come. Of somebody who belongs to no other organisation the link to a new password
     * ends, too, and a password that was found right a moment ago; an organisation does not reach into another
     *. In a transaction of the system. Answers how many sessions were live.
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
