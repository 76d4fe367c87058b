import { AssetNotFound, AssetSerialTaken, ShipmentNotAnnounced } from "@svc/contract/assets/errors"
import { AssetReturned, AssetShipmentAnnounced } from "@svc/contract/assets/events"
import type { EditAsset } from "@svc/contract/assets/schema"
import { Caller } from "@svc/contract/kernel/access"
import { LegalHoldInForce } from "@svc/contract/kernel/errors"
import type { AssetId, EmployeeId, OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { caseOf, makeHolding } from "./holding.ts"
import { type AssetRow, AssetsRepo } from "./repo.ts"
import { admitStatus, asSeen, contentOf, describeChanges, editedContent, nameOf } from "./rules.ts"
import { ShipmentsRepo } from "./shipments-repo.ts"

/** What the departing person announces of something that they still have. */
export interface TrackOptions {
  readonly holder: EmployeeId
  readonly offboarding: { readonly id: OffboardingId; readonly employee_name: string }
  readonly carrier: string
  /** Empty: the announcement is taken back. */
  readonly trackingNumber: string
}

/** The holder's name in the audit log. */
const holderOf = (asset: AssetRow) =>
  asset.person_key_id === null ? "nobody" : personal(asset.person_key_id, asset.employee.full_name)

/** The verbs that change an asset that is there. */
export const makeChanges = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* AssetsRepo
  const shipments = yield* ShipmentsRepo
  const audit = yield* Audit
  const outbox = yield* Outbox
  const { admitHolder, lockAsset, lockAssets, lockOwn, syncAll } = yield* makeHolding

  const announce = Effect.fnUntraced(function* (asset: AssetRow, source: (typeof AssetReturned.Type)["source"]) {
    yield* outbox.append(
      asset.org_id,
      AssetReturned.make({
        assetId: asset.id,
        itemName: asset.item_name,
        serialNumber: asset.serial_number,
        category: asset.category,
        employeeId: asset.org_employee_id,
        source
      })
    )
  })

  const reread = Effect.fnUntraced(function* (asset: AssetRow) {
    const { records } = yield* Caller
    const [found] = yield* repo.find({ orgId: asset.org_id, records, ids: [asset.id] })
    return yield* Effect.orDie(Effect.fromNullishOr(found))
  })

  /** All cases of the item's holder, also closed ones: between the reads none is locked. */
  const holdersCases = Effect.fnUntraced(function* (id: AssetId) {
    const { orgId, records } = yield* Caller
    const [seen] = yield* repo.find({ orgId, records, ids: [id] })
    if (seen?.in_sight === false) return yield* new AssetNotFound()
    const holder = seen?.org_employee_id ?? null
    return { holder, cases: holder === null ? [] : yield* repo.lockAllCasesOf(orgId, holder, yield* DateTime.now) }
  })

  /** Nothing is taken from a person whose case is on hold, or was recently. */
  const admitParting = Effect.fnUntraced(function* (
    { org_employee_id, org_id }: AssetRow,
    held: Effect.Success<ReturnType<typeof holdersCases>>
  ) {
    if (org_employee_id === null) return
    const cases =
      org_employee_id === held.holder
        ? held.cases
        : yield* repo.lockAllCasesOf(org_id, org_employee_id, yield* DateTime.now)
    if (cases.some((one) => one.frozen)) return yield* new LegalHoldInForce()
  })

  const edit = Effect.fn("Assets.edit")(function* (id: AssetId, input: EditAsset) {
    const held = input.orgEmployeeId === undefined ? { holder: null, cases: [] } : yield* holdersCases(id)
    const { asset: before, cases } = yield* lockOwn(id, [input.orgEmployeeId ?? null])
    const content = editedContent(before, input)
    yield* Effect.fromResult(admitStatus(before.status, content.status))
    const reassigned = content.org_employee_id !== before.org_employee_id
    // After a reassignment the former holder would no longer prevent its deletion.
    if (reassigned) yield* admitParting(before, held)
    if (reassigned && content.org_employee_id !== null) yield* admitHolder(content.org_employee_id)
    const changes = describeChanges(before, content)
    if (!reassigned && changes === "") return before

    const updated = yield* repo.update({ ...content, org_id: before.org_id, id, updated_at: yield* DateTime.now })
    if (!updated) return yield* new AssetSerialTaken()
    if (reassigned || content.status !== before.status) yield* repo.endShipment({ org_id: before.org_id, id })
    const after = yield* reread(before)
    const holder: AuditText = reassigned
      ? auditText`assigned to: ${holderOf(before)} -> ${holderOf(after)}`
      : auditText`assigned to: ${holderOf(after)}`
    yield* audit.record({
      action: "asset_updated",
      target: auditText`Asset ${nameOf(after)}`,
      details: changes === "" ? holder : [...holder, `, ${changes}`],
      offboardingId: caseOf(cases, after.org_employee_id) ?? caseOf(cases, before.org_employee_id),
      orgEmployeeId: after.org_employee_id ?? before.org_employee_id
    })
    if (before.status !== "returned" && after.status === "returned") yield* announce(after, "manual")
    yield* syncAll(cases)
    return after
  }, db.transact)

  /** It is back: with its entry, its event, and the tasks that follow it. */
  const takeBack = Effect.fnUntraced(function* (
    before: AssetRow,
    cases: Effect.Success<ReturnType<typeof lockAsset>>["cases"],
    { how, source }: { readonly source: "manual" | "shipment"; readonly how: string }
  ) {
    yield* repo.markReturned(before.org_id, [before.id], yield* DateTime.now)
    const after = yield* reread(before)
    yield* audit.record({
      action: before.status === "lost" ? "asset_found" : "asset_returned",
      target: auditText`Asset ${nameOf(after)}`,
      details: auditText`assigned to: ${holderOf(after)}, status: ${before.status} -> returned${how}`,
      offboardingId: caseOf(cases, after.org_employee_id),
      orgEmployeeId: after.org_employee_id
    })
    yield* announce(after, source)
    yield* syncAll(cases)
    return asSeen(after)
  })

  const giveBack = Effect.fn("Assets.giveBack")(function* (id: AssetId, { found }: { readonly found: boolean }) {
    const { asset: before, cases } = yield* lockAsset(id)
    if (before.status === "returned") return { ...asSeen(before), unchanged: true as const }
    yield* Effect.fromResult(admitStatus(before.status, "returned", { found }))
    return yield* takeBack(before, cases, { source: "manual", how: "" })
  }, db.transact)

  const receive = Effect.fn("Assets.receive")(function* (id: AssetId) {
    const { orgId, records } = yield* Caller
    const key = { orgId, assetId: id }
    if (!(yield* shipments.isInScope(key, records))) return yield* new AssetNotFound()
    const { asset: before, cases } = yield* lockAsset(id)
    if (before.status === "returned") return { ...asSeen(before), unchanged: true as const }
    const shipment = Option.filter(yield* shipments.find(key), ({ tracking_number }) => tracking_number !== "")
    if (Option.isNone(shipment) || before.status !== "deployed") return yield* new ShipmentNotAnnounced()
    const { carrier, tracking_number } = shipment.value
    return yield* takeBack(before, cases, {
      source: "shipment",
      how: `, received: ${carrier === "" ? "" : `${carrier} `}${tracking_number}`
    })
  }, db.transact)

  const giveBackMany = Effect.fn("Assets.giveBackMany")(function* (ids: ReadonlyArray<AssetId>) {
    const { orgId, records } = yield* Caller
    const { assets, cases } = yield* lockAssets(ids)
    const out = assets.filter((asset) => asset.status === "deployed").map((asset) => asset.id)
    if (out.length === 0) return { updated: 0, assets: [] }
    yield* repo.markReturned(orgId, out, yield* DateTime.now)
    const returned = yield* repo.find({ orgId, records, ids: out })
    yield* audit.record({
      action: "asset_bulk_returned",
      target: auditText`${returned.length} ${returned.length === 1 ? "asset" : "assets"}`,
      details: auditText`${returned.map(nameOf).join(", ")}`
    })
    yield* Effect.forEach(returned, (asset) => announce(asset, "bulk"), { discard: true })
    yield* syncAll(cases)
    return { updated: returned.length, assets: returned.map(asSeen) }
  }, db.transact)

  const remove = Effect.fn("Assets.remove")(function* (id: AssetId) {
    const { orgId } = yield* Caller
    const held = yield* holdersCases(id)
    const { asset, cases } = yield* lockOwn(id)
    yield* admitParting(asset, held)
    yield* repo.remove({ org_id: orgId, id })
    yield* audit.record({
      action: "asset_deleted",
      target: auditText`Asset ${nameOf(asset)}`,
      details: auditText`status: ${asset.status}, assigned to: ${holderOf(asset)}`,
      offboardingId: caseOf(cases, asset.org_employee_id),
      orgEmployeeId: asset.org_employee_id
    })
    yield* syncAll(cases)
  }, db.transact)

  const track = Effect.fn("Assets.track")(function* (
    id: AssetId,
    { carrier, holder, offboarding, trackingNumber }: TrackOptions
  ) {
    const { asset: before, cases } = yield* lockAsset(id)
    if (before.org_employee_id !== holder || before.status !== "deployed") return yield* new AssetNotFound()
    const known = yield* shipments.find({ orgId: before.org_id, assetId: id })
    const former = Option.getOrElse(known, () => ({ carrier: "", tracking_number: "" }))
    const carried = trackingNumber === "" ? "" : carrier
    const isNumberNew = before.tracking_number !== trackingNumber
    if (!isNumberNew && former.carrier === carried && former.tracking_number === trackingNumber) return before
    const now = yield* DateTime.now
    if (isNumberNew) {
      // The number of the asset itself stays, so this meets nothing.
      yield* repo.update({
        ...contentOf(before),
        tracking_number: trackingNumber,
        org_id: before.org_id,
        id,
        updated_at: now
      })
    }
    yield* shipments.save({
      org_id: before.org_id,
      asset_id: id,
      offboarding_id: offboarding.id,
      carrier: carried,
      tracking_number: trackingNumber,
      announced_at: now
    })
    const after = yield* reread(before)
    const changes = [
      describeChanges(before, after),
      former.carrier === carried ? "" : `carrier: ${former.carrier} -> ${carried}`
    ].filter((change) => change !== "")
    yield* audit.record({
      action: "asset_tracking_given",
      target: auditText`Asset ${nameOf(after)}`,
      details: auditText`${[...changes, "by the portal link"].join(", ")}`,
      offboardingId: caseOf(cases, holder),
      orgEmployeeId: holder
    })
    // Once per item: corrections and repeated announcements send no further emails.
    if (Option.isNone(known) && trackingNumber !== "") {
      yield* outbox.append(
        after.org_id,
        AssetShipmentAnnounced.make({
          assetId: id,
          itemName: after.item_name,
          serialNumber: after.serial_number,
          offboardingId: offboarding.id,
          employeeName: offboarding.employee_name,
          carrier: carried,
          trackingNumber
        })
      )
    }
    return after
  }, db.transact)

  return { edit, giveBack, giveBackMany, receive, remove, track }
})
