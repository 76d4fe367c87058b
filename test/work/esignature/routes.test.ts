import { assert } from "#test/support/suite"
import { IntegrationId } from "@svc/contract/kernel/ids"
import { Effect, Predicate } from "effect"
import { randomUUID } from "node:crypto"
import { Integrations } from "#connections/integrations/service"
import { entriesOf } from "#test/support/log"
import { aMember, asCaller } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { inTables, systemSql } from "#test/support/tables"
import { idOf } from "#test/work/documents/support"
import { layerOfFile } from "#test/support/layer-of-file"
import { aConnectedDesk, aDesk, App, benchOf } from "./support.ts"

const codeOf = (body: unknown) => (Predicate.hasProperty(body, "code") ? body.code : undefined)

const refusedWith = (
  answer: { readonly status: number; readonly text: string; readonly body: unknown },
  status: number,
  code: string
) => {
  assert.strictEqual(answer.status, status, answer.text)
  assert.strictEqual(codeOf(answer.body), code, answer.text)
}

/** Selects these apps for the case, each with what became of it. */
const revoked = Effect.fnUntraced(function* (
  {
    offboardingId,
    orgId
  }: { readonly orgId: Effect.Success<ReturnType<typeof aDesk>>["orgId"]; readonly offboardingId: string },
  service: string,
  outcome: string | null
) {
  yield* inTables(
    orgId,
    (sql) =>
      sql`INSERT INTO revocation_apps ${sql.insert({
        org_id: orgId,
        offboarding_id: offboardingId,
        service_name: service,
        position: 0,
        outcome
      })}`
  )
})

const withApp = layerOfFile(App)

withApp("POST /api/esignature/request/{documentId}", (it) => {
  // signing-1
  it.status(200, "provider, id and signing address; signer_email is where it is mailed", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const answer = yield* withStatus(200, desk.request({ signer_email: "ada@home.example" }))
    const { id, signer } = yield* desk.envelope
    assert.deepInclude(Object(answer.body), { success: true, requestId: id, provider: "docusign" })
    assert.strictEqual(signer.email, "ada@home.example")
  })

  // signing-3: A document without a file is 400, and so is a field in the wrong form, which is refused rather than
  //   dropped.
  // signing-5
  it.status(400, "every field in the wrong form is refused, not dropped", function* () {
    const desk = yield* aConnectedDesk("docusign")
    for (const [body, field] of [
      [{ provider: "acme_sign" }, "provider"],
      [{ signer_email: "nobody" }, "signer_email"],
      [{ access_code: "123" }, "access_code"],
      [{ access_code: "1234567890123" }, "access_code"],
      [{ access_code: "12 34" }, "access_code"],
      [{ signer_phone: "015112345678" }, "signer_phone"],
      [{ signer_phone: "+4915112345678", access_code: "1234" }, "access_code"],
      [{ acknowledge_mailbox_revoked: "yes" }, "acknowledge_mailbox_revoked"]
    ] as const) {
      const answer = yield* desk.request(body)
      assert.strictEqual(answer.status, 400, `${JSON.stringify(body)}: ${answer.text}`)
      assert.include(answer.error, field)
    }
    assert.lengthOf(desk.envelopes(), 0)
  })

  // signing-2
  it.status(400, "no_provider: none is connected, or not the one that is named", function* () {
    refusedWith(yield* (yield* aDesk()).request(), 400, "no_provider")
    const desk = yield* aConnectedDesk("dropbox_sign")
    refusedWith(yield* desk.request({ provider: "docusign" }), 400, "no_provider")
  })

  // signing-3
  it.status(400, "no_file: a document without a file, and file_unreadable where its address gives none", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const path = `/api/employees/${desk.offboardingId}/compliance`
    const bare = yield* idOf(yield* desk.me.post(path, { name: "On paper" }))
    refusedWith(yield* desk.request({}, bare), 400, "no_file")
    const linked = yield* idOf(yield* desk.me.post(path, { name: "Linked", fileUrl: "https://127.0.0.1:9/nda.pdf" }))
    refusedWith(yield* desk.request({}, linked), 400, "file_unreadable")
  })

  it.status(400, "no_address: a person without an address, and without signer_email", function* () {
    const desk = yield* aConnectedDesk("docusign")
    yield* inTables(
      desk.orgId,
      (sql) => sql`UPDATE offboardings SET employee_email = NULL WHERE id = ${desk.offboardingId}`
    )
    refusedWith(yield* desk.request(), 400, "no_address")
    assert.strictEqual((yield* desk.request({ signer_email: "ada@home.example" })).status, 200)
  })

  it.status(403, "managers see documents and request nothing", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const manager = yield* aMember(desk.orgId, "manager")
    assert.strictEqual((yield* as(manager).post(`/api/esignature/request/${desk.documentId}`, {})).status, 403)
  })

  it.status(404, "another organisation's document, and one that is none", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const other = yield* aDesk()
    assert.strictEqual((yield* desk.request({}, other.documentId)).status, 404)
    assert.strictEqual((yield* desk.request({}, randomUUID())).status, 404)
  })

  // signing-6: A second request while one is pending is 409, also of two at the same moment.
  it.status(409, "signature_pending: one request at a time, also of two at the same moment", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const both = yield* Effect.all([desk.request(), desk.request()], { concurrency: 2 })
    assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    refusedWith(yield* desk.request(), 409, "signature_pending")
    assert.lengthOf(desk.envelopes(), 1)
  })

  // signing-4: `signer_email` stands for the work address; the work address itself counts as none.
  // signing-7: Once the access to the identity provider was revoked it is 409 `signer_mailbox_revoked`, unless another
  //   address is given or it is acknowledged.
  it.status(409, "signer_mailbox_revoked: unless signer_email is another address, or it is acknowledged", function* () {
    const desk = yield* aConnectedDesk("docusign")
    yield* revoked(desk, "okta", "revoked")
    const work = yield* systemSql<{ readonly email: string }>`
          SELECT employee_email AS email FROM offboardings WHERE id = ${desk.offboardingId}`
    refusedWith(yield* desk.request(), 409, "signer_mailbox_revoked")
    refusedWith(yield* desk.request({ acknowledge_mailbox_revoked: false }), 409, "signer_mailbox_revoked")
    // The work address itself is no other one.
    const same = { signer_email: work[0]?.email.toUpperCase() }
    refusedWith(yield* desk.request(same), 409, "signer_mailbox_revoked")
    assert.strictEqual((yield* desk.request({ signer_email: "ada@home.example" })).status, 200)
    assert.strictEqual((yield* desk.cancel()).status, 200)
    assert.strictEqual((yield* desk.request({ acknowledge_mailbox_revoked: true })).status, 200)
  })

  // signing-7
  it.status(
    200,
    "while the identity provider still lets the person in, and after apps that hold no mailbox",
    function* () {
      const desk = yield* aConnectedDesk("docusign")
      yield* revoked(desk, "google-workspace", "failed")
      yield* revoked(desk, "github", "revoked")
      assert.strictEqual((yield* desk.request()).status, 200)
    }
  )

  it.status(409, "already_signed: a document that is signed, and of a cancelled offboarding", function* () {
    const desk = yield* aConnectedDesk("docusign")
    yield* desk.me.patch(`/api/employees/compliance/${desk.documentId}/status`, {
      status: "signed",
      signed_by: "Ada Lovelace"
    })
    refusedWith(yield* desk.request(), 409, "already_signed")
    const other = yield* aConnectedDesk("docusign")
    yield* inTables(
      other.orgId,
      (sql) => sql`UPDATE offboardings SET status = 'cancelled' WHERE id = ${other.offboardingId}`
    )
    assert.strictEqual((yield* other.request()).status, 409)
  })

  // signing-13
  it.status(502, "provider_failed: a provider that refuses; nothing was sent", function* () {
    const desk = yield* aConnectedDesk("docusign")
    desk.vendor.faults.answersWritesWith = 400
    const answer = yield* desk.request()
    desk.vendor.behave()
    refusedWith(answer, 502, "provider_failed")
    assert.notInclude(answer.text, "lab-canary")
  })

  it.status(503, "a file that the storage does not give", function* () {
    const desk = yield* aConnectedDesk("docusign")
    yield* inTables(
      desk.orgId,
      (sql) => sql`UPDATE compliance_documents SET file_url = 'documents/..' WHERE id = ${desk.documentId}`
    )
    assert.strictEqual((yield* desk.request()).status, 503)
  })

  it.effect("402, and 403 without the plan's feature: as every route of it", function* () {
    const desk = yield* aDesk({ plan: "starter" })
    const answer = yield* withStatus(403, desk.request())
    assert.include(answer.text, "esignature")
  })

  // signing-2: Without `provider` the connected one is asked, else the one of the operator's configuration; without any
  //   it is 400.
  it.status(200, "by the connected one of several, docusign first; a paused one is not asked", function* () {
    const desk = yield* aConnectedDesk("dropbox_sign")
    const docusign = yield* benchOf("docusign")
    yield* desk.me.post("/api/integrations/docusign/connect", docusign.connect())
    assert.deepInclude(Object((yield* desk.request()).body), { provider: "docusign" })
    yield* desk.cancel()
    yield* inTables(
      desk.orgId,
      (sql) => sql`UPDATE integrations SET connection_status = false WHERE service_name = 'docusign'`
    )
    assert.deepInclude(Object((yield* desk.request()).body), { provider: "dropbox_sign" })
  })
})

withApp("GET /api/esignature/status/{documentId}", (it) => {
  // signing-8: The status is `{ status, requestId, provider }`, and just `not_requested` before.
  it.status(200, "just not_requested before, then status, id and provider", function* () {
    const desk = yield* aConnectedDesk("docusign")
    assert.deepStrictEqual(yield* desk.status(), { status: "not_requested" })
    yield* desk.request()
    const { id } = yield* desk.envelope
    assert.deepStrictEqual(yield* desk.status(), { status: "pending", requestId: id, provider: "docusign" })
  })

  it.status(400, "an id that is none", function* () {
    assert.strictEqual((yield* (yield* aDesk()).me.get("/api/esignature/status/nda")).status, 400)
  })

  it.status(404, "another organisation's document", function* () {
    const other = yield* aDesk()
    assert.strictEqual((yield* (yield* aDesk()).me.get(`/api/esignature/status/${other.documentId}`)).status, 404)
  })
})

withApp("POST /api/esignature/cancel/{documentId}", (it) => {
  it.status(200, "and audited", function* () {
    const desk = yield* aConnectedDesk("docusign")
    yield* desk.request()
    assert.strictEqual((yield* desk.cancel()).status, 200)
    assert.lengthOf(yield* entriesOf(desk.orgId, { action: "signature_cancelled" }), 1)
  })

  it.status(400, "an id that is none", function* () {
    assert.strictEqual((yield* (yield* aDesk()).cancel("nda")).status, 400)
  })

  it.status(404, "another organisation's document", function* () {
    const other = yield* aConnectedDesk("docusign")
    yield* other.request()
    assert.strictEqual((yield* (yield* aDesk()).cancel(other.documentId)).status, 404)
    assert.strictEqual((yield* other.envelope).status, "sent")
  })

  it.status(409, "signature_not_pending: nothing was requested, or it is over", function* () {
    const desk = yield* aConnectedDesk("docusign")
    refusedWith(yield* desk.cancel(), 409, "signature_not_pending")
  })

  // signing-9
  it.status(502, "the provider does not confirm; the job goes on with it", function* () {
    const desk = yield* aConnectedDesk("docusign")
    yield* desk.request()
    desk.vendor.faults.answersWritesWith = 503
    refusedWith(yield* desk.cancel(), 502, "provider_failed")
    desk.vendor.behave()
    yield* inTables(
      desk.orgId,
      (sql) => sql`UPDATE esignature_requests SET next_attempt_at = now() - interval '60 years'`
    )
    yield* desk.work
    assert.deepInclude(Object(yield* desk.status()), { status: "cancelled" })
    assert.strictEqual((yield* desk.envelope).status, "voided")
  })
})

withApp("GET /api/esignature/connections", (it) => {
  it.status(200, "what is connected; the address of callbacks for who manages integrations alone", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const hr = yield* aMember(desk.orgId, "hr")
    const { body } = yield* as(hr).get("/api/esignature/connections")
    const none = { connected: false, fallback: false, callback_url: null, callbacks_verifiable: false }
    assert.deepStrictEqual(body, [
      { provider: "docusign", connected: true, fallback: false, callback_url: null, callbacks_verifiable: true },
      { provider: "adobe_sign", ...none },
      { provider: "dropbox_sign", ...none }
    ])
    assert.match(
      desk.callbackUrl,
      /^http:\/\/svc\.test\/api\/esignature\/callback\/docusign\/[0-9a-f-]{36}\.[0-9a-f]{64}$/
    )
  })

  // signing-23: Without an HMAC key, DocuSign is not asked for callbacks.
  it.status(200, "without an HMAC key DocuSign's callbacks cannot be verified, and none is asked for", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const { hmac_keys: _keys, ...without } = Object(desk.connect())
    yield* desk.me.post("/api/integrations/docusign/connect", without)
    const { body } = yield* desk.me.get("/api/esignature/connections")
    assert.deepInclude(Object(body)[0], { connected: true, callbacks_verifiable: false })
    yield* desk.request()
    assert.isUndefined((yield* desk.envelope).callbackUrl)
  })
})

withApp("GET /api/esignature/settings", (it) => {
  // signing-18
  it.status(200, "every 3 days, 30 days in all, unless it was changed", function* () {
    const { me } = yield* aDesk()
    assert.deepStrictEqual((yield* me.get("/api/esignature/settings")).body, { reminder_days: 3, expiry_days: 30 })
  })
})

withApp("PUT /api/esignature/settings", (it) => {
  it.status(200, "changed, audited once; the same again changes nothing", function* () {
    const { me, orgId } = yield* aDesk()
    const wanted = { reminder_days: null, expiry_days: 10 }
    for (const _ of [1, 2]) assert.deepStrictEqual((yield* me.put("/api/esignature/settings", wanted)).body, wanted)
    assert.deepStrictEqual((yield* me.get("/api/esignature/settings")).body, wanted)
    assert.lengthOf(yield* entriesOf(orgId, { action: "signature_settings_updated" }), 1)
  })

  it.status(400, "days outside their limits", function* () {
    const { me } = yield* aDesk()
    for (const wanted of [
      { reminder_days: 0, expiry_days: 10 },
      { reminder_days: 31, expiry_days: 10 },
      { reminder_days: 3, expiry_days: 0 },
      { reminder_days: 3, expiry_days: 121 },
      { reminder_days: 3 }
    ]) {
      assert.strictEqual((yield* me.put("/api/esignature/settings", wanted)).status, 400)
    }
  })
})

withApp("GET /api/esignature/callback/{provider}/{token}", (it) => {
  it.status(200, "Adobe Sign reads its own client id in header and body", function* () {
    const desk = yield* aConnectedDesk("adobe_sign")
    const path = new URL(desk.callbackUrl).pathname
    const clientId = String(Object(desk.connect()).client_id)
    const answer = yield* withStatus(200, send("GET", path, { headers: { "x-adobesign-clientid": clientId } }))
    assert.strictEqual(answer.headers["x-adobesign-clientid"], clientId)
    assert.deepStrictEqual(answer.body, { xAdobeSignClientId: clientId })
  })

  it.status(401, "a provider that is none", function* () {
    assert.strictEqual((yield* send("GET", "/api/esignature/callback/acme/token")).status, 401)
  })

  it.status(400, "a name longer than any provider's", function* () {
    const path = `/api/esignature/callback/${"a".repeat(41)}/token`
    assert.strictEqual((yield* send("GET", path)).status, 400)
  })

  it.status(401, "without the header, for another client, at another address", function* () {
    const desk = yield* aConnectedDesk("adobe_sign")
    const path = new URL(desk.callbackUrl).pathname
    assert.strictEqual((yield* send("GET", path)).status, 401)
    assert.strictEqual((yield* send("GET", path, { headers: { "x-adobesign-clientid": "other" } })).status, 401)
    const elsewhere = path.replace("adobe_sign", "dropbox_sign")
    assert.strictEqual((yield* send("GET", elsewhere, { headers: { "x-adobesign-clientid": "other" } })).status, 401)
  })
})

withApp("POST /api/esignature/callback/{provider}/{token}", (it) => {
  it.status(200, "what each provider wants to read", function* () {
    const desk = yield* aConnectedDesk("dropbox_sign")
    yield* desk.request()
    const { id } = yield* desk.envelope
    const answer = yield* withStatus(200, desk.tell(desk.callback({ envelopeId: id, happened: "signed" })))
    assert.strictEqual(answer.text, "Hello API Event Received")
  })

  it.status(401, "a provider that is none", function* () {
    assert.strictEqual((yield* send("POST", "/api/esignature/callback/acme/token", { body: {} })).status, 401)
  })

  it.status(400, "a name longer than any provider's", function* () {
    const path = `/api/esignature/callback/${"a".repeat(41)}/token`
    assert.strictEqual((yield* send("POST", path, { body: {} })).status, 400)
  })

  it.status(401, "a connection that is gone, of another provider, of nobody; and bodies of any form", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const told = desk.callback({ envelopeId: randomUUID(), happened: "signed" })
    assert.strictEqual((yield* desk.tell(told)).status, 200)
    const path = new URL(desk.callbackUrl).pathname
    for (const elsewhere of [
      path.replace("docusign", "dropbox_sign"),
      path.replace(/\/[0-9a-f-]{36}\./, `/${randomUUID()}.`),
      path.replace(/\.[0-9a-f]{64}$/, ""),
      "/api/esignature/callback/docusign/operator.0"
    ]) {
      assert.strictEqual((yield* desk.tell(told, elsewhere)).status, 401, elsewhere)
    }
    for (const body of ["", "{", "null", "[]", '{"data":{}}', "\u0000"]) {
      assert.strictEqual((yield* desk.tell({ ...told, body })).status, 401)
    }
    const rows = yield* systemSql<{ readonly id: string }>`SELECT id FROM integrations WHERE org_id = ${desk.orgId}`
    const integrations = yield* Integrations
    yield* asCaller(desk.admin)(integrations.forget(IntegrationId.make(rows[0]?.id ?? "")))
    assert.strictEqual((yield* desk.tell(told)).status, 401)
  })

  it.status(413, "a body over 256 kB", function* () {
    const desk = yield* aConnectedDesk("docusign")
    const told = desk.callback({ envelopeId: randomUUID(), happened: "signed" })
    assert.strictEqual((yield* desk.tell({ ...told, body: "x".repeat(300_000) })).status, 413)
  })
})
