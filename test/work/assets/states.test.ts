import { assert, layer } from "#test/support/suite"
import { type Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { eventsOf } from "#test/support/log"
import { anAsset, assetActions, shown } from "./support.ts"

type Given = Effect.Success<ReturnType<typeof anAsset>>

const edit = (status: string) => (by: Member, asset: Given) =>
  as(by).patch(`/api/assets/${asset.id}`, {
    itemName: asset.item_name,
    serialNumber: asset.serial_number,
    status
  })
const giveBack = (body?: unknown) => (by: Member, asset: Given) => as(by).patch(`/api/assets/${asset.id}/return`, body)

const ways = {
  return: giveBack(),
  "return, found: false": giveBack({ found: false }),
  "return, found: true": giveBack({ found: true }),
  "bulk return": (by: Member, asset: Given) => as(by).patch("/api/assets/bulk-return", { ids: [asset.id] }),
  "edit to deployed": edit("deployed"),
  "edit to returned": edit("returned"),
  "edit to lost": edit("lost")
} as const
type Way = keyof typeof ways

/** What is answered, what the asset is then, and what the log says; a change to returned is announced once. */
type Outcome = readonly [status: number, left: string, action: string | null]

const table: Readonly<Record<"deployed" | "returned" | "lost", Readonly<Record<Way, Outcome>>>> = {
  deployed: {
    return: [200, "returned", "asset_returned"],
    "return, found: false": [200, "returned", "asset_returned"],
    "return, found: true": [200, "returned", "asset_returned"],
    "bulk return": [200, "returned", "asset_bulk_returned"],
    "edit to deployed": [200, "deployed", null],
    "edit to returned": [200, "returned", "asset_updated"],
    "edit to lost": [200, "lost", "asset_updated"]
  },
  returned: {
    return: [200, "returned", null],
    "return, found: false": [200, "returned", null],
    "return, found: true": [200, "returned", null],
    "bulk return": [200, "returned", null],
    "edit to deployed": [200, "deployed", "asset_updated"],
    "edit to returned": [200, "returned", null],
    "edit to lost": [200, "lost", "asset_updated"]
  },
  lost: {
    return: [409, "lost", null],
    "return, found: false": [409, "lost", null],
    "return, found: true": [200, "returned", "asset_found"],
    "bulk return": [200, "lost", null],
    "edit to deployed": [200, "deployed", "asset_updated"],
    "edit to returned": [409, "lost", null],
    "edit to lost": [200, "lost", null]
  }
}

const statuses = ["deployed", "returned", "lost"] as const
const names: ReadonlyArray<Way> = [
  "return",
  "return, found: false",
  "return, found: true",
  "bulk return",
  "edit to deployed",
  "edit to returned",
  "edit to lost"
]

layer(TestApp)("asset status (assets-18)", (it) => {
  for (const from of statuses) {
    // assets-18: Out of each status each way leads where it is documented to.
    it.effect(`out of ${from} by each way: what is answered, left, audited and announced`, function* () {
      const by = yield* aSuperAdmin()
      for (const way of names) {
        const asset = yield* anAsset(by)
        assert.strictEqual(asset.status, "deployed", "created as deployed")
        if (from !== "deployed") yield* edit(from)(by, asset)
        const before = {
          actions: (yield* assetActions(by)).length,
          events: (yield* eventsOf(by.orgId, { tag: "asset.%" })).length
        }
        const answer = yield* ways[way](by, asset)
        const [status, left, action] = table[from][way]
        assert.strictEqual(answer.status, status, way)
        if (status === 409) assert.deepInclude(answer.body, { code: "ASSET_LOST" }, way)
        assert.strictEqual((yield* shown(by, asset.id)).status, left, way)
        assert.deepStrictEqual((yield* assetActions(by)).slice(before.actions), action === null ? [] : [action], way)
        const announced = (yield* eventsOf(by.orgId, { tag: "asset.%" })).slice(before.events)
        assert.lengthOf(announced, from !== "returned" && left === "returned" ? 1 : 0, way)
      }
    })
  }
})
