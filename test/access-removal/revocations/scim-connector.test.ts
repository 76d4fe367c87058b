import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { annAtNotion } from "./carrying-out.ts"
import { aScimVendor, connect, RevocationsSurface } from "./support.ts"

const ann = { userName: "ann.lee@acme.test" }

layer(RevocationsSurface)("the generic SCIM target", (it) => {
  // connectors-2: A SCIM target is looked up by `userName eq`, set inactive, and read back; `verified` when the read
  //   shows it.
  it.effect(
    "finds the user by userName, deactivates with the ETag's If-Match, reads it back: revoked, verified",
    function* () {
      const { revoke, vendor } = yield* annAtNotion
      vendor.add({ userName: "bob@acme.test" })
      const id = vendor.add(ann)
      const result = yield* revoke
      assert.deepInclude(result, { service: "Notion", outcome: "revoked", vendorStatus: null, verified: true })
      assert.isFalse(vendor.find(id)?.active)
      assert.include(
        vendor.requests.map(({ filter }) => filter),
        'userName eq "ann.lee@acme.test"'
      )
      const patch = vendor.requests.find(({ method }) => method === "PATCH")
      assert.strictEqual(patch?.ifMatch, 'W/"1"')
      assert.strictEqual(patch?.authorization, `Bearer ${vendor.token}`)
    }
  )

  // connectors-4: Somebody whom the vendor does not know is `skipped`, with a message that says so.
  it.effect("a user whom the vendor does not know is skipped with a message that says so", function* () {
    const { revoke, vendor } = yield* annAtNotion
    vendor.add({ userName: "joann.lee@acme.test" })
    const result = yield* revoke
    assert.deepInclude(result, { outcome: "skipped", verified: false })
    assert.include(result?.message, "No account with this email address")
    assert.strictEqual(vendor.writes(), 0)
  })

  it.effect("matches without case, by userName or by an address", function* () {
    const { revoke, vendor } = yield* annAtNotion
    const id = vendor.add({ userName: "ann", emails: ["Ann.LEE@Acme.Test"] })
    assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
    assert.isFalse(vendor.find(id)?.active)
  })

  // connectors-7: Exactly one person is touched, or nobody.
  it.effect("several users with the address: manual, and nobody is touched", function* () {
    const { revoke, vendor } = yield* annAtNotion
    vendor.add(ann)
    vendor.add({ userName: "ann2", emails: ["ann.lee@acme.test"] })
    assert.deepInclude(yield* revoke, { outcome: "manual_required", verified: false })
    assert.strictEqual(vendor.writes(), 0)
  })

  it.effect(
    "a vendor that ignores the filter and pages is searched through, and only the right user is touched",
    function* () {
      const { revoke, vendor } = yield* annAtNotion
      const others = Array.from({ length: 130 }, (_, index) => vendor.add({ userName: `person${index}@acme.test` }))
      const id = vendor.add(ann)
      vendor.behaviour.ignoresFilter = true
      assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
      assert.isFalse(vendor.find(id)?.active)
      assert.isTrue(others.every((other) => vendor.find(other)?.active))
    }
  )

  it.effect("a user already inactive is revoked and verified without a write", function* () {
    const { revoke, vendor } = yield* annAtNotion
    vendor.add({ ...ann, active: false })
    assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
    assert.strictEqual(vendor.writes(), 0)
  })

  for (const status of [400, 405, 501]) {
    it.effect(`a PATCH refused with ${status} is followed by a PUT of the whole resource`, function* () {
      const { revoke, vendor } = yield* annAtNotion
      const id = vendor.add(ann)
      vendor.behaviour.refusesPatchWith = status
      assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
      assert.isFalse(vendor.find(id)?.active)
      assert.include(vendor.requests.find(({ method }) => method === "PUT")?.body, '"userName":"ann.lee@acme.test"')
    })
  }

  it.effect("an account is switched off and never deleted: no DELETE, whatever the service refuses", function* () {
    const { revoke, vendor } = yield* annAtNotion
    const id = vendor.add(ann)
    vendor.behaviour.refusesPatchWith = 403
    assert.deepInclude(yield* revoke, { outcome: "failed", vendorStatus: 403 })
    vendor.behaviour.refusesPatchWith = 405
    assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
    assert.isFalse(vendor.find(id)?.active)
    assert.notInclude(
      vendor.requests.map(({ method }) => method),
      "DELETE"
    )
  })

  it.effect("a concurrent change is read again before the next write", function* () {
    const { revoke, vendor } = yield* annAtNotion
    const id = vendor.add(ann)
    vendor.behaviour.changesBeforeWrites = 1
    assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
    assert.isFalse(vendor.find(id)?.active)
    assert.strictEqual(vendor.writes(), 2)
  })

  it.effect("a write answered with 404 is revoked only if the look-up no longer finds the user either", function* () {
    const { revoke, vendor } = yield* annAtNotion
    const id = vendor.add(ann)
    vendor.behaviour.refusesPatchWith = 404
    assert.deepInclude(yield* revoke, { outcome: "failed", vendorStatus: 404, verified: false })
    vendor.behaviour.vanishesBeforeWrites = true
    assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
    assert.isUndefined(vendor.find(id))
  })

  for (const status of [401, 403]) {
    // connectors-5: A refusal of the vendor is `failed` with `vendorStatus`.
    it.effect(`${status} from the vendor is failed with vendorStatus, and no word of its answer`, function* () {
      const { revoke, vendor } = yield* annAtNotion
      vendor.add(ann)
      vendor.behaviour.refusesWith = status
      const result = yield* revoke
      assert.deepInclude(result, { outcome: "failed", vendorStatus: status, verified: false })
      assert.include(result?.message, String(status))
      assert.notInclude(result?.message, "trace")
      assert.notInclude(result?.message, vendor.token)
    })
  }

  it.effect("a throttled call waits once as Retry-After says", function* () {
    const { revoke, vendor } = yield* annAtNotion
    vendor.add(ann)
    vendor.behaviour.throttles = { calls: 1, retryAfter: "0" }
    assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
  })

  it.effect("a vendor that keeps throttling, or asks for more than the budget, is failed with 429", function* () {
    const { revoke, vendor } = yield* annAtNotion
    vendor.add(ann)
    vendor.behaviour.throttles = { calls: 2, retryAfter: "0" }
    assert.deepInclude(yield* revoke, { outcome: "failed", vendorStatus: 429 })
    vendor.behaviour.throttles = { calls: 1, retryAfter: "3600" }
    assert.deepInclude(yield* revoke, { outcome: "failed", vendorStatus: 429 })
    vendor.behaviour.throttles = { calls: 1, retryAfter: undefined }
    assert.deepInclude(yield* revoke, { outcome: "failed", vendorStatus: 429 })
  })

  it.effect("a vendor that says 200 and changes nothing is not verified", function* () {
    const { revoke, vendor } = yield* annAtNotion
    const id = vendor.add(ann)
    vendor.behaviour.pretendsToWrite = true
    const result = yield* revoke
    assert.deepInclude(result, { outcome: "revoked", verified: false })
    assert.include(result?.message, "did not show the account as inactive")
    assert.isTrue(vendor.find(id)?.active)
  })

  it.effect("a write that is carried out but never answered is read back, not repeated", function* () {
    const { revoke, vendor } = yield* annAtNotion
    const id = vendor.add(ann)
    vendor.behaviour.neverAnswersWrites = true
    assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
    assert.isFalse(vendor.find(id)?.active)
    assert.strictEqual(vendor.writes(), 1)
  })

  it.effect(
    "a write that fails with 500 is read back: what was done counts, what was not is failed with its status",
    function* () {
      const { revoke, vendor } = yield* annAtNotion
      const id = vendor.add(ann)
      vendor.behaviour.failsAfterWriting = true
      vendor.behaviour.pretendsToWrite = true
      assert.deepInclude(yield* revoke, { outcome: "failed", vendorStatus: 500, verified: false })
      vendor.behaviour.pretendsToWrite = false
      assert.deepInclude(yield* revoke, { outcome: "revoked", verified: true })
      assert.isFalse(vendor.find(id)?.active)
    }
  )

  // revocation-12: It says when the vendor did not answer in time or could not be reached.
  it.effect("a vendor that never answers is failed and the message says that it did not answer in time", function* () {
    const { revoke, vendor } = yield* annAtNotion
    vendor.behaviour.hangs = true
    const result = yield* revoke
    assert.deepInclude(result, { outcome: "failed", vendorStatus: null })
    assert.include(result?.message, "did not answer in time")
  })

  // revocation-12
  it.effect("a vendor that is gone could not be reached", function* () {
    const { revoke, vendor } = yield* annAtNotion
    yield* Effect.promise(() => vendor.close())
    const result = yield* revoke
    assert.deepInclude(result, { outcome: "failed", vendorStatus: null })
    assert.include(result?.message, "could not be reached")
  })

  it.effect("a redirect is not followed: the token goes to the configured host only", function* () {
    const { revoke, vendor } = yield* annAtNotion
    const elsewhere = yield* aScimVendor([ann])
    vendor.behaviour.redirectsTo = `${elsewhere.baseUrl}/Users`
    assert.deepInclude(yield* revoke, { outcome: "failed", vendorStatus: 302 })
    assert.lengthOf(elsewhere.requests, 0)
  })

  it.effect("a reconnected app is called at its new address with its new token", function* () {
    const { admin, revoke, vendor } = yield* annAtNotion
    const moved = yield* aScimVendor([ann])
    yield* connect(admin, { service_name: "notion", protocol: "scim", base_url: moved.baseUrl, token: moved.token })
    assert.deepInclude(yield* revoke, { service: "Notion", outcome: "revoked", verified: true })
    assert.strictEqual(vendor.writes(), 0)
  })
})
