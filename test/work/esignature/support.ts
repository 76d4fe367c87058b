import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { adobeSign } from "@svc/lab/adobe-sign"
import { type AdobeSignState, adobeToken } from "@svc/lab/adobe-state"
import { adobeCallback } from "@svc/lab/adobe-webhooks"
import { docusign } from "@svc/lab/docusign"
import { docusignCallback } from "@svc/lab/docusign-connect"
import { docusignPrivateKey, type DocuSignState } from "@svc/lab/docusign-state"
import { dropboxCallback } from "@svc/lab/dropbox-callbacks"
import { dropboxSign } from "@svc/lab/dropbox-sign"
import type { DropboxSignState } from "@svc/lab/dropbox-state"
import type { DueCallback, SigningState } from "@svc/lab/signing"
import type { RunningVendor } from "@svc/lab/vendor"
import { Effect, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig } from "#platform/config/config"
import { DocumentId } from "@svc/contract/kernel/ids"
import type { RequestSignature } from "@svc/contract/esignature/schema"
import { SignatureProgress } from "#work/esignature/progress"
import { ESignatures } from "#work/esignature/service"
import { aCase, fileNamed, idOf, pdf, upload } from "#test/work/documents/support"
import { aMember, anOrganisation, asCaller, aSession, type OrganisationOptions } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { testAppWith, TestConfig } from "#test/support/TestApp"
import { running, whileCalling } from "#test/support/vendor-work"

type Told = { readonly headers: Readonly<Record<string, string>>; readonly body: string | Uint8Array }

/** A provider's stand-in as the suite of all three uses it. */
interface Bench {
  readonly provider: ESignatureProvider
  readonly service: string
  readonly vendor: RunningVendor<SigningState>
  /** The body of its connect route. */
  readonly connect: () => unknown
  /** A callback as it makes them, or one that somebody else made up. */
  readonly callback: (due: DueCallback, forged?: boolean) => Told
}

interface Running {
  readonly docusign: RunningVendor<DocuSignState>
  readonly adobeSign: RunningVendor<AdobeSignState>
  readonly dropboxSign: RunningVendor<DropboxSignState>
}

const vendors: { current: Running | undefined } = { current: undefined }

const Config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const config = yield* AppConfig
    const started = {
      docusign: yield* running(docusign),
      adobeSign: yield* running(adobeSign),
      dropboxSign: yield* running(dropboxSign)
    }
    vendors.current = started
    return AppConfig.of({
      ...config,
      vendorUrls: {
        ...config.vendorUrls,
        docusign: Option.some(started.docusign.url),
        adobeSign: Option.some(started.adobeSign.url),
        dropboxSign: Option.some(started.dropboxSign.url)
      }
    })
  })
).pipe(Layer.provide(TestConfig))

/** The service with the three providers, which the operator's settings lead to. */
export const App = testAppWith(Config)

const benches = ({ adobeSign, docusign, dropboxSign }: Running): Readonly<Record<ESignatureProvider, Bench>> => ({
  docusign: {
    provider: "docusign",
    service: "docusign",
    vendor: docusign,
    connect: () => ({
      integration_key: docusign.state.integrationKey,
      user_id: docusign.state.userId,
      private_key: docusignPrivateKey,
      hmac_keys: ["a-key-of-before", ...docusign.state.connectKeys]
    }),
    callback: (due, forged = false) => docusignCallback(docusign.state, due, forged)
  },
  adobe_sign: {
    provider: "adobe_sign",
    service: "adobe-sign",
    vendor: adobeSign,
    connect: () => ({
      access_token: adobeToken,
      refresh_token: adobeSign.state.refreshToken,
      client_id: adobeSign.state.clientId,
      client_secret: adobeSign.state.clientSecret
    }),
    callback: (due, forged = false) => adobeCallback(adobeSign.state, due, forged)
  },
  dropbox_sign: {
    provider: "dropbox_sign",
    service: "dropbox-sign",
    vendor: dropboxSign,
    connect: () => ({ api_key: dropboxSign.state.apiKey }),
    callback: (due, forged = false) => dropboxCallback(dropboxSign.state, due, forged)
  }
})

const fresh = ({ state }: RunningVendor<SigningState>) => {
  state.envelopes.clear()
  state.doors.clear()
  state.mails.length = 0
  state.texts.length = 0
  state.due.length = 0
}

/** The provider's stand-in, behaving well and without envelopes. */
export const benchOf = (provider: ESignatureProvider) =>
  Effect.gen(function* () {
    if (vendors.current === undefined) return yield* Effect.die("The providers' stand-ins do not run")
    const bench = benches(vendors.current)[provider]
    bench.vendor.behave()
    fresh(bench.vendor)
    return bench
  })

const Connections = Schema.Array(Schema.Struct({ provider: Schema.String, callback_url: Schema.NullOr(Schema.String) }))

const tick = Effect.andThen(TestClock.withLive(Effect.sleep("5 millis")), TestClock.adjust("100 millis"))

/** While it works the test's clock runs twenty times as fast as the machine's: what waits for a busy provider waits less. */
const hurried = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.raceFirst(work, Effect.forever(tick))

/** An organisation with its Super Admin, a case with an uploaded paper, and nothing connected. */
export const aDesk = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const orgId = yield* anOrganisation(options)
  const admin = yield* aMember(orgId)
  const session = yield* aSession(admin)
  const offboardingId = yield* aCase(admin)
  const documentId = yield* Effect.flatMap(upload(session, offboardingId, [fileNamed("nda.pdf", pdf)]), idOf)
  const progress = yield* SignatureProgress
  const signatures = yield* ESignatures
  const me = as(admin)
  const request = (body: unknown = {}, id = documentId) => hurried(me.post(`/api/esignature/request/${id}`, body))
  const cancel = (id = documentId) => hurried(me.post(`/api/esignature/cancel/${id}`))
  const status = (id = documentId) => Effect.map(me.get(`/api/esignature/status/${id}`), ({ body }) => body)
  /** One round of the job, of this organisation alone. */
  const work = hurried(progress.workDue(orgId))
  /** The verb itself, with the test's short limits of calls: for a provider that never answers. */
  const requestBriefly = (input: RequestSignature = {}) =>
    whileCalling(asCaller(admin)(signatures.request(DocumentId.make(documentId), input)))
  return { orgId, admin, session, offboardingId, documentId, me, request, requestBriefly, cancel, status, work }
})

/** The same with a provider that is connected. */
export const aConnectedDesk = Effect.fnUntraced(function* (provider: ESignatureProvider) {
  const bench = yield* benchOf(provider)
  const desk = yield* aDesk()
  const connected = yield* whileCalling(desk.me.post(`/api/integrations/${bench.service}/connect`, bench.connect()))
  if (connected.status !== 201) return yield* Effect.die(`Not connected: ${connected.text}`)
  const { body } = yield* desk.me.get("/api/esignature/connections")
  const connections = yield* Effect.orDie(Schema.decodeUnknownEffect(Connections)(body))
  const callbackUrl = connections.find((one) => one.provider === provider)?.callback_url ?? ""
  /** The provider's call, over HTTP. */
  const tell = (told: Told, path = new URL(callbackUrl).pathname) =>
    send("POST", path, {
      body: typeof told.body === "string" ? told.body : Buffer.from(told.body).toString("utf8"),
      headers: told.headers
    })
  const envelopes = () => [...bench.vendor.state.envelopes.values()]
  /** The one envelope that there is. */
  const envelope = Effect.suspend(() => {
    const [only, ...more] = envelopes()
    return only !== undefined && more.length === 0
      ? Effect.succeed(only)
      : Effect.die(`One envelope was expected, not ${more.length + 1}`)
  })
  return { ...desk, ...bench, callbackUrl, tell, envelopes, envelope }
})
