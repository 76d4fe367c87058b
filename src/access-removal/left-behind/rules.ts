import type { Blocker } from "@svc/contract/left-behind/errors"
import { TakeoverNeeded } from "@svc/contract/left-behind/errors"
import type {
  CaseLeftBehind,
  LeftBehindClosing,
  LeftBehindDisposition,
  LeftBehindId,
  LeftBehindKind,
  LookPhase
} from "@svc/contract/left-behind/schema"
import type { EvidenceLevel } from "@svc/contract/leaver-test/figures"
import type { UserId } from "@svc/contract/kernel/ids"
import type { Permission } from "@svc/contract/kernel/permissions"
import { DateTime, Option } from "effect"
import { oneLine } from "@svc/contract/kernel/one-line"
import type { RevocationResult } from "@svc/contract/revocations/schema"
import type { ItemRow } from "./items-repo.ts"
import type { FoundItem, Sight, ToldSight } from "./sight.ts"

/** What is known about an item when a scan returns. */
export interface KnownItem {
  readonly id: LeftBehindId
  readonly kind: LeftBehindKind
  readonly external_id: string
  readonly disposition: LeftBehindDisposition
  readonly evidence: EvidenceLevel
  readonly settled_at: DateTime.Utc | null
  readonly last_seen_at: DateTime.Utc
  readonly owner_accepted_at: DateTime.Utc | null
  /** The run or worker whose call is in flight, or was interrupted. */
  readonly trying_by: string | null
  readonly trying_until: DateTime.Utc | null
}

/** A scan of one app: its start, and its initiator. */
export interface Look {
  readonly began: DateTime.Utc
  /** The run that looks: what it had begun itself was cut off, for it is one worker's at a time. */
  readonly holder: string | null
}

const longestId = 1000

/** As it is stored: one line each, well-formed, within the columns. */
export const storable = (item: FoundItem): FoundItem => ({
  ...item,
  externalId: item.externalId.replaceAll("\0", "").slice(0, longestId).toWellFormed(),
  label: oneLine(item.label, 300) || "unnamed",
  privileges: item.privileges.slice(0, 100).map((privilege) => oneLine(privilege, 200)),
  stopsTheCut: item.stopsTheCut === null ? null : oneLine(item.stopsTheCut, 300)
})

/** One sight of each kind that the app can show; a kind without a result is not visible. */
export const everyKind = (kinds: ReadonlyArray<LeftBehindKind>, told: ReadonlyArray<ToldSight>): ReadonlyArray<Sight> =>
  kinds.map((kind) => {
    const of = told.filter((one) => one.kind === kind)
    const seen = of.filter((one) => one._tag === "Seen")
    const whys = of.flatMap((one) => (one._tag === "NotVisible" ? [oneLine(one.why, 300) || unsaid] : []))
    if (seen.length === 0) return { _tag: "NotVisible", kind, why: whys[0] ?? "The app reported nothing about it" }
    const items = seen.flatMap((one) => one.items.filter((item) => item.kind === kind).map(storable))
    return { _tag: "Seen", kind, items: distinct(items), hidden: whys[0] ?? null }
  })

const unsaid = "The app gave no reason"

const distinct = (items: ReadonlyArray<FoundItem>) => [
  ...new Map(items.map((item) => [item.externalId, item])).values()
]

/** The call that the mark stands for is over: its holder looks itself, or its time has passed. */
const isCutOff = (item: KnownItem, { began, holder }: Look) =>
  item.trying_until !== null && (item.trying_by === holder || DateTime.isLessThanOrEqualTo(item.trying_until, began))

/** Changes by a scan. */
interface LookOutcome {
  readonly found: ReadonlyArray<FoundItem>
  readonly seen: ReadonlyArray<{ readonly id: LeftBehindId; readonly item: FoundItem }>
  /** Were ended, and are shown again. */
  readonly back: ReadonlyArray<LeftBehindId>
  /** Pending ones that are no longer shown: gone, or transferred. */
  readonly gone: ReadonlyArray<{ readonly id: LeftBehindId; readonly disposition: "revoked" | "transferred" }>
  /** Reported as ended, and no longer shown. */
  readonly confirmed: ReadonlyArray<LeftBehindId>
  /** Their call was interrupted, and their state is known now: they can be retried. */
  readonly free: ReadonlyArray<LeftBehindId>
}

/** Concludes nothing from a kind that is not visible, nor about items seen or resolved after the scan started. */
export const afterLook = (known: ReadonlyArray<KnownItem>, sights: ReadonlyArray<Sight>, look: Look): LookOutcome => {
  const shown = new Map<LeftBehindKind, ReadonlyMap<string, FoundItem>>()
  for (const sight of sights) {
    if (sight._tag === "Seen") shown.set(sight.kind, new Map(sight.items.map((item) => [item.externalId, item])))
  }
  // What is absent from a kind of which a part is hidden may be in that part.
  const partly = new Set(sights.flatMap((one) => (one._tag === "Seen" && one.hidden !== null ? [one.kind] : [])))
  const visible = known.flatMap((one) => {
    const item = shown.get(one.kind)?.get(one.external_id)
    return shown.has(one.kind) && (item !== undefined || !partly.has(one.kind)) ? [{ one, item }] : []
  })
  const before = (moment: DateTime.Utc | null) => moment === null || DateTime.isLessThan(moment, look.began)
  const names = new Set(known.map(({ external_id, kind }) => `${kind} ${external_id}`))
  const isUnderWay = ({ one }: { readonly one: KnownItem }) => one.trying_by !== null && !isCutOff(one, look)
  const absent = visible.filter(({ item, one }) => item === undefined && before(one.last_seen_at))
  return {
    found: [...shown.values()]
      .flatMap((items) => [...items.values()])
      .filter((item) => !names.has(`${item.kind} ${item.externalId}`)),
    seen: visible.flatMap(({ item, one }) => (item === undefined ? [] : [{ id: one.id, item }])),
    back: visible
      .filter(
        ({ item, one }) =>
          item !== undefined &&
          (one.disposition === "revoked" || one.disposition === "transferred") &&
          before(one.settled_at)
      )
      .map(({ one }) => one.id),
    // A call in flight reports its own item.
    gone: absent
      .filter((entry) => entry.one.disposition === "pending" && !isUnderWay(entry))
      .map(({ one }) => ({ id: one.id, disposition: one.owner_accepted_at === null ? "revoked" : "transferred" })),
    confirmed: absent
      .filter(
        ({ one }) =>
          (one.disposition === "revoked" || one.disposition === "transferred") &&
          one.evidence !== "read_back" &&
          before(one.settled_at)
      )
      .map(({ one }) => one.id),
    free: visible.filter(({ one }) => one.trying_by !== null && isCutOff(one, look)).map(({ one }) => one.id)
  }
}

/** What decides whether an item is ended or handed over now. */
interface Closable {
  readonly disposition: LeftBehindDisposition
  readonly closing: LeftBehindClosing
  readonly owner_accepted_at: DateTime.Utc | null
  readonly trying_by: string | null
  readonly next_attempt_at: DateTime.Utc | null
}

/** An item that is ended or handed over with its app. */
export type ClosableItem = Pick<
  ItemRow,
  "id" | "service_name" | "kind" | "external_id" | "label" | "new_owner_email" | "new_owner_name"
> & { readonly closing: "revoke" | "transfer" }

const closes = (item: Pick<Closable, "disposition" | "closing" | "owner_accepted_at">) =>
  item.disposition === "pending" &&
  (item.closing === "revoke" || (item.closing === "transfer" && item.owner_accepted_at !== null))

/** Of an app whose access goes, or is gone: what the service ends itself, and what a new owner has accepted. */
export const isDue = (item: Closable, now: DateTime.Utc): boolean =>
  closes(item) &&
  item.trying_by === null &&
  (item.next_attempt_at === null || DateTime.isLessThanOrEqualTo(item.next_attempt_at, now))

/** The same at whatever moment a run begins: what a preview announces, in the order of the run. */
export const closable = (items: ReadonlyArray<ItemRow>): ReadonlyArray<ClosableItem> =>
  (["transfer", "revoke"] as const).flatMap((closing) =>
    items.filter((item) => item.closing === closing && closes(item)).map((item) => ({ ...item, closing }))
  )

/** When an item with this many failures is retried automatically: ten minutes, doubled up to a day. */
export const nextTry = (attempts: number, now: DateTime.Utc): DateTime.Utc =>
  DateTime.add(now, { minutes: Math.min(10 * 2 ** Math.max(0, attempts - 1), 1440) })

/** The disposition after an item's call: none if it is unchanged, and if a read still shows it (work-149). */
export const endedBy = (
  closing: "revoke" | "transfer",
  { contradicted, outcome, verified }: Pick<RevocationResult, "outcome" | "verified"> & { readonly contradicted?: true }
): { readonly disposition: "revoked" | "transferred"; readonly evidence: EvidenceLevel } | undefined =>
  outcome === "revoked" && contradicted !== true
    ? {
        disposition: closing === "transfer" ? "transferred" : "revoked",
        evidence: verified ? "read_back" : "vendor_answer"
      }
    : undefined

/** What of an item stops a cut. */
interface Stopping {
  readonly id: LeftBehindId
  readonly service_name: string
  readonly disposition: LeftBehindDisposition
  readonly closing: LeftBehindClosing
  readonly stops_the_cut: string | null
  readonly owner_accepted_at: DateTime.Utc | null
  readonly go_at: DateTime.Utc | null
}

/**
 * What still blocks these apps' revocation. A new owner takes over by accepting; what the app itself transfers must be
 * transferred once the run has tried (`tried`).
 */
export const stopping = (items: ReadonlyArray<Stopping>, tried: boolean): ReadonlyArray<Blocker> =>
  items.flatMap(({ closing, disposition, go_at, id, owner_accepted_at, service_name, stops_the_cut }) => {
    if (stops_the_cut === null || disposition !== "pending" || go_at !== null) return []
    const taken = owner_accepted_at !== null && (closing !== "transfer" || !tried)
    return taken ? [] : [{ id, service: service_name, why: stops_the_cut }]
  })

const latest = (moments: ReadonlyArray<DateTime.Utc>) =>
  moments.reduce<DateTime.Utc | undefined>(
    (last, moment) => (last === undefined || DateTime.isGreaterThan(moment, last) ? moment : last),
    undefined
  )

/** Apps whose block has ended, each since its last item was taken over, overridden, or resolved. */
export const freedApps = (
  items: ReadonlyArray<Stopping & { readonly settled_at: DateTime.Utc | null }>
): ReadonlyArray<{ readonly service: string; readonly at: DateTime.Utc }> =>
  [
    ...Map.groupBy(
      items.filter(({ stops_the_cut }) => stops_the_cut !== null),
      ({ service_name }) => service_name
    )
  ].flatMap(([service, stops]) => {
    if (stopping(stops, false).length > 0) return []
    const at = latest(
      stops.flatMap((one) => [one.owner_accepted_at, one.go_at, one.settled_at].flatMap((moment) => moment ?? []))
    )
    return at === undefined ? [] : [{ service, at }]
  })

const listed = (blockers: ReadonlyArray<Blocker>) => blockers.map(({ why }) => why).join("; ")

/** The refusal of a run that would orphan something without a new owner. */
export const takeoverNeeded = (blockers: ReadonlyArray<Blocker>): TakeoverNeeded =>
  new TakeoverNeeded({
    error:
      `Access cannot be revoked yet: ${blockers.map(({ service, why }) => `${why} (${service})`).join("; ")}. ` +
      "Assign a new owner and have them accept, ask a Super Admin to override the block, or revoke only the " +
      "other apps",
    blockers
  })

/** How a run begins what it says of an app that it holds back. */
export const heldBackWords = "Held back: "

/** What a run says of an app that it holds back. */
export const heldBack = (blockers: ReadonlyArray<Blocker>): string =>
  `${heldBackWords}${listed(blockers)}. Assign a new owner and have them accept, or ask a Super Admin to override the block. The app is then revoked automatically`

const names: Readonly<Record<LeftBehindKind, string>> = {
  oauth_grant: "app grants",
  personal_token: "personal tokens",
  api_key: "API keys",
  ssh_key: "SSH keys",
  deploy_key: "deploy keys",
  service_principal: "service principals",
  agent: "agents",
  app_password: "app passwords",
  forwarding: "forwardings",
  delegate: "delegates",
  ownership: "ownerships",
  schedule: "schedules"
}

/**
 * The gate's and the task's text for pending items of one kind at one app. It names no one, because tasks are logged
 * unencrypted.
 */
export const pendingText = (service: string, kind: LeftBehindKind): string =>
  `Resolve orphaned items at ${service}: ${names[kind]}`

/** `SSH keys: 2, deploy keys: 1`: how many of each kind. */
export const countedByKind = (kinds: ReadonlyArray<LeftBehindKind>): string => {
  const counts = new Map<LeftBehindKind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${names[kind]}: ${count}`).join(", ")
}

const ownersKinds: ReadonlySet<LeftBehindKind> = new Set(["ownership", "agent", "schedule", "forwarding", "delegate"])

/** To whom the task of a kind falls, as lists of tasks name it. */
export const assigneeOf = (kind: LeftBehindKind): string => (ownersKinds.has(kind) ? "Manager" : "IT Admin")

/** A task's day, `YYYY-MM-DD`: the last working day, but at least two days from now. */
export const taskDue = (exitDate: string, now: DateTime.Utc): string => {
  const soonest = DateTime.formatIsoDateUtc(DateTime.add(now, { days: 2 }))
  return exitDate > soonest ? exitDate : soonest
}

/** What only a person can do, or what did not happen automatically after revocation. */
export const needsPerson = (
  item: Pick<Stopping, "closing" | "stops_the_cut"> & { readonly attempts: number },
  cut: boolean
): boolean =>
  item.closing === "by_hand" ||
  item.stops_the_cut !== null ||
  (cut && (item.closing === "transfer" || item.attempts > 0))

const lower = (address: string) => address.toLowerCase()

/** The default new owner of a kind: the organization's choice, else the manager; never the leaver. */
export const successorFor = (
  item: Pick<FoundItem, "kind" | "closing" | "stopsTheCut">,
  chosen: ReadonlyMap<LeftBehindKind, string>,
  leaver: { readonly manager_email: string | null; readonly addresses: ReadonlyArray<string> }
): string | null => {
  if (item.closing !== "transfer" && item.stopsTheCut === null) return null
  const email = chosen.get(item.kind) ?? leaver.manager_email
  return email === null || leaver.addresses.map(lower).includes(lower(email)) ? null : email
}

/** Background scans: nightly after revocation, for 90 days after the completion, then weekly. */
export const dueAt = (now: DateTime.Utc) => ({
  oldest: DateTime.subtract(now, { days: 365 }),
  recent: DateTime.subtract(now, { days: 90 }),
  nightly: DateTime.subtract(now, { hours: 18 }),
  weekly: DateTime.subtract(now, { days: 6, hours: 18 })
})

/** For a scan outside a run: whether the app's access was revoked by then. */
export const phaseOf = (cut: boolean): LookPhase => (cut ? "after" : "begin")

/** The new owner, if they are a member; otherwise a member who may revoke access. */
export const mayAccept = (asked: {
  readonly owner: UserId | null
  readonly caller: UserId | null
  readonly permissions: ReadonlyArray<Permission>
}): boolean => (asked.owner === null ? asked.permissions.includes("access_revoke") : asked.owner === asked.caller)

/** The state of each kind at an app: by its latest scan, and what any scan found. */
export const kindsAt = (
  app: { readonly service_name: string; readonly protocol: string | null },
  kinds: Option.Option<ReadonlyArray<LeftBehindKind>>,
  sights: ReadonlyArray<{
    readonly service_name: string
    readonly kind: LeftBehindKind
    readonly phase: LookPhase
    readonly looked_at: DateTime.Utc
    readonly why: string | null
  }>,
  items: ReadonlyArray<Pick<Stopping, "service_name" | "disposition"> & { readonly kind: LeftBehindKind }>
): CaseLeftBehind["apps"][number] => {
  const here = items.filter(({ service_name }) => service_name === app.service_name)
  const latest = new Map<LeftBehindKind, (typeof sights)[number]>()
  for (const sight of sights.filter(({ service_name }) => service_name === app.service_name)) {
    const before = latest.get(sight.kind)
    if (before === undefined || DateTime.isLessThan(before.looked_at, sight.looked_at)) latest.set(sight.kind, sight)
  }
  const shown = new Set([
    ...Option.getOrElse(kinds, (): ReadonlyArray<LeftBehindKind> => []),
    ...latest.keys(),
    ...here.map(({ kind }) => kind)
  ])
  return {
    service: app.service_name,
    kinds: [...shown].map((kind) => {
      const sight = latest.get(kind)
      const ofKind = here.filter((item) => item.kind === kind)
      return {
        kind,
        sight: sight === undefined ? "not_looked" : sight.why === null ? "seen" : "not_visible",
        why: sight === undefined ? "Not scanned yet. Start a scan" : sight.why,
        looked_at: sight?.looked_at ?? null,
        phase: sight?.phase ?? null,
        pending: ofKind.filter(({ disposition }) => disposition === "pending").length,
        total: ofKind.length
      }
    }),
    note:
      app.protocol === null
        ? "No longer connected, so orphaned items there are not visible"
        : Option.isNone(kinds)
          ? "This release cannot scan this app. Check it manually"
          : null
  }
}
