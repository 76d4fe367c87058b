import type { MoveName } from "./walk-moves.ts"
import { sources } from "./walk-moves.ts"
import type { Picture } from "./walk-picture.ts"

type Case = Picture["cases"][number]

/** What webhooks are told of (events-1 to events-10). Other events of the outbox are between domains. */
const told = new Set([
  "offboarding.created",
  "offboarding.stage_changed",
  "offboarding.deleted",
  "asset.returned",
  "asset.overdue",
  "checklist.completed",
  "document.signed",
  "revocation.completed"
])

const isOpen = ({ status }: Case) => status !== "completed" && status !== "cancelled"
const byId = <A extends { readonly id: string }>(list: ReadonlyArray<A>) => new Map(list.map((one) => [one.id, one]))

/** What of stages-2 and stages-3 the case still lacks, by kind. */
export const missingOf = (seen: Picture, of: Case): ReadonlyArray<string> => {
  const apps = seen.apps.filter((app) => app.case === of.id)
  return [
    ...(apps.length === 0 ? (of.noApps ? [] : ["app"]) : apps.filter(({ done }) => !done).map(() => "app")),
    ...seen.assets
      .filter(({ holder, status }) => of.person !== null && holder === of.person && status === "deployed")
      .map(() => "asset"),
    ...(of.assetsConfirmed ? [] : ["asset_confirmation"]),
    ...seen.tasks.filter((task) => task.case === of.id && !task.done).map(() => "task")
  ]
}

const week = 7 * 86_400_000
const isFrozen = ({ held, released }: Case, now: number) =>
  held || (released !== null && now < Date.parse(released) + week)

/** What nothing may take from the cases that are frozen. */
export const keptOf = (seen: Picture, now: number): ReadonlyArray<string> =>
  seen.cases
    .filter((one) => isFrozen(one, now))
    .flatMap(({ id, person }) => [
      id,
      ...seen.tasks.filter((task) => task.case === id).map((task) => task.id),
      ...seen.documents.filter((document) => document.case === id).map((document) => document.id),
      ...seen.assets.filter((asset) => person !== null && asset.holder === person).map((asset) => asset.id)
    ])

export const idsOf = (seen: Picture): ReadonlySet<string> =>
  new Set([...seen.cases, ...seen.tasks, ...seen.documents, ...seen.assets].map(({ id }) => id))

interface Told {
  readonly tag: string
  readonly about: string
  readonly says: string
}

const line = ({ about, says, tag }: Told) => `${tag} ${about} ${says}`.trim()
const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** The events since the picture before, one line each, in no order. */
export const toldSince = (before: Picture, after: Picture): ReadonlyArray<string> => {
  const last = Math.max(0, ...before.events.map(({ at }) => at))
  return after.events
    .filter(({ at, event }) => at > last && told.has(text(event["_tag"])))
    .map(({ event }) =>
      line({
        tag: text(event["_tag"]),
        about: text(event["offboardingId"] ?? event["assetId"]),
        says:
          event["_tag"] === "offboarding.stage_changed"
            ? `${text(event["previousStatus"])} -> ${text(event["status"])} by ${text(event["source"])}`
            : event["_tag"] === "document.signed"
              ? text(event["documentId"])
              : event["_tag"] === "asset.overdue"
                ? text(event["returnDeadline"])
                : `by ${text(event["source"])}`
      })
    )
    .toSorted()
}

/** The source of an event of the step (payloads-3). */
const sourceOf = (tag: string, does: MoveName | string) => {
  if (does === "contract-expiry") return "contract_expiry"
  if (does === "offboarding-retention") return "retention"
  const source = Object.entries(sources).find(([name]) => name === does)?.[1] ?? "app"
  if (tag === "asset.returned") return source === "bulk" ? "bulk" : "manual"
  return source
}

/** The events that the change from one picture to the other asks for, by what is documented and nothing else. */
export const asked = (
  before: Picture,
  after: Picture,
  does: MoveName | string,
  today: string
): ReadonlyArray<string> => {
  const cases = byId(before.cases)
  const left = byId(after.cases)
  const assets = byId(before.assets)
  const documents = byId(before.documents)
  const tasks = byId(before.tasks)
  const by = (tag: string) => `by ${sourceOf(tag, does)}`
  const lines: Array<Told> = []
  for (const one of after.cases) {
    const was = cases.get(one.id)
    if (was === undefined) {
      lines.push({ tag: "offboarding.created", about: one.id, says: by("offboarding.created") })
    } else if (was.status !== one.status) {
      const tag = "offboarding.stage_changed"
      lines.push({ tag, about: one.id, says: `${was.status} -> ${one.status} ${by(tag)}` })
    }
    const of = after.tasks.filter((task) => task.case === one.id)
    const closed = of.filter((task) => task.done && tasks.get(task.id)?.done === false)
    if (was !== undefined && closed.length > 0 && of.every(({ done }) => done)) {
      const linked = !["tick", "notNeeded", "ready tick"].includes(does)
      lines.push({ tag: "checklist.completed", about: one.id, says: linked ? "by linked" : "by app" })
    }
  }
  for (const one of before.cases) {
    if (!left.has(one.id)) {
      lines.push({ tag: "offboarding.deleted", about: one.id, says: by("offboarding.deleted") })
    }
  }
  for (const one of after.assets) {
    const was = assets.get(one.id)
    if (was !== undefined && was.status !== "returned" && one.status === "returned") {
      lines.push({ tag: "asset.returned", about: one.id, says: by("asset.returned") })
    }
    if (does === "asset-overdue" && was !== undefined && was.status === "deployed" && was.deadline !== null) {
      if (was.deadline < today && was.told !== was.deadline) {
        lines.push({ tag: "asset.overdue", about: one.id, says: was.deadline })
      }
    }
  }
  for (const one of after.documents) {
    const was = documents.get(one.id)
    if (was !== undefined && was.status !== "signed" && one.status === "signed") {
      lines.push({ tag: "document.signed", about: one.case, says: one.id })
    }
  }
  return lines.map(line).toSorted()
}

type Task = Picture["tasks"][number]

/** How the record that the task follows stands; undefined when nothing is known of it. */
const recordOf = (seen: Picture, of: Case, { document, follows }: Task): "settled" | "open" | undefined => {
  const apps = seen.apps.filter((app) => app.case === of.id)
  const lent = seen.assets.filter(({ holder }) => of.person !== null && holder === of.person)
  // What came back before the case says nothing of what the person has now.
  const back = lent.some(({ updated }) => Date.parse(updated) > Date.parse(of.created))
  switch (follows) {
    case "revocation":
      if (apps.length === 0) return of.noApps ? "settled" : undefined
      return apps.every(({ done }) => done) ? "settled" : "open"
    case "assets":
      if (lent.some(({ status }) => status === "deployed")) return "open"
      return back || of.assetsConfirmed ? "settled" : undefined
    default: {
      const found = seen.documents.find(({ id }) => id === document)
      return found === undefined ? undefined : found.status === "pending" ? "open" : "settled"
    }
  }
}

/** What must be so of every picture. Tasks of cases that were completed once may lag behind what happened meanwhile. */
export const flawsOf = (seen: Picture, completedOnce: ReadonlySet<string>): ReadonlyArray<string> => {
  const open = seen.cases.filter(isOpen)
  const addresses = open.flatMap(({ email }) => (email === null ? [] : [email]))
  return [
    ...(new Set(addresses).size === addresses.length ? [] : ["somebody has two open cases"]),
    ...open
      .filter(({ id }) => !completedOnce.has(id))
      .flatMap((one) =>
        seen.tasks
          .filter((task) => task.case === one.id && task.follows !== null)
          .flatMap((task) => {
            const record = recordOf(seen, one, task)
            if (record === "settled" && !task.done && !task.keptOpen)
              return [`${task.task}: open though its record is settled`]
            return record === "open" && task.bySelf ? [`${task.task}: done by itself though its record is open`] : []
          })
      )
  ]
}

/** Cases that a step completed. */
export const completedBy = (before: Picture, after: Picture): ReadonlyArray<Case> => {
  const cases = byId(before.cases)
  return after.cases.filter((one) => one.status === "completed" && cases.get(one.id)?.status !== "completed")
}

const sourceless = (line: string) => line.replace(/ by \w+$/, "")

/**
 * What is wrong with the events of two moves at the same moment, of which the pictures show the sum: nothing is made,
 * deleted, returned or signed untold, and the stages of each case follow one another.
 */
export const flawsBeside = (
  before: Picture,
  after: Picture,
  told: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const lines = told.map(sourceless)
  const least = wanted.filter((one) => !/^(?:offboarding.stage_changed|checklist)/.test(one)).map(sourceless)
  const once = /^offboarding\.(?:created|deleted)/
  const flaws = [
    ...least.filter((one) => !lines.includes(one)).map((one) => `not told: ${one}`),
    ...lines.filter((one) => once.test(one) && !least.includes(one)).map((one) => `told of nothing: ${one}`),
    ...lines.filter((one, index) => once.test(one) && lines.indexOf(one) !== index).map((one) => `told twice: ${one}`)
  ]
  for (const was of before.cases) {
    const now = after.cases.find(({ id }) => id === was.id)
    const moves = lines.flatMap((one) => {
      const [, from, to] = new RegExp(`^offboarding.stage_changed ${was.id} (\\w+) -> (\\w+)`).exec(one) ?? []
      return from === undefined || to === undefined ? [] : [{ from, to }]
    })
    const ends = (start: string, left: typeof moves): ReadonlyArray<string> =>
      left.length === 0
        ? [start]
        : left.flatMap((move) =>
            move.from === start
              ? ends(
                  move.to,
                  left.filter((one) => one !== move)
                )
              : []
          )
    const possible = ends(was.status, moves)
    if (now === undefined ? possible.length === 0 : !possible.includes(now.status)) {
      flaws.push(
        `the stages of ${was.id} do not follow one another: ${moves.map(({ from, to }) => `${from} -> ${to}`).join(", ")}`
      )
    }
  }
  return flaws
}
