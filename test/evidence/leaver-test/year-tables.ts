import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { nameBasedUuid } from "#platform/crypto/name-based-uuid"
import { type Case, day, minute, type Person } from "./year-people.ts"

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The key under which somebody's values are, and who decided. */
interface Hands {
  readonly keyOf: (person: Person) => string
  readonly decider: string
}

/** The id of the run of a case at that moment. */
const runIdOf = ({ id }: Case, at: number) => nameBasedUuid(id, `run ${at}`)

/** Runs of a case: what its apps did at the same moment is one of them. */
export const runsOf = (of: Case) =>
  [
    ...Map.groupBy(
      of.apps.flatMap(({ app, runs }, place) => runs.map((run) => ({ ...run, app, place }))),
      ({ at }) => at
    )
  ]
    .toSorted(([one], [other]) => one - other)
    .map(([at, results]) => ({ id: runIdOf(of, at), at, results }))

const employeeRow = ({ keyOf }: Hands, person: Person) => ({
  id: person.id,
  full_name: person.name,
  email: person.email,
  department: person.department,
  status: person.directory,
  person_key_id: keyOf(person),
  created_at: "2025-01-07T09:00:00.000Z",
  updated_at: iso(person.switched.at(-1)?.at ?? Date.parse("2025-01-07T09:00:00.000Z"))
})

const caseRow = ({ decider, keyOf }: Hands, person: Person, of: Case) => ({
  id: of.id,
  employee_name: person.name,
  employee_email: person.email,
  employee_department: person.department,
  exit_date: of.lastDay,
  status: of.status,
  timezone: of.zone,
  source: of.source,
  org_employee_id: person.directory === "none" ? null : person.id,
  person_key_id: keyOf(person),
  no_apps_confirmed_at: iso(of.nothingToRevokeAt),
  no_apps_confirmed_by: of.nothingToRevokeAt === null ? null : decider,
  created_at: iso(of.createdAt),
  updated_at: iso(of.endedAt ?? of.createdAt),
  completed_at: of.status === "completed" ? iso(of.endedAt) : null,
  cancelled_at: of.status === "cancelled" ? iso(of.endedAt) : null,
  access_ends_at: iso(of.accessEndsAt),
  employment_ends_on: of.employmentEndsOn
})

const initiationRow = ({ decider, keyOf }: Hands, person: Person, of: Case) => ({
  id: nameBasedUuid(of.id, "initiation"),
  initiated_by: decider,
  employee_name: person.name,
  employee_email: person.email,
  employee_department: person.department,
  exit_date: of.lastDay,
  reviewed_by: decider,
  reviewed_at: iso(of.initiation?.approvedAt ?? null),
  offboarding_id: of.id,
  person_key_id: keyOf(person),
  created_at: iso(of.initiation?.createdAt ?? null)
})

const appRows = ({ decider }: Hands, of: Case) =>
  of.apps.map(({ app, confirmedAt, runs }, place) => {
    const last = runs.at(-1)
    return {
      offboarding_id: of.id,
      service_name: app,
      position: place + 1,
      outcome: last?.outcome ?? null,
      verified: last?.verified ?? false,
      revoked_at: last?.outcome === "revoked" ? iso(last.at) : null,
      removal_confirmed_at: iso(confirmedAt),
      removal_confirmed_by: confirmedAt === null ? null : decider
    }
  })

const findingRows = ({ decider }: Hands, of: Case) =>
  of.apps.flatMap(({ app, residual }) =>
    residual === null
      ? []
      : [
          {
            id: nameBasedUuid(of.id, `finding ${app}`),
            offboarding_id: of.id,
            service_name: app,
            found_at: iso(residual.foundAt),
            last_seen_at: iso(residual.resolvedAt ?? residual.foundAt + day),
            resolution: residual.resolution,
            resolved_at: iso(residual.resolvedAt),
            resolved_by: residual.resolution === "accepted" ? decider : null,
            standing: residual.resolution === "revoked" ? "inactive" : "active",
            accepted: residual.resolution === "accepted"
          }
        ]
  )

/** Two tasks, a paper and a laptop of each, done but for what is to be open. */
const taskRows = (of: Case) =>
  [1, 2].map((place) => ({
    id: nameBasedUuid(of.id, `task ${place}`),
    offboarding_id: of.id,
    task: `Task number ${place}`,
    position: place,
    created_at: iso(of.createdAt),
    completed_at: place <= of.openTasks ? null : iso(of.createdAt + day)
  }))
const documentRow = (of: Case) => ({
  id: nameBasedUuid(of.id, "document"),
  offboarding_id: of.id,
  name: "Leaving agreement.pdf",
  status: of.openDocuments > 0 ? "pending" : "signed",
  created_at: iso(of.createdAt),
  updated_at: iso(of.createdAt)
})
const assetRow = ({ id, openAssets }: Person) => ({
  id: nameBasedUuid(id, "laptop"),
  org_employee_id: id,
  item_name: "Laptop",
  serial_number: id.slice(0, 8),
  status: openAssets > 0 ? "deployed" : "returned",
  created_at: "2025-01-07T09:00:00.000Z",
  updated_at: "2025-01-07T09:00:00.000Z"
})

const atOnce = 500

/** Writes people and all that the tables have of them, some hundreds in a statement. */
export const writeTables = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  orgId: OrgId,
  people: ReadonlyArray<Person>,
  hands: Hands
) {
  /** Rows as they are, with what is the same for all of them. */
  const insert = (table: string, rows: ReadonlyArray<object>, constants: Readonly<Record<string, string>> = {}) => {
    const [first] = rows
    if (first === undefined) return Effect.void
    const names = Object.keys(first)
    const more = Object.keys(constants)
    return sql.unsafe(
      `INSERT INTO ${table} (org_id, ${[...names, ...more].join(", ")})
       SELECT $1, ${[...names.map((name) => `r.${name}`), ...more.map((name) => constants[name])].join(", ")}
       FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) AS r`,
      [orgId, JSON.stringify(rows)]
    )
  }

  yield* sql`
    INSERT INTO integrations (org_id, id, service_name, protocol, can_revoke, connection_status, config, last_sync, created_at, updated_at)
    VALUES (${orgId}, ${nameBasedUuid(orgId, "hris")}, 'hris', 'api', false, true, '{"provider": "bamboohr"}'::jsonb,
      '2027-01-02T06:00:00Z', '2025-01-07T09:00:00Z', '2025-01-07T09:00:00Z')`
  for (let first = 0; first < people.length; first += atOnce) {
    const some = people.slice(first, first + atOnce)
    const inDirectory = some.filter(({ directory }) => directory !== "none")
    const withCase = some.flatMap((person) => (person.case === null ? [] : [{ person, of: person.case }]))
    const runs = withCase.flatMap(({ of }) => runsOf(of).map((run) => ({ ...run, of })))
    const findings = withCase.flatMap(({ of }) => findingRows(hands, of))

    yield* insert(
      "org_employees",
      inDirectory.map((person) => employeeRow(hands, person))
    )
    yield* insert(
      "offboardings",
      withCase.map(({ of, person }) => caseRow(hands, person, of)),
      { separation_type: "'resignation'" }
    )
    yield* insert(
      "offboarding_initiations",
      withCase.filter(({ of }) => of.initiation !== null).map(({ of, person }) => initiationRow(hands, person, of)),
      {
        employee_role: "''",
        separation_type: "'resignation'",
        apps_to_revoke: "'{}'",
        no_apps: "false",
        status: "'approved'",
        current_step: "1",
        updated_at: "r.created_at"
      }
    )
    yield* insert(
      "hris_leavers",
      inDirectory.flatMap(({ case: of, id, record }) =>
        record === null
          ? []
          : [
              {
                employee_id: id,
                last_day: record.lastDay,
                offboarding_id: of?.source === "hris" ? of.id : null,
                updated_at: iso(record.at)
              }
            ]
      ),
      { origin: "'hris'" }
    )
    yield* insert(
      "revocation_apps",
      withCase.flatMap(({ of }) => appRows(hands, of))
    )
    yield* insert(
      "revocation_runs",
      runs.map(({ at, id, of }) => ({
        id,
        offboarding_id: of.id,
        due_at: iso(at - minute),
        created_at: iso(at - minute),
        started_at: iso(at - minute / 2),
        finished_at: iso(at)
      })),
      { trigger: "'schedule'", status: "'finished'" }
    )
    yield* insert(
      "revocation_results",
      runs.flatMap(({ at, id, results }) =>
        results.map(({ app, outcome, place, verified }) => ({
          run_id: id,
          service_name: app,
          position: place + 1,
          started_at: iso(at - minute / 2),
          finished_at: iso(at),
          outcome,
          verified
        }))
      )
    )
    yield* insert(
      "residual_access_findings",
      findings.map(({ accepted: _accepted, standing: _standing, ...finding }) => finding)
    )
    yield* insert(
      "residual_access_checks",
      findings.map(({ accepted, last_seen_at, offboarding_id, service_name, standing }) => ({
        offboarding_id,
        service_name,
        checked_at: last_seen_at,
        standing,
        accepted
      }))
    )
    yield* insert(
      "checklist_items",
      withCase.flatMap(({ of }) => taskRows(of))
    )
    yield* insert(
      "compliance_documents",
      withCase.map(({ of }) => documentRow(of))
    )
    yield* insert("assets", inDirectory.map(assetRow))
  }
})
