import { Effect, Option, Result } from "effect"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { hidden, hiddenBy } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { bearer, readingToken, saidIn, withPlainStatus } from "#connections/vendors/slack/web"
import { showing, type SlackWeb } from "./lists.ts"

const needed = showing("the scope users:read for workspace owners")

const isOwned = (user: string, team: string): LeftBehind => ({
  kind: "ownership",
  externalId: `owner:${user}`,
  label: cleaned(`Primary owner of the Slack workspace ${team}`),
  risk: "high",
  privileges: ["primary owner"],
  lastUsedAt: null,
  closing: "by_hand",
  stopsTheCut: cleaned(
    `Primary owner of the Slack workspace ${team}, whom Slack does not allow to be deactivated: transfer the ownership first`
  )
})

/** Whether the workspace is the leaver's. */
export const primaryOwner = Effect.fnUntraced(function* (
  calls: VendorReads,
  { connection, url }: SlackWeb,
  user: string
) {
  const answer = yield* calls.read({
    url: `${url}/users.info?user=${encodeURIComponent(user)}`,
    headers: bearer(readingToken(connection))
  })
  const said = saidIn(answer)
  const { team } = connection.settings
  const shown =
    said.status >= 300
      ? Result.fail(hiddenBy(needed, withPlainStatus(answer)))
      : Option.match(said.user, {
          onNone: () => hidden("Slack's answer could not be read"),
          onSome: ({ is_primary_owner }) =>
            Result.succeed(is_primary_owner === true ? [isOwned(user, typeof team === "string" ? team : "")] : [])
        })
  return [{ kind: "ownership" as const, shown }]
})
