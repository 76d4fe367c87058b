import { Arbitrary, Schema } from "effect"
import type { Offices } from "./walk-offices.ts"
import type { Picture } from "./walk-picture.ts"

/** Who makes a move; `reader` may only look, `research` may do all there is in one department. */
const callers = ["superadmin", "admin", "hr", "manager", "reader", "research"] as const
type CallerName = (typeof callers)[number]

/** What a move asks of the service; `case` is the case that the route names. */
export interface Asked {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE"
  readonly path: string
  readonly body?: unknown
  readonly case?: string
}

type Office = Offices[number]

/** What a move may refer to: the picture before it, and choices that shrink to 0. */
interface Scene {
  readonly office: Office
  readonly seen: Picture
  readonly day: (later: number) => string
  readonly fresh: string
  readonly pick: number
  readonly way: number
}

const at = <A>(list: ReadonlyArray<A>, index: number): A | undefined => list[index % Math.max(1, list.length)]
const nowhere = "00000000-0000-4000-8000-000000000000"

const caseOf = ({ pick, seen }: Scene) => at(seen.cases, pick)?.id ?? nowhere
const ofCase = (scene: Scene, method: Asked["method"], rest: string, body?: unknown): Asked => {
  const id = caseOf(scene)
  return { method, path: `/api/employees/${id}${rest}`, case: id, ...(body === undefined ? {} : { body }) }
}
const taskOf = ({ pick, seen, way }: Scene) => {
  const of = at(seen.cases, pick)
  const tasks = seen.tasks.filter((task) => task.case === of?.id)
  const open = tasks.filter(({ done }) => !done)
  return at(way % 2 === 0 && open.length > 0 ? open : tasks, way)
}
const ofTask = (scene: Scene, method: Asked["method"], body: unknown): Asked => {
  const task = taskOf(scene)
  return {
    method,
    path: `/api/employees/checklist/${task?.id ?? nowhere}`,
    body,
    ...(task === undefined ? {} : { case: task.case })
  }
}
const assetOf = ({ pick, seen }: Scene) => at(seen.assets, pick)
const documentOf = ({ pick, seen }: Scene) => at(seen.documents, pick)
const initiationOf = ({ pick, seen }: Scene) => at(seen.initiations, pick) ?? nowhere
const personOf = ({ office, way }: Scene) => at(office.people, way)

const form = ({ day, fresh, office, way }: Scene) => {
  const person = at(office.people, way)
  return {
    employee_name: "Ada Lovelace",
    employee_email: way === 5 ? `${fresh}@acme.test` : person?.email,
    employee_department: way % 2 === 0 ? "Research" : "Sales",
    manager_email: office.callers.manager.email,
    exit_date: day(30),
    apps_to_revoke: way % 3 === 0 ? [] : ["github"],
    ...(way === 0 ? { no_apps: true } : {}),
    ...(way === 4 ? { jurisdiction: "DE" } : {})
  }
}

const stages = ["pending", "notice_period", "it_revocation", "asset_recovery", "completed", "cancelled"] as const
const reason = "the model says so"

const returnAll = ({ pick, seen }: Scene): Asked => ({
  method: "PATCH",
  path: "/api/assets/bulk-return",
  body: { ids: seen.assets.slice(0, pick + 1).map(({ id }) => id) }
})

const assetBody = (scene: Scene, deadline: number) => ({
  itemName: "ThinkPad",
  serialNumber: `SN-${scene.fresh}`,
  category: "laptop",
  ...(scene.way === 5 ? {} : { orgEmployeeId: personOf(scene)?.id }),
  returnDeadline: scene.day(deadline)
})

/** What each move asks for. */
const moves = {
  create: (scene) => ({ method: "POST", path: "/api/employees", body: form(scene) }),
  bulkCreate: (scene) => ({
    method: "POST",
    path: "/api/employees/bulk",
    body: { employees: [form(scene), form({ ...scene, way: scene.way + 1 })] }
  }),
  clone: (scene) => ofCase(scene, "POST", "/clone", form(scene)),
  edit: (scene) =>
    ofCase(
      scene,
      "PATCH",
      "",
      at(
        [
          { employee_role: "Lead" },
          { apps_to_revoke: ["github"] },
          { apps_to_revoke: [] },
          { exit_date: scene.day(60) },
          { employee_email: personOf(scene)?.email },
          { manager_email: "" }
        ],
        scene.way
      )
    ),
  status: (scene) => ofCase(scene, "PATCH", "/status", { status: at(stages, scene.way), reason }),
  complete: (scene) => ofCase(scene, "PATCH", "/status", { status: "completed", override: scene.way > 3 }),
  bulkStatus: (scene) => ({
    method: "POST",
    path: "/api/employees/bulk-status",
    body: {
      ids: [...scene.seen.cases.slice(0, scene.pick + 1).map(({ id }) => id), nowhere],
      status: at(stages, scene.way),
      reason,
      override: true
    }
  }),
  confirmNoApps: (scene) => ofCase(scene, "POST", "/confirm-no-apps"),
  confirmAssetReturn: (scene) => ofCase(scene, "POST", "/confirm-asset-return"),
  confirmRemoved: (scene) => ofCase(scene, "POST", "/apps/github/confirm-removed", {}),
  revoke: (scene) => {
    const id = caseOf(scene)
    return { method: "POST", path: "/api/revoke-access", case: id, body: { offboardingId: id } }
  },
  importCases: (scene) => ({
    method: "POST",
    path: "/api/employees/import",
    body: {
      csv: `employee_name,employee_email,exit_date\nAda,${personOf(scene)?.email ?? ""},${scene.day(9)}\nBo,,${scene.day(9)}`
    }
  }),
  tick: (scene) => ofTask(scene, "PATCH", { completed: true }),
  untick: (scene) => ofTask(scene, "PATCH", { completed: false }),
  notNeeded: (scene) => ofTask(scene, "PATCH", { notNeeded: scene.way < 5, reason }),
  sla: (scene) => ofTask(scene, "PATCH", { sla_hours: scene.way + 1 }),
  addTask: (scene) => ofCase(scene, "POST", "/checklist", { task: `Task ${scene.fresh}` }),
  deleteTask: (scene) => ofTask(scene, "DELETE", { reason }),
  applyTemplate: (scene) => ({
    method: "POST",
    path: `/api/checklist-templates/${scene.office.template}/apply/${caseOf(scene)}`,
    case: caseOf(scene)
  }),
  addAsset: (scene) => ({ method: "POST", path: "/api/assets", body: assetBody(scene, scene.way) }),
  importAssets: (scene) => ({
    method: "POST",
    path: "/api/assets/bulk",
    body: { assets: [assetBody(scene, 3), assetBody(scene, 3)] }
  }),
  editAsset: (scene) => {
    const asset = assetOf(scene)
    return {
      method: "PATCH",
      path: `/api/assets/${asset?.id ?? nowhere}`,
      body: {
        itemName: "ThinkPad",
        serialNumber: asset?.serial ?? "SN",
        orgEmployeeId: personOf(scene)?.id ?? null,
        status: at([asset?.status, "lost", "returned", "deployed", "lost", asset?.status], scene.way)
      }
    }
  },
  giveBack: (scene) => ({
    method: "PATCH",
    path: `/api/assets/${assetOf(scene)?.id ?? nowhere}/return`,
    body: { found: scene.way % 2 === 1 }
  }),
  giveBackMany: returnAll,
  deleteAsset: (scene) => ({ method: "DELETE", path: `/api/assets/${assetOf(scene)?.id ?? nowhere}` }),
  addDocument: (scene) => ofCase(scene, "POST", "/compliance", { name: `Paper ${scene.fresh}` }),
  signDocument: (scene) => ({
    method: "PATCH",
    path: `/api/employees/compliance/${documentOf(scene)?.id ?? nowhere}/status`,
    body: {
      status: at(["signed", "completed", "pending"], scene.way),
      ...(scene.way === 5 ? {} : { signed_by: "Ada", signature_reference: "REF-1" })
    }
  }),
  deleteDocument: (scene) => ({
    method: "DELETE",
    path: `/api/employees/compliance/${documentOf(scene)?.id ?? nowhere}`,
    body: { reason }
  }),
  hold: (scene) => ofCase(scene, "PUT", "/legal-hold", { held: scene.way < 3, reason }),
  submit: (scene) => ({
    method: "POST",
    path: "/api/offboarding-initiations",
    body: {
      employee_name: "Ada Lovelace",
      employee_email: personOf(scene)?.email ?? `${scene.fresh}@acme.test`,
      employee_department: "Research",
      exit_date: scene.day(20),
      ...(scene.way % 2 === 0 ? { no_apps: true } : { apps_to_revoke: ["github"] }),
      ...(scene.pick % 2 === 0 ? {} : { chain_id: scene.office.chain })
    }
  }),
  approve: (scene) => ({
    method: "POST",
    path: `/api/offboarding-initiations/${initiationOf(scene)}/approve`,
    body: {}
  }),
  reject: (scene) => ({
    method: "POST",
    path: `/api/offboarding-initiations/${initiationOf(scene)}/reject`,
    body: { rejection_reason: reason }
  }),
  withdraw: (scene) => ({ method: "DELETE", path: `/api/offboarding-initiations/${initiationOf(scene)}` }),
  portalLink: (scene) =>
    ofCase(scene, scene.way < 4 ? "POST" : "DELETE", "/portal-link", scene.way < 4 ? { reason } : {}),
  remove: (scene) => ofCase(scene, "DELETE", "", { reason }),
  bulkRemove: (scene) => ({
    method: "POST",
    path: "/api/employees/bulk-delete",
    body: { ids: scene.seen.cases.slice(scene.pick, scene.pick + 2).map(({ id }) => id), reason }
  })
} satisfies Readonly<Record<string, (scene: Scene) => Asked>>

export type MoveName = keyof typeof moves
export const ask = (name: MoveName, scene: Scene): Asked => moves[name](scene)

/** The source that an event of this move names (payloads-3). */
export const sources: Readonly<Partial<Record<MoveName, string>>> = {
  clone: "clone",
  importCases: "csv",
  bulkCreate: "bulk",
  bulkStatus: "bulk",
  bulkRemove: "bulk",
  submit: "initiation",
  approve: "initiation",
  giveBackMany: "bulk"
}

const isMove = (name: string): name is MoveName => Object.hasOwn(moves, name)
const names = Object.keys(moves).filter(isMove)
/** What leads on is drawn more often, so that a walk gets to the end of a case. */
const often: ReadonlyArray<MoveName> = [
  "create",
  "status",
  "complete",
  "complete",
  "tick",
  "untick",
  "approve",
  "giveBack",
  "giveBack",
  "editAsset",
  "signDocument",
  "hold"
]
const drawn = [...names, ...often]

const below = (count: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 })))
const oneOf = <A>(list: ReadonlyArray<A>, otherwise: A) =>
  Arbitrary.map(below(list.length), (n) => list[n] ?? otherwise)

const move = Arbitrary.all({
  by: oneOf<CallerName>(["superadmin", "superadmin", "admin", ...callers], "superadmin"),
  does: oneOf<MoveName>(drawn, "create"),
  pick: below(4),
  way: below(6)
})

/** What happens by itself, or by the hands of many. */
export const happenings = [
  "ready",
  "hand out",
  "a day",
  "8 days",
  "400 days",
  "asset-overdue",
  "sla-breaches",
  "contract-expiry",
  "offboarding-retention"
] as const

export interface Move {
  readonly by: CallerName
  readonly does: MoveName
  readonly pick: number
  readonly way: number
}

/** What comes next: a move, two at the same moment, or a happening, in one of the two organisations. */
export interface Step {
  readonly in: number
  readonly move?: Move
  readonly beside?: Move
  readonly happens?: (typeof happenings)[number]
}

const step: Arbitrary.Arbitrary<Step> = Arbitrary.flatMap(below(10), (kind): Arbitrary.Arbitrary<Step> => {
  if (kind < 5) return Arbitrary.all({ in: below(2), move })
  if (kind < 8) return Arbitrary.all({ in: below(2), move, beside: move })
  return Arbitrary.all({
    in: below(2),
    happens: kind === 8 ? Arbitrary.Constant("ready" as const) : oneOf(happenings, "ready")
  })
})

/** Up to so many steps of cases and their parts, in two organisations; shrinks by leaving some out. */
export const walks = (length: number) => {
  const part = Arbitrary.array(step, { maxLength: Math.ceil(length / parts) })
  return Arbitrary.map(Arbitrary.all(Array.from({ length: parts }, () => part)), (all) => all.flat())
}

/** Several short arrays are longer together than one: the generator prefers few elements. */
const parts = 6
