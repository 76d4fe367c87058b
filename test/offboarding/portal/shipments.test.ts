import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { AppWithFolder } from "#test/exports/support"
import { aHolder, anAsset, assetEntries, holding, shown } from "#test/work/assets/support"
import { eventsOf } from "#test/support/log"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { aLeaver, pageOf } from "./support.ts"
import { layerOfFile } from "#test/support/layer-of-file"

const announce = (token: string, id: string, parcel: unknown = { trackingNumber: "1Z 999", carrier: "UPS" }) =>
  send("PATCH", `/api/portal/${token}/assets/${id}`, { body: parcel })

const inCase = (by: Parameters<typeof as>[0], offboardingId: string, id: string) =>
  Effect.map(as(by).get(`/api/employees/${offboardingId}`), ({ body }) =>
    Object(body).assets.find((asset: { readonly id: string }) => asset.id === id)
  )

const returns = (orgId: Parameters<typeof eventsOf>[0]) => eventsOf(orgId, { tag: "asset.returned" })
const announced = (orgId: Parameters<typeof eventsOf>[0]) => eventsOf(orgId, { tag: "asset.shipment_announced" })

const withAppWithFolder = layerOfFile(AppWithFolder)

withAppWithFolder("a return that the departing person announces", (it) => {
  it.status(200, "carrier and tracking number are seen in the case; told once, audited without an actor", function* () {
    const { by, laptop, link, offboardingId } = yield* aLeaver()
    assert.isNull((yield* inCase(by, offboardingId, laptop.id)).shipment)
    const answer = yield* announce(link.token, laptop.id)
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [200, { id: laptop.id, tracking_number: "1Z 999", carrier: "UPS" }]
    )
    yield* announce(link.token, laptop.id, { trackingNumber: "1Z 998", carrier: "DHL" })
    const asset = yield* inCase(by, offboardingId, laptop.id)
    assert.deepInclude(asset.shipment, { carrier: "DHL", tracking_number: "1Z 998" })
    assert.strictEqual(asset.status, "deployed")
    assert.deepInclude((yield* pageOf(link.token)).assets[0], { carrier: "DHL", tracking_number: "1Z 998" })
    const [event, ...more] = yield* announced(by.orgId)
    assert.isEmpty(more)
    assert.deepInclude(event, { assetId: laptop.id, offboardingId, carrier: "UPS", trackingNumber: "1Z 999" })
    assert.deepStrictEqual(
      (yield* assetEntries(by))
        .filter(({ action }) => action === "asset_tracking_given")
        .map(({ actor_id, details }) => [actor_id, details]),
      [
        [null, "tracking_number:  -> 1Z 999, carrier:  -> UPS, by the portal link"],
        [null, "tracking_number: 1Z 999 -> 1Z 998, carrier: UPS -> DHL, by the portal link"]
      ]
    )
  })

  it.status(200, "an empty tracking number takes it back, and announced anew it is told no second time", function* () {
    const { by, laptop, link, offboardingId } = yield* aLeaver()
    yield* announce(link.token, laptop.id)
    yield* announce(link.token, laptop.id, { trackingNumber: "", carrier: "UPS" })
    assert.isNull((yield* inCase(by, offboardingId, laptop.id)).shipment)
    assert.strictEqual((yield* as(by).post(`/api/assets/${laptop.id}/receive`)).status, 409)
    yield* announce(link.token, laptop.id)
    assert.lengthOf(yield* announced(by.orgId), 1)
  })

  it.status(400, "a carrier of 61 characters", function* () {
    const { laptop, link } = yield* aLeaver()
    const parcel = { trackingNumber: "1Z", carrier: "x".repeat(61) }
    assert.strictEqual((yield* announce(link.token, laptop.id, parcel)).status, 400)
  })

  it.status(400, "the form of the page asks for the carrier in both languages, and keeps what was typed", function* () {
    const { by, laptop, link } = yield* aLeaver()
    for (const [lang, text] of [
      ["en", "Enter the carrier"],
      ["de", "Gib den Versanddienst ein"]
    ] as const) {
      const answer = yield* send("POST", `/portal/${link.token}/assets/${laptop.id}?lang=${lang}`, {
        body: new URLSearchParams({ trackingNumber: "1Z 999", carrier: " " }).toString(),
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "text/html",
          "sec-fetch-site": "same-origin"
        }
      })
      assert.strictEqual(answer.status, 400)
      assert.include(answer.text, text)
      assert.include(answer.text, `value="1Z 999"`)
      assert.notProperty(answer.headers, "set-cookie")
    }
    assert.deepInclude(yield* shown(by, laptop.id), { tracking_number: "" })
  })
})

withAppWithFolder("POST /api/assets/{id}/receive", (it) => {
  it.status(200, "returned with the source shipment, once; the entry says what arrived", function* () {
    const { by, laptop, link, offboardingId } = yield* aLeaver()
    yield* announce(link.token, laptop.id)
    const hr = yield* aMember(by.orgId, "hr")
    const first = yield* withStatus(200, as(hr).post(`/api/assets/${laptop.id}/receive`))
    assert.deepInclude(first.body, { id: laptop.id, status: "returned" })
    assert.deepInclude((yield* as(hr).post(`/api/assets/${laptop.id}/receive`)).body, { unchanged: true })
    assert.deepStrictEqual(
      (yield* returns(by.orgId)).map((event) => [event["assetId"], event["source"]]),
      [[laptop.id, "shipment"]]
    )
    const [entry, ...more] = (yield* assetEntries(by)).filter(({ action }) => action === "asset_returned")
    assert.isEmpty(more)
    assert.deepInclude(entry, {
      actor_id: hr.userId,
      offboarding_id: offboardingId,
      details: "assigned to: Ada Lovelace, status: deployed -> returned, received: UPS 1Z 999"
    })
    assert.isNull((yield* inCase(by, offboardingId, laptop.id)).shipment)
  })

  it.status(
    409,
    "no_shipment: nothing was announced, it was lost since, or it came back and was lent again",
    function* () {
      const { ada, by, laptop, link } = yield* aLeaver()
      const receive = as(by).post(`/api/assets/${laptop.id}/receive`)
      const refused = yield* withStatus(409, receive)
      assert.deepInclude(refused.body, { code: "no_shipment" })
      const edit = (status: string) =>
        as(by).patch(`/api/assets/${laptop.id}`, {
          itemName: laptop.item_name,
          serialNumber: laptop.serial_number,
          orgEmployeeId: ada.id,
          status
        })
      yield* announce(link.token, laptop.id)
      yield* edit("lost")
      assert.strictEqual((yield* receive).status, 409)
      yield* edit("deployed")
      assert.strictEqual((yield* receive).status, 409)
      yield* announce(link.token, laptop.id, { trackingNumber: "1Z 1", carrier: "UPS" })
      yield* as(by).patch(`/api/assets/${laptop.id}/return`)
      yield* edit("deployed")
      assert.strictEqual((yield* receive).status, 409)
      assert.deepStrictEqual(
        (yield* returns(by.orgId)).map((event) => event["source"]),
        ["manual"]
      )
    }
  )

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).post("/api/assets/17/receive")).status, 400)
  })

  it.status(403, "without offboardings_edit", function* () {
    const { by, laptop, link } = yield* aLeaver()
    yield* announce(link.token, laptop.id)
    const viewer = yield* aMember(by.orgId, { permissions: ["offboardings_view", "assets_view"] })
    assert.strictEqual((yield* as(viewer).post(`/api/assets/${laptop.id}/receive`)).status, 403)
  })

  it.status(404, "unknown, another organization's, and out of the member's sight", function* () {
    const { by, laptop, link } = yield* aLeaver()
    yield* announce(link.token, laptop.id)
    const path = (id: string) => `/api/assets/${id}/receive`
    for (const [who, id] of [
      [yield* aSuperAdmin(), laptop.id],
      [yield* aMember(by.orgId, "manager"), laptop.id],
      [by, randomUUID()]
    ] as const) {
      assert.strictEqual((yield* as(who).post(path(id))).status, 404)
    }
    assert.isEmpty(yield* returns(by.orgId))
    const bo = yield* aHolder(by, "Bo Diddley")
    const other = yield* anAsset(by, holding(bo.id))
    assert.strictEqual((yield* announce(link.token, other.id)).status, 404)
  })
})
