import { livePath } from "@svc/contract/live/api"
import { type LiveChange, LiveChanges, type LiveEvent, type LiveResource } from "@svc/contract/live/schema"
import { Option, Schema } from "effect"
import { Atom } from "effect/reactivity"
import { useEffect } from "preact/hooks"
import { changeKeys, everyKey, ownKeys } from "./changes.ts"
import { limitedFor, requestsSent } from "./limited.ts"
import { registry } from "#state/registry.ts"
import { sessionEnded } from "./session.ts"

const of = (kind: string) => (id: string | undefined) => `${kind} ${id ?? "*"}`
const [aCase, aPerson] = [of("case"), of("person")]

/** Query keys to invalidate for each changed topic; `*` matches all ids. */
const keysOf: Readonly<Record<LiveResource, (id: string | undefined) => ReadonlyArray<string>>> = {
  account: () => ["me", "sessions", "notification preferences", "calendar feed"],
  api_keys: () => ["api keys"],
  approval_chains: () => ["approval chains"],
  assets: () => ["assets"],
  audit_log: () => ["audit log"],
  case: (id) => [aCase(id), "cases", "initiations"],
  checklist_templates: () => ["checklist templates"],
  directory: () => ["people", aPerson(undefined)],
  document_templates: () => ["document templates"],
  documents: (id) => [aCase(id), "documents"],
  exports: () => ["exports"],
  hris_reviews: () => ["reviews", "people"],
  initiations: () => ["initiations", "initiation *"],
  integrations: () => ["integrations"],
  leaver_tests: () => ["leaver tests"],
  left_behind: (id) => [aCase(id), "left behind"],
  members: () => ["members"],
  // A request that is waiting for a member shows up as a notification only.
  notifications: () => ["notifications", "initiations", "initiation *"],
  organisation: () => ["me", "organisation", "subscription", "initiation settings"],
  person: (id) => [aPerson(id), "people"],
  residual_access: (id) => [aCase(id), "residual access"],
  revocation_run: (id) => [aCase(id), of("run")(id)],
  scheduled_reports: () => ["scheduled reports"],
  siem_targets: () => ["siem targets"],
  webhooks: () => ["webhooks", "webhook *"]
}

/** Debounce, in milliseconds: several changes are one reading. */
const together = 300
/** Milliseconds after the start of a reading, by which its requests are sent. */
const costIsKnown = 1_000
/** Minimum milliseconds between readings. */
const betweenReadings = 3_000
/** Requests; costlier readings run at most every 15 seconds. */
const cheap = 5
const betweenDearReadings = 15_000
/** Pause per request of a reading, in milliseconds: 35 requests a minute per tab; the limit is 300 per person over all tabs. */
const perRequest = 1_700

/** Milliseconds until the next reading, by the cost of the last one. */
export const waitAfter = (requests: number) =>
  Math.max(requests <= cheap ? betweenReadings : betweenDearReadings, requests * perRequest)
/** Hidden tabs close the stream: a browser has six connections per host. */
const hiddenFor = 30_000
const longestWait = 60_000

/** Whether the live stream is open; polling is slower then. */
export const listening = Atom.keepAlive(Atom.make(false))

const decode = Schema.decodeUnknownOption(LiveChanges)

/** Own changes were read again already; skips their events. */
const keysToRead = ({ id, own, resource }: LiveChange): ReadonlyArray<string> => {
  const keys = keysOf[resource](id)
  return own === true ? keys.filter((key) => !ownKeys.take(key)) : keys
}

/** Follows changes by others until the returned function is called. One per page. */
const follow = (): (() => void) => {
  const keys = new Set<string>()
  let stream: EventSource | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let lastRead = -betweenReadings
  let cost = 0
  let wasOpen = false

  const untilNext = () => Math.max(lastRead + waitAfter(cost) - performance.now(), limitedFor())

  const readWhenDue = () => {
    // The last reading's cost, or a 429, may be known only now.
    const wait = untilNext()
    gathering = wait > 0 ? setTimeout(readWhenDue, wait) : undefined
    if (gathering !== undefined) return
    lastRead = performance.now()
    const read = [...keys]
    keys.clear()
    const before = requestsSent()
    changeKeys(read)
    setTimeout(() => {
      cost = requestsSent() - before
    }, costIsKnown)
  }

  const gather = (changed: ReadonlyArray<string>) => {
    for (const key of changed) keys.add(key)
    if (keys.size > 0) gathering ??= setTimeout(readWhenDue, Math.max(together, untilNext()))
  }

  const close = () => {
    clearTimeout(reopening)
    stream?.close()
    stream = undefined
    registry.set(listening, false)
  }

  const open = () => {
    close()
    if (registry.get(sessionEnded) !== null) return
    const opened = new EventSource(livePath)
    stream = opened
    const on = (event: LiveEvent, heard: (data: string) => void) =>
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => heard(data))
    on("opened", () => {
      registry.set(listening, true)
      // Events during the gap are lost: read everything again.
      if (wasOpen || failures > 0) gather([everyKey])
      wasOpen = true
      failures = 0
    })
    on("changed", (data) => gather(Option.getOrElse(decode(data), () => []).flatMap(keysToRead)))
    on("everything", () => gather([everyKey]))
    opened.addEventListener("error", () => {
      close()
      // The session may have ended; reading the own account shows it.
      gather(["me"])
      failures += 1
      reopening = setTimeout(open, Math.min(longestWait, 500 * 2 ** failures) * (0.5 + Math.random() / 2))
    })
  }

  /** Back online: reads again and reopens the stream immediately. */
  const backOnline = () => {
    gather([everyKey])
    if (stream === undefined && document.visibilityState !== "hidden") open()
  }

  const look = () => {
    clearTimeout(hiding)
    if (document.visibilityState === "hidden") hiding = setTimeout(close, hiddenFor)
    else if (stream === undefined) open()
  }

  document.addEventListener("visibilitychange", look)
  addEventListener("online", backOnline)
  const unsubscribe = registry.subscribe(sessionEnded, (ended) => (ended === null ? look() : close()))
  look()
  return () => {
    unsubscribe()
    document.removeEventListener("visibilitychange", look)
    removeEventListener("online", backOnline)
    clearTimeout(hiding)
    clearTimeout(gathering)
    close()
  }
}

/** Keeps the page current with changes by others; off without an organization. */
export const useLive = (belongs: boolean) => useEffect(() => (belongs ? follow() : undefined), [belongs])
