import { assert, layer } from "#test/support/suite"
import { dropboxCallback } from "@svc/lab/dropbox-callbacks"
import { dropboxSign } from "@svc/lab/dropbox-sign"
import type { DropboxSignState } from "@svc/lab/dropbox-state"
import { signAs } from "@svc/lab/signing"
import type { RunningVendor } from "@svc/lab/vendor"
import { Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "#platform/config/config"
import { Secrets } from "#platform/keys/secrets"
import { SignatureProgress } from "#work/esignature/progress"
import { anOffice, fileNamed, idOf, pdf, upload } from "#test/work/documents/support"
import { as, send, withStatus } from "#test/support/requests"
import { testAppWith, TestConfig } from "#test/support/TestApp"
import { running, whileCalling } from "#test/support/vendor-work"

const vendors: { current: RunningVendor<DropboxSignState> | undefined } = { current: undefined }

/** An operator with a Dropbox Sign account of their own. */
const Config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const config = yield* AppConfig
    const vendor = yield* running(dropboxSign)
    vendors.current = vendor
    return AppConfig.of({
      ...config,
      eSignature: Option.some(Redacted.make({ dropbox_sign: { api_key: vendor.state.apiKey } })),
      vendorUrls: { ...config.vendorUrls, dropboxSign: Option.some(vendor.url) }
    })
  })
).pipe(Layer.provide(TestConfig))

layer(testAppWith(Config))("the operator's own e-signature account", (it) => {
  // signing-2
  it.status(
    200,
    "by the operator's account where the organisation connected none; its callbacks are taken at an address of its own",
    function* () {
      const vendor = vendors.current
      if (vendor === undefined) return yield* Effect.die("Dropbox Sign's stand-in does not run")
      const { admin, offboardingId, orgId, session } = yield* anOffice()
      const documentId = yield* Effect.flatMap(upload(session, offboardingId, [fileNamed("nda.pdf", pdf)]), idOf)
      const me = as(admin)
      const asked = yield* withStatus(200, whileCalling(me.post(`/api/esignature/request/${documentId}`, {})))
      assert.deepInclude(Object(asked.body), { provider: "dropbox_sign" })
      const { body } = yield* me.get("/api/esignature/connections")
      assert.deepInclude(Object(body)[2], { connected: false, fallback: true, callback_url: null })

      const [envelope] = [...vendor.state.envelopes.values()]
      const id = envelope?.id ?? ""
      signAs(vendor.state, id, "2026-03-02T10:00:00.000Z")
      const secrets = yield* Secrets
      const mac = secrets.hmac("esignature-callback", "dropbox_sign:operator")
      const told = dropboxCallback(vendor.state, { envelopeId: id, happened: "signed" })
      const answer = yield* send("POST", `/api/esignature/callback/dropbox_sign/operator.${mac}`, {
        body: told.body,
        headers: told.headers
      })
      assert.strictEqual(answer.status, 200, answer.text)
      yield* whileCalling((yield* SignatureProgress).workDue(orgId))
      const status = yield* me.get(`/api/esignature/status/${documentId}`)
      assert.deepStrictEqual(status.body, { status: "signed", requestId: id, provider: "dropbox_sign" })
    }
  )

  it.status(400, "no_provider: another one than the operator's", function* () {
    const { admin, offboardingId, session } = yield* anOffice()
    const documentId = yield* Effect.flatMap(upload(session, offboardingId, [fileNamed("nda.pdf", pdf)]), idOf)
    yield* withStatus(400, as(admin).post(`/api/esignature/request/${documentId}`, { provider: "docusign" }))
  })
})
