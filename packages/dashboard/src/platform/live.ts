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

/** What is read again for what changed, by the keys of the queries; `*` stands for every id. */
const keysOf: Readonly<Record<LiveResource, (id: string | undefined) => ReadonlyArray<string>>> = {
  account: () => ["me", "sessions", "notification preferences"],
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
  // Whoever an initiation waits for is told of it by a notice alone.
  notifications: () => ["notifications", "initiations", "initiation *"],
  organisation: () => ["me", "organisation", "subscription", "initiation settings"],
  person: (id) => [aPerson(id), "people"],
  residual_access: (id) => [aCase(id), "residual access"],
  revocation_run: (id) => [aCase(id), of("run")(id)],
  scheduled_reports: () => ["scheduled reports"],
  siem_targets: () => ["siem targets"],
  webhooks: () => ["webhooks", "webhook *"]
}

/** Several changes at once are one reading. */
const together = 300
/** Milliseconds after a reading began: by then it has sent its requests. */
const costIsKnown = 1_000
/** Milliseconds, however much changes. */
const betweenReadings = 3_000
/** Requests: a reading that makes more of them is made at most every quarter of a minute. */
const cheap = 5
const betweenDearReadings = 15_000
/** Milliseconds for each request of a reading: a tab makes 35 a minute, and a person has 300 in the tabs of all sessions. */
const perRequest = 1_700

/** Milliseconds from one reading to the next, by how many requests the last one made. */
export const waitAfter = (requests: number) =>
  Math.max(requests <= cheap ? betweenReadings : betweenDearReadings, requests * perRequest)
/** A page that nobody looks at holds no connection, of which a browser has six. */
const hiddenFor = 30_000
const longestWait = 60_000

/** Whether the stream is open: what is asked for by the clock is asked less often meanwhile. */
export const listening = Atom.keepAlive(Atom.make(false))

const decode = Schema.decodeUnknownOption(LiveChanges)

/** Somebody's own change was read again when it was made, and is not a second time. */
const keysToRead = ({ id, own, resource }: LiveChange): ReadonlyArray<string> => {
  const keys = keysOf[resource](id)
  return own === true ? keys.filter((key) => !ownKeys.take(key)) : keys
}

/** Follows what others change until the answer is called. One for the whole page. */
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
    // The cost of the reading before may have become known meanwhile, or a 429 come.
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
      // What happened since the last one was told to nobody.
      if (wasOpen || failures > 0) gather([everyKey])
      wasOpen = true
      failures = 0
    })
    on("changed", (data) => gather(Option.getOrElse(decode(data), () => []).flatMap(keysToRead)))
    on("everything", () => gather([everyKey]))
    opened.addEventListener("error", () => {
      close()
      // It may be the end of the session, which whoever asks who is there is told.
      gather(["me"])
      failures += 1
      reopening = setTimeout(open, Math.min(longestWait, 500 * 2 ** failures) * (0.5 + Math.random() / 2))
    })
  }

  /** Back online: what could not be read meanwhile is read, and the stream is opened at once. */
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

/** Whatever is looked at is read again when somebody else changed it; nobody tells whoever belongs to no organisation. */
export const useLive = (belongs: boolean) => useEffect(() => (belongs ? follow() : undefined), [belongs])
