import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { ByteSize, DateTime, Duration, Effect, FileSystem, Layer, Option, Record, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { AccessLog } from "#platform/observability/access-log"
import { AppConfig } from "#platform/config/config"
import { FreeShare } from "#platform/files/disk-space"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { vendors } from "#platform/config/vendor-urls"
import { Secrets } from "#platform/keys/secrets"
import { Loops, RequestBounds, Served, Services } from "#App"
import { TestDatabase } from "./database.ts"

/** The moment at which every suite begins: a Monday morning. */
export const start = DateTime.makeUnsafe("2026-03-02T09:00:00Z")

const ClockAtStart = Layer.effectDiscard(TestClock.setTime(start.epochMilliseconds))

const loopback = [
  { _tag: "Network" as const, network: IpNetwork.fromStringUnsafe("127.0.0.0/8") },
  { _tag: "Host" as const, host: "localhost" }
]

// No test asks a vendor on the internet: where a tenant names no host, nobody answers.
const nowhere = "http://127.0.0.1:9"
const typed: ReadonlySet<string> = new Set(["okta", "jira", "servicenow", "freshservice", "zendesk"])

/** What every test's service runs with, here and in processes of its own. */
export const testMasterKey = new Uint8Array(createHash("sha256").update("the master key of the tests").digest())
export const operatorToken = "the-operator-token-of-all-the-tests"

/** The configuration of a test: keys of its own, a folder of its own, loops off. */
export const TestConfig = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped({ prefix: "svc-test-" })
    return AppConfig.of({
      port: 0,
      host: "127.0.0.1",
      baseUrl: "http://svc.test",
      dataDir,
      databaseUrl: Option.none(),
      databaseTls: Option.none(),
      databaseMigration: Option.none(),
      databaseRead: Option.none(),
      databaseReadLag: Duration.seconds(10),
      databaseAnswerTimeout: Duration.seconds(5),
      storage: { _tag: "Folder", path: `${dataDir}/files` },
      storageQuota: ByteSize.gibibytes(20),
      smtpUrl: Option.none(),
      mailFrom: "Offboarding <no-reply@svc.test>",
      redisUrl: Option.none(),
      google: Option.none(),
      eSignature: Option.none(),
      github: Option.none(),
      masterKey: Redacted.make(testMasterKey),
      masterKeysPrevious: [],
      masterKeysLost: [],
      auditSigningKey: Option.none(),
      auditSigningKeyReplaces: Option.none(),
      generatedKeys: [],
      operatorToken: Redacted.make(operatorToken),
      outboundAllow: loopback,
      auditWitnessUrl: Option.none(),
      vendorUrls: Record.map(vendors, (_, name) => (typed.has(name) ? Option.none() : Option.some(nowhere))),
      trustedProxies: [],
      roles: ["http"],
      shutdownDelay: Duration.zero,
      logFormat: "json",
      logLevel: "Warn",
      otlpEndpoint: Option.none(),
      otlpHeaders: Redacted.make({}),
      otelServiceName: Option.none(),
      otelResource: {},
      production: false
    })
  })
).pipe(Layer.provide(NodeServices.layer))

/** A disk of which this share is free, however full the machine's is. */
export const diskWith = (share: () => number) => Layer.succeed(FreeShare, () => Effect.sync(share))

const servicesOver = <A, E, E2>(
  config: Layer.Layer<AppConfig, E>,
  database: Layer.Layer<Connections | A, E2>,
  outbound: Layer.Layer<Outbound, never, Layer.Services<typeof Outbound.layer>> = Outbound.layer
) =>
  Services.pipe(
    Layer.provideMerge(
      Layer.mergeAll(outbound, Mailer.layer, Files.layer.pipe(Layer.provide([Secrets.layer, diskWith(() => 0.5)])))
    ),
    Layer.provideMerge(Layer.mergeAll(database, config, NodeServices.layer))
  )

type Connections = Layer.Success<typeof TestDatabase>

const servicesWith = <E>(config: Layer.Layer<AppConfig, E>) => servicesOver(config, TestDatabase)

/** The service on a database of its own and on the machine's clock, without its HTTP face: for tests with processes. */
export const LiveServices = servicesWith(TestConfig)

/** The same in a world without sockets, with its jobs, which run when a test says so. */
export const liveServicesWithin = (outbound: Layer.Layer<Outbound>) =>
  Loops.pipe(Layer.provideMerge(servicesOver(TestConfig, TestDatabase, outbound)))

/** The same on another database. */
export const liveServicesOver = <A, E>(database: Layer.Layer<Connections | A, E>) => servicesOver(TestConfig, database)

/** The same on the test clock. */
export const TestServices = LiveServices.pipe(Layer.provideMerge(ClockAtStart))

const Face = Served.pipe(
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provide(RequestBounds),
  Layer.provide(AccessLog.layerSilent)
)

/** The same behind its HTTP face, on a real socket. */
export const TestApp = Face.pipe(Layer.provideMerge(TestServices))

/** The same with another configuration. */
export const testAppWith = <E>(config: Layer.Layer<AppConfig, E>) =>
  Face.pipe(Layer.provideMerge(servicesWith(config)), Layer.provideMerge(ClockAtStart))

/** The same over a database that the suite can take away. */
export const testAppOver = <A, E>(database: Layer.Layer<Connections | A, E>) =>
  Face.pipe(Layer.provideMerge(servicesOver(TestConfig, database)), Layer.provideMerge(ClockAtStart))
