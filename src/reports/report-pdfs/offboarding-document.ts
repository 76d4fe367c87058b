import type { AuditEntry, AuditLogPage } from "@svc/contract/audit-log/schema"
import type { CaseApp, CaseDetails } from "@svc/contract/cases/schema"
import type { ChecklistItem } from "@svc/contract/checklists/schema"
import type { EvidenceLeftBehind } from "@svc/contract/evidence/schema"
import { inWords } from "@svc/contract/kernel/words"
import { stageNames } from "@svc/contract/offboardings/stage-names"
import { type DateTime, Option } from "effect"
import type { Block, Fact, PdfDocument } from "#platform/pdf/document"
import { leftBehindBlocks } from "./left-behind-blocks.ts"
import type { Background } from "./repo.ts"
import { none, orNone, timeIn } from "./words.ts"

interface OffboardingFacts {
  readonly shown: CaseDetails
  readonly timeline: AuditLogPage
  readonly background: Background
  readonly leftBehind: Option.Option<EvidenceLeftBehind>
}

const outcomes = {
  revoked: "Revoked",
  failed: "Failed",
  manual_required: "Manual",
  skipped: "Skipped",
  stopped: "Stopped"
} as const

/** The row of an app: the outcome and its evidence, strongest first. */
const appRow = (app: CaseApp, removedBy: string | null | undefined, at: (time: DateTime.Utc | null) => string) => {
  if (app.finding === "open") {
    return [app.service_name, "Still active", "Active in the app", at(app.revoked_at)]
  }
  if (app.outcome === "revoked") {
    const proof = app.verified ? "Verified" : "Reported by the app"
    return [app.service_name, outcomes.revoked, proof, at(app.revoked_at)]
  }
  if (app.removal_confirmed_at !== null) {
    return [
      app.service_name,
      "Removed",
      `Confirmed manually by ${removedBy ?? "a former member"}`,
      at(app.removal_confirmed_at)
    ]
  }
  return [app.service_name, app.outcome === null ? "Not yet revoked" : outcomes[app.outcome], "Not observed", none]
}

const apart = 10_000

/** Only the audit log records who completed a task: the entry of that moment that names it. */
const whoDid = (item: ChecklistItem, entries: ReadonlyArray<AuditEntry>): string => {
  const when = item.not_needed_at ?? item.completed_at
  if (when === null) return none
  const entry = entries.find(
    ({ action, created_at, details }) =>
      (action === "checklist_item_completed" || action === "checklist_item_not_needed") &&
      details.includes(item.task) &&
      Math.abs(created_at.epochMilliseconds - when.epochMilliseconds) < apart
  )
  return entry === undefined ? none : (entry.actor.full_name ?? "The service")
}

const taskRow = (
  item: ChecklistItem,
  entries: ReadonlyArray<AuditEntry>,
  at: (time: DateTime.Utc | null) => string
) => {
  const state = item.not_needed_at === null ? (item.completed_at === null ? "Open" : "Done") : "Not needed"
  const why = item.not_needed_reason === null ? "" : `: ${item.not_needed_reason}`
  return [
    item.task,
    item.assigned_to,
    `${state}${why}${item.sla_breached ? " (overdue)" : ""}`,
    whoDid(item, entries),
    at(item.not_needed_at ?? item.completed_at)
  ]
}

/** Everything about one offboarding, as proof that it was done. */
export const offboardingDocument = (
  { background, leftBehind, shown, timeline }: OffboardingFacts,
  now: DateTime.Utc
): PdfDocument => {
  const at = (time: DateTime.Utc | null) => (time === null ? none : timeIn(background.zone, time))
  const removedBy = new Map(background.removals.map(({ by, service }) => [service, by]))
  const hashOf = new Map(background.documents.map(({ id, sha256 }) => [id, sha256]))
  const done = shown.checklist_items.filter(({ completed }) => completed).length
  const gone = shown.apps.filter((app) => app.outcome === "revoked" || app.removal_confirmed_at !== null).length
  const { assets, documents } = shown

  const person: ReadonlyArray<Fact> = [
    { name: "Person", value: shown.employee_name },
    { name: "Email", value: orNone(shown.employee_email) },
    { name: "Job title", value: orNone(shown.employee_role) },
    { name: "Department", value: orNone(shown.employee_department) },
    { name: "Manager", value: orNone(shown.manager_email) },
    { name: "Reason", value: inWords(shown.separation_type) },
    { name: "Stage", value: stageNames[shown.status] },
    ...(shown.cancel_reason === null ? [] : [{ name: "Canceled because", value: shown.cancel_reason }]),
    { name: "Last day", value: shown.exit_date },
    { name: "Started", value: `${at(shown.created_at)}, by ${background.initiated_by ?? inWords(shown.source)}` },
    { name: "Automatic revocation", value: at(shown.revoke_at) },
    { name: "Completed", value: at(shown.completed_at) },
    ...(shown.legal_hold ? [{ name: "Legal hold", value: "In force" }] : []),
    ...(shown.no_apps_confirmed_at === null
      ? []
      : [
          {
            name: "No apps to revoke",
            value: `Confirmed by ${background.no_apps_confirmed_by ?? "a former member"}, ${at(shown.no_apps_confirmed_at)}`
          }
        ]),
    ...(shown.asset_return_confirmed_at === null
      ? []
      : [
          {
            name: "Equipment returned",
            value: `Confirmed by ${background.asset_return_confirmed_by ?? "a former member"}, ${at(shown.asset_return_confirmed_at)}`
          }
        ])
  ]

  const hashes = (documents ?? []).flatMap(({ id, name }) => {
    const sha256 = hashOf.get(id)
    return sha256 === undefined || sha256 === null ? [] : [{ name, value: sha256 }]
  })

  const blocks: ReadonlyArray<Block> = [
    {
      kind: "figures",
      figures: [
        { name: "apps without access", value: `${gone} of ${shown.apps.length}` },
        { name: "tasks done", value: `${done} of ${shown.checklist_items.length}` },
        ...(assets === undefined
          ? []
          : [
              {
                name: "equipment returned",
                value: `${assets.filter(({ status }) => status === "returned").length} of ${assets.length}`
              }
            ]),
        ...(documents === undefined
          ? []
          : [
              {
                name: "documents completed",
                value: `${documents.filter(({ status }) => status !== "pending").length} of ${documents.length}`
              }
            ])
      ]
    },
    { kind: "heading", text: "The offboarding" },
    { kind: "facts", facts: person },
    { kind: "heading", text: "Access" },
    {
      kind: "table",
      columns: [
        { name: "App", width: 3 },
        { name: "Outcome", width: 3 },
        { name: "Evidence", width: 4 },
        { name: "When", width: 3 }
      ],
      rows: shown.apps.map((app) => appRow(app, removedBy.get(app.service_name), at)),
      empty: "No apps selected."
    },
    ...Option.match(leftBehind, { onNone: () => [], onSome: (found) => leftBehindBlocks(found, at) }),
    { kind: "heading", text: "Checklist" },
    {
      kind: "table",
      columns: [
        { name: "Task", width: 5 },
        { name: "Assignee", width: 2 },
        { name: "State", width: 3 },
        { name: "Who", width: 3 },
        { name: "When", width: 3 }
      ],
      rows: shown.checklist_items.map((item) => taskRow(item, timeline.rows, at)),
      empty: "No tasks."
    },
    ...(assets === undefined
      ? []
      : ([
          { kind: "heading", text: "Equipment" },
          {
            kind: "table",
            columns: [
              { name: "Item", width: 4 },
              { name: "Serial number", width: 3 },
              { name: "Category", width: 2 },
              { name: "State", width: 2 },
              { name: "Changed", width: 3 }
            ],
            rows: assets.map((asset) => [
              asset.item_name,
              orNone(asset.serial_number),
              orNone(asset.category),
              asset.status === "deployed" ? "With employee" : inWords(asset.status),
              at(asset.updated_at)
            ]),
            empty: "No equipment."
          }
        ] satisfies ReadonlyArray<Block>)),
    ...(documents === undefined
      ? []
      : ([
          { kind: "heading", text: "Documents" },
          {
            kind: "table",
            columns: [
              { name: "Document", width: 5 },
              { name: "Type", width: 3 },
              { name: "State", width: 2 },
              { name: "Signed by", width: 3 },
              { name: "Signed", width: 3 }
            ],
            rows: documents.map((document) => [
              document.name,
              document.doc_type,
              inWords(document.status),
              orNone(document.signed_by),
              at(document.signed_at)
            ]),
            empty: "No documents."
          },
          ...(hashes.length === 0
            ? []
            : ([
                { kind: "text", text: "SHA-256 of the files:" },
                { kind: "facts", facts: hashes }
              ] satisfies ReadonlyArray<Block>))
        ] satisfies ReadonlyArray<Block>)),
    ...(background.approvals.length === 0
      ? []
      : ([
          { kind: "heading", text: "Approval" },
          {
            kind: "table",
            columns: [
              { name: "Step", width: 4 },
              { name: "Outcome", width: 3 },
              { name: "Who", width: 4 },
              { name: "When", width: 3 }
            ],
            rows: background.approvals.map((step) => [step.step, inWords(step.status), orNone(step.by), at(step.at)]),
            empty: ""
          }
        ] satisfies ReadonlyArray<Block>)),
    { kind: "heading", text: "Timeline" },
    ...(timeline.total > timeline.rows.length
      ? ([{ kind: "text", text: `The newest ${timeline.rows.length} of ${timeline.total} entries.` }] as const)
      : []),
    {
      kind: "table",
      columns: [
        { name: "When", width: 3 },
        { name: "What", width: 4 },
        { name: "Who", width: 3 },
        { name: "Details", width: 8 }
      ],
      rows: timeline.rows
        .toReversed()
        .map((entry) => [
          at(entry.created_at),
          inWords(entry.action),
          entry.actor.full_name ?? "The service",
          entry.details
        ]),
      empty: "No entries that you have access to."
    }
  ]

  return {
    title: `Offboarding of ${shown.employee_name}`,
    facts: [
      { name: "Organization", value: background.organisation },
      { name: "Offboarding", value: shown.id },
      { name: "As of", value: `${at(now)}; all times are in ${background.zone}` }
    ],
    footer: `${background.organisation}: offboarding of ${shown.employee_name}, as of ${at(now)} (${background.zone})`,
    blocks
  }
}
