import { Effect, Option, Result, Schema } from "effect"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { type Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { actingToken, readingToken } from "#connections/vendors/slack/web"
import { byCursor, listOf, showing, type SlackWeb } from "./lists.ts"

const publicOnes = showing("the scope channels:read for public channels")
const privateOnes = showing("the scope admin.conversations:read (Enterprise) for private channels")

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))
const Channel = Schema.Struct({
  id: Schema.String,
  name: Text,
  creator: Text,
  creator_id: Text,
  is_archived: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})
type Channel = typeof Channel.Type

const readChannels = (body: string) =>
  Option.map(
    Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ channels: Schema.Array(Channel) })))(body),
    ({ channels }) => channels
  )
const readConversations = (body: string) =>
  Option.map(
    Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ conversations: Schema.Array(Channel) })))(body),
    ({ conversations }) => conversations
  )

const shown = ({ id, name }: Channel, isPrivate: boolean): LeftBehind => ({
  kind: "ownership",
  externalId: `channel:${id}`,
  label: cleaned(`${isPrivate ? "Private channel" : "Channel"} "${name ?? id}"`),
  // It continues with its members; its creator no longer manages it.
  risk: "low",
  privileges: ["creator"],
  lastUsedAt: null,
  closing: "by_hand",
  stopsTheCut: null
})

/** Unarchived channels that the leaver created. */
export const channels = Effect.fnUntraced(function* (calls: VendorReads, web: SlackWeb, user: string) {
  const isOwn = ({ creator, creator_id, is_archived }: Channel) =>
    (creator ?? creator_id) === user && is_archived !== true
  const open = yield* listOf(calls, web, {
    method: "conversations.list",
    parameters: { types: "public_channel", exclude_archived: "true", limit: "500" },
    token: readingToken(web.connection),
    itemsIn: readChannels,
    next: byCursor,
    showing: publicOnes
  })
  // To a bot only those private channels show that it is a member of.
  const closed = yield* listOf(calls, web, {
    method: "admin.conversations.search",
    parameters: { search_channel_types: "private", limit: "20" },
    token: actingToken(web.connection),
    itemsIn: readConversations,
    next: byCursor,
    showing: privateOnes
  })
  const sources: ReadonlyArray<Source> = [
    { kind: "ownership", shown: Result.map(open, (all) => all.filter(isOwn).map((one) => shown(one, false))) },
    { kind: "ownership", shown: Result.map(closed, (all) => all.filter(isOwn).map((one) => shown(one, true))) }
  ]
  return sources
})
