import { AssetSerialTaken } from "@svc/contract/assets/errors"
import { CreateAsset, type ImportedAssets } from "@svc/contract/assets/schema"
import { Caller } from "@svc/contract/kernel/access"
import { AssetId } from "@svc/contract/kernel/ids"
import { admitWithoutPlan } from "@svc/contract/kernel/plan-limits"
import { DateTime, Effect, Result, Schema } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { inPlainWords, placedIssues } from "#platform/input/validation-messages"
import { Randomness } from "#platform/crypto/random"
import { caseOf, makeHolding } from "./holding.ts"
import { AssetsRepo } from "./repo.ts"
import { type AssetContent, nameOf, newContent } from "./rules.ts"

const HasSerial = Schema.Struct({ serialNumber: Schema.String })
const decodeRow = Schema.decodeUnknownResult(CreateAsset, { errors: "all" })

/** What of a row tells it from the others when it is not taken. */
const serialIn = (row: Schema.Json) => (Schema.is(HasSerial)(row) ? row.serialNumber.trim() : "")

const flawsOf = (error: Schema.SchemaError) =>
  placedIssues(error.issue)
    .map(({ message, name }) =>
      name === "" ? `The asset ${inPlainWords(message)}` : `${name}: ${inPlainWords(message)}`
    )
    .join("; ")

/** The verbs `Assets.create` and `Assets.importMany`. */
export const makeCreation = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* AssetsRepo
  const audit = yield* Audit
  const randomness = yield* Randomness
  const { admitHolder, lockAssignees, syncAll } = yield* makeHolding

  const rowOf = Effect.fnUntraced(function* (content: AssetContent) {
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    return { org_id: orgId, id: AssetId.make(yield* randomness.uuid), ...content, created_at: now, updated_at: now }
  })

  const create = Effect.fn("Assets.create")(function* (input: CreateAsset) {
    const { orgId, organisation, records } = yield* Caller
    const content = newContent(input)
    yield* repo.lockCount(orgId)
    yield* Effect.fromResult(admitWithoutPlan(organisation.plan, "assets", { used: yield* repo.count(orgId) }))
    const cases = yield* lockAssignees([content.org_employee_id])
    const holder = content.org_employee_id === null ? null : yield* admitHolder(content.org_employee_id)

    const row = yield* rowOf(content)
    if ((yield* repo.insert([row])).length === 0) return yield* new AssetSerialTaken()
    yield* audit.record({
      action: "asset_created",
      target: auditText`Asset ${nameOf(content)}`,
      details: auditText`category: ${content.category}, assigned to: ${
        holder === null ? "nobody" : personal(holder.person_key_id, holder.full_name)
      }`,
      offboardingId: caseOf(cases, content.org_employee_id),
      orgEmployeeId: content.org_employee_id
    })
    yield* syncAll(cases)
    const [created] = yield* repo.find({ orgId, records, ids: [row.id] })
    return yield* Effect.orDie(Effect.fromNullishOr(created))
  }, db.transact)

  const importMany = Effect.fn("Assets.importMany")(function* (rows: ReadonlyArray<Schema.Json>) {
    const { orgId, organisation, records } = yield* Caller
    const decoded = rows.map((row) => ({ serial: serialIn(row), result: Result.map(decodeRow(row), newContent) }))
    const contents = decoded.flatMap(({ result }) => (Result.isSuccess(result) ? [result.success] : []))

    yield* repo.lockCount(orgId)
    const used = yield* repo.count(orgId)
    const cases = yield* lockAssignees(contents.map((content) => content.org_employee_id))
    const people = new Map(
      (yield* repo.holders({ orgId, records, ids: [...cases.keys()] })).map((person) => [person.id, person])
    )
    const taken = new Set(
      yield* repo.taken(
        orgId,
        contents.map((content) => content.serial_number)
      )
    )
    const refusalOf = (content: AssetContent, adding: number) => {
      if (taken.has(content.serial_number)) return new AssetSerialTaken().error
      if (content.org_employee_id !== null && people.get(content.org_employee_id)?.erased !== false) {
        return "orgEmployeeId: not found in the directory"
      }
      const room = admitWithoutPlan(organisation.plan, "assets", { used, adding })
      return Result.isFailure(room) ? room.failure.error : undefined
    }

    const errors: Array<ImportedAssets["errors"][number]> = []
    const wanted: Array<AssetContent> = []
    for (const { result, serial } of decoded) {
      const reason = Result.isFailure(result)
        ? flawsOf(result.failure)
        : wanted.some((other) => other.serial_number === serial)
          ? "This serial number is in the list more than once. The first was added"
          : refusalOf(result.success, wanted.length + 1)
      if (reason !== undefined) errors.push({ serialNumber: serial, reason })
      else if (Result.isSuccess(result)) wanted.push(result.success)
    }

    const added = yield* Effect.forEach(wanted, rowOf)
    const inserted = new Set(added.length === 0 ? [] : yield* repo.insert(added))
    // An edit may have taken a number in the moment between.
    for (const row of added.filter(({ id }) => !inserted.has(id))) {
      errors.push({ serialNumber: row.serial_number, reason: new AssetSerialTaken().error })
    }
    if (inserted.size > 0) {
      yield* audit.record({
        action: "assets_imported",
        target: auditText`Assets`,
        details: auditText`added: ${inserted.size}, skipped: ${errors.length}`
      })
      yield* syncAll(cases)
    }
    return { inserted: inserted.size, skipped: errors.length, errors }
  }, db.transact)

  return { create, importMany }
})
