import { Effect, Option, Result, Schema } from "effect"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import type { Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { actingToken } from "#connections/vendors/slack/web"
import { byPage, listOf, showing, type SlackWeb } from "./lists.ts"

const needed = showing("a workspace administrator's token (admin_token) with the scope admin for apps and integrations")

const Id = Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Int])))
const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Event = Schema.Struct({
  app_id: Id,
  app_type: Text,
  service_id: Id,
  service_type: Text,
  user_id: Text,
  date: Id,
  change_type: Text,
  scope: Text
})
type Event = typeof Event.Type

const readEvents = (body: string) =>
  Option.map(
    Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ logs: Schema.Array(Event) })))(body),
    ({ logs }) => logs
  )

/** What the event is about: an app, or an integration of the older kind such as an incoming webhook. */
const keyOf = ({ app_id, service_id }: Event) => {
  if (app_id !== undefined && app_id !== null) return `app:${app_id}`
  return service_id === undefined || service_id === null ? undefined : `service:${service_id}`
}

const isOn = (change: string) => change === "added" || change === "enabled"
const isOff = (change: string) => change === "removed" || change === "disabled"

/** It stands when its last switch was on; whose it is says the last `added`, or where the log no longer has one, the last `enabled`. */
const standing = (events: ReadonlyArray<Event>, user: string): Option.Option<Event> => {
  const change = (event: Event) => event.change_type ?? ""
  const last = events.findLast((event) => isOn(change(event)) || isOff(change(event)))
  const made = events.findLast((event) => change(event) === "added") ?? last
  return last !== undefined && made !== undefined && isOn(change(last)) && made.user_id === user
    ? Option.some(made)
    : Option.none()
}

const shown = (key: string, event: Event): LeftBehind => {
  const isApp = key.startsWith("app:")
  return {
    kind: isApp ? "oauth_grant" : "api_key",
    externalId: key,
    label: cleaned(isApp ? `App "${event.app_type ?? key}"` : `Integration "${event.service_type ?? key}"`),
    risk: "high",
    privileges: (event.scope ?? "").split(",").flatMap((scope) => (scope.trim() === "" ? [] : [cleaned(scope)])),
    lastUsedAt: null,
    // Everyone may rely on it: a person has to check before it is removed.
    closing: "by_hand",
    stopsTheCut: null
  }
}

/** Apps that the leaver installed, and older integrations: they work on when the member is off. */
export const integrations = Effect.fnUntraced(function* (calls: VendorReads, web: SlackWeb, user: string) {
  const team = web.connection.settings["team_id"]
  // The whole log: another member's removal of an app is not among the leaver's own entries.
  const log = yield* listOf(calls, web, {
    method: "team.integrationLogs",
    parameters: { count: "1000", ...(typeof team === "string" ? { team_id: team } : {}) },
    token: actingToken(web.connection),
    itemsIn: readEvents,
    next: byPage,
    showing: needed
  })
  const items = Result.map(log, (events) => {
    const oldestFirst = events.toReversed().toSorted((one, other) => Number(one.date ?? 0) - Number(other.date ?? 0))
    const keys = new Set(oldestFirst.flatMap((event) => keyOf(event) ?? []))
    return [...keys].flatMap((key) =>
      Option.match(
        standing(
          oldestFirst.filter((event) => keyOf(event) === key),
          user
        ),
        { onNone: () => [], onSome: (event) => [shown(key, event)] }
      )
    )
  })
  return (["oauth_grant", "api_key"] as const).map((kind): Source => ({
    kind,
    shown: Result.map(items, (all) => all.filter((one) => one.kind === kind))
  }))
})
