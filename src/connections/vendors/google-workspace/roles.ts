import { Effect, Option, Result, Schema } from "effect"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import { listed, type Source } from "#connections/vendors/protocol/left-behind"
import { reader } from "#connections/vendors/protocol/vendor-json"
import { GoogleUser } from "./api.ts"
import { type GoogleReach, listing } from "./reach.ts"
import { usersUrl } from "./steps.ts"

const readUsers = reader(Schema.Struct({ users: Schema.optionalKey(Schema.NullOr(Schema.Array(GoogleUser))) }))
const usersIn = (body: string) => Option.map(readUsers(body), ({ users }) => users ?? [])

/** A super administrator leaves: the last one must not be cut off before there is another. */
export const lookAtRoles = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach) {
  const { token, user } = reach.account
  if (user.isAdmin !== true) return { kind: "ownership", shown: Result.succeed([]) } satisfies Source
  const url = `${usersUrl(reach.addresses)}?customer=my_customer&query=isAdmin%3Dtrue&maxResults=500`
  const admins = yield* listed(calls, listing(url, token, usersIn, ["admin.directory.user"]))
  const source: Source = {
    kind: "ownership",
    shown: Result.map(admins, (all) => {
      // Filtered here too: a suspended administrator does not help, and a search may return everyone.
      const others = all.filter(
        ({ isAdmin, primaryEmail, suspended }) =>
          isAdmin === true && suspended !== true && primaryEmail !== user.primaryEmail
      )
      return [
        {
          kind: "ownership",
          externalId: "role:super-admin",
          label: "Role of a super administrator",
          risk: "high",
          privileges: ["super administrator"],
          lastUsedAt: null,
          closing: "by_hand",
          stopsTheCut: others.length === 0 ? "Last super administrator of Google Workspace" : null
        }
      ]
    })
  }
  return source
})
