import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Clock, DateTime, Effect, Layer, Logger, Option, Record, Redacted, Stream } from "effect"
import { Gauges } from "#operations/gauges/service"
import { AppConfig } from "#platform/config/config"
import { variableNames } from "#platform/config/variables"
import { Randomness } from "#platform/crypto/random"
import { databaseLayer, type DatabaseOptions } from "#platform/database/connections"
import { migrationState } from "#platform/database/migrations"
import { Partitions } from "#platform/database/partitions"
import { embeddedAddress } from "#platform/database/service-database"
import { adviceFor, checkRoles, findSessions } from "#platform/database/start"
import { Files } from "#platform/files/files"
import { masterKeyId, Secrets } from "#platform/keys/secrets"
import { Signing, signingKeyId } from "#platform/keys/signing"
import { greetSmtp } from "#platform/mail/smtp"
import { Outbound } from "#platform/outbound/outbound"
import { innermostMessage } from "#platform/process/start-failed"
import { systemReason } from "#platform/process/system-reason"
import { lookalikes } from "#platform/variables/names"
import { JobHold } from "#platform/jobs/hold"
import { DoctorRepo } from "./repo.ts"
import {
  chainVerdict,
  clockVerdict,
  failed,
  type Finding,
  holdVerdict,
  keysVerdict,
  migrationVerdict,
  ok,
  partitionsVerdict,
  queuesVerdict,
  serverVerdict,
  type Verdict,
  warning
} from "./rules.ts"

const longest = "30 seconds"

/** One check: whatever happens in it, it ends with a finding. `otherwise` says what to do when it could not be made. */
const checked = <E, R>(check: string, otherwise: string, verdict: Effect.Effect<Verdict, E, R>) =>
  verdict.pipe(
    Effect.timeoutOrElse({
      duration: longest,
      orElse: () => Effect.succeed(failed(`no answer within ${longest}`, otherwise))
    }),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.succeed(failed(innermostMessage(Cause.squash(cause)) || "could not be checked", otherwise))
    ),
    Effect.map((found): Finding => ({ check, ...found }))
  )

const configuration = Effect.gen(function* () {
  const { baseUrl, databaseUrl, generatedKeys, production, smtpUrl } = yield* AppConfig
  const [lookalike] = lookalikes(Object.keys(process.env), variableNames)
  if (lookalike !== undefined) {
    const { meant, name } = lookalike
    return warning(
      `${name} is not a known variable`,
      meant === undefined ? "docs/operate/configuration.md lists what is" : `was ${meant} meant?`
    )
  }
  if (Option.isSome(databaseUrl) && generatedKeys.length > 0) {
    return warning(
      `${generatedKeys.join(" and ")} are in DATA_DIR of this machine, but the data is elsewhere`,
      "set them in the environment of every node, and keep a copy"
    )
  }
  if (production && baseUrl.startsWith("http:")) {
    return warning("BASE_URL is plain HTTP: cookies are not Secure", "use TLS in front of it, and https:// in BASE_URL")
  }
  if (production && Option.isNone(smtpUrl)) return warning("no SMTP_URL: emails are not sent", "set SMTP_URL")
  return ok(`all variables are valid${production ? ", for production" : ""}`)
})

const database = Effect.gen(function* () {
  const repo = yield* DoctorRepo
  return serverVerdict(yield* repo.server)
})

/** The time of the database, and this machine's in the middle of the question. */
const clock = Effect.gen(function* () {
  const repo = yield* DoctorRepo
  // The first question opens a connection, which takes its time.
  yield* repo.server
  const before = yield* Clock.currentTimeMillis
  const { now } = yield* repo.server
  const after = yield* Clock.currentTimeMillis
  return clockVerdict(now - (before + after) / 2, (after - before) / 2)
})

const keys = Effect.gen(function* () {
  const config = yield* AppConfig
  const repo = yield* DoctorRepo
  const { sealedWith, signedWith } = yield* repo.keys
  const verdict = keysVerdict({
    given: [config.masterKey, ...config.masterKeysPrevious].map(masterKeyId),
    lost: config.masterKeysLost,
    signing: Option.match(config.auditSigningKey, { onNone: () => "none", onSome: signingKeyId }),
    sealedWith,
    signedWith: signedWith ?? undefined
  })
  if (verdict.status === "failed") return verdict
  const secrets = yield* Secrets
  const opened = yield* secrets.open(yield* secrets.seal("doctor", "doctor"), "doctor")
  const signing = yield* Signing
  const bytes = new TextEncoder().encode("doctor")
  const signature = yield* signing.sign(bytes)
  const holds = Option.isNone(signature) || (yield* signing.verify(bytes, signature.value))
  return Redacted.value(opened) === "doctor" && holds
    ? verdict
    : failed("the keys cannot decrypt or verify the existing data", "set the right keys")
})

const storage = Effect.gen(function* () {
  const files = yield* Files
  if (!files.isConfigured) {
    return warning("none: documents, exports and archives return 503", "set STORAGE_URL")
  }
  const { uuid } = yield* Randomness
  const key = `doctor/${yield* uuid}`
  const written = new TextEncoder().encode(key)
  return yield* Effect.gen(function* () {
    yield* files.put(key, written, { contentType: "text/plain" })
    const read = Buffer.concat(yield* Stream.runCollect(files.get(key)))
    if (!read.equals(written)) return failed("a file was read differently than it was written", "check the storage")
    yield* files.requireRoom
    yield* files.delete(key)
    return ok(`a file was written, read and deleted (${files.address("…")})`)
  }).pipe(
    // The cause that prevented the write or read may also prevent the deletion, and is reported.
    Effect.tapError(() => Effect.ignore(files.delete(key)))
  )
})

const mail = Effect.gen(function* () {
  const { dataDir, production, smtpUrl } = yield* AppConfig
  if (Option.isNone(smtpUrl)) {
    const found = `no server: each email is a file in ${dataDir}/mail`
    return production ? warning(found, "set SMTP_URL") : ok(found)
  }
  yield* greetSmtp(smtpUrl.value)
  return ok(`${new URL(Redacted.value(smtpUrl.value)).host} accepts this service`)
})

const limits = Effect.gen(function* () {
  const { redisUrl } = yield* AppConfig
  if (Option.isNone(redisUrl)) return ok("each process counts on its own")
  const { createClient } = yield* Effect.promise(() => import("redis"))
  const client = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createClient({ url: Redacted.value(redisUrl.value), socket: { connectTimeout: 5000, reconnectStrategy: false } })
    ),
    (one) => Effect.sync(() => one.destroy())
  )
  client.on("error", () => {})
  yield* Effect.tryPromise(async () => {
    await client.connect()
    await client.ping()
  })
  return ok(`${new URL(Redacted.value(redisUrl.value)).host} responds`)
}).pipe(Effect.scoped)

/** What the operator named to be called: each is asked once, and whatever it answers is an answer. */
const outbound = Effect.gen(function* () {
  const { auditWitnessUrl, outboundAllow, vendorUrls } = yield* AppConfig
  const client = yield* Outbound
  const named = [
    ...Option.toArray(Option.map(auditWitnessUrl, (url) => ["AUDIT_WITNESS_URL", Redacted.value(url)] as const)),
    ...Record.toEntries(vendorUrls).flatMap(([name, url]) =>
      Option.toArray(Option.map(url, (address) => [`the gateway of ${name}`, address] as const))
    )
  ]
  const refusals = yield* Effect.forEach(
    named,
    ([name, url]) =>
      client.send({ method: "GET", url, operatorAddress: url, timeout: "5 seconds" }).pipe(
        Effect.as([]),
        Effect.catchTags({
          AddressRefused: ({ reason }) => Effect.succeed([`${name}: ${reason}`]),
          OutboundFailed: ({ message }) => Effect.succeed([`${name}: ${message}`])
        })
      ),
    { concurrency: 4 }
  )
  const unreached = refusals.flat()
  if (unreached.length > 0) {
    return failed(unreached.join("; "), "let this machine reach it: DNS, firewall, OUTBOUND_ALLOW")
  }
  return ok(
    named.length === 0
      ? `no operator URLs to call; ${outboundAllow.length} exempt from the public-address rule`
      : `${named.length} operator URLs respond`
  )
})

const chain = Effect.gen(function* () {
  const repo = yield* DoctorRepo
  const gauges = yield* Gauges
  const { broken, chains } = yield* repo.chains
  const { unanchored, unpublished } = yield* gauges.chains
  return chainVerdict({ chains, broken, unanchored, unpublished })
})

const queues = Effect.gen(function* () {
  const gauges = yield* Gauges
  const now = yield* DateTime.now
  const waiting = yield* gauges.backlogs
  return queuesVerdict(
    waiting.map(({ depth, oldest_due, queue }) => ({
      queue,
      depth,
      seconds: oldest_due === null ? 0 : (now.epochMilliseconds - oldest_due.epochMilliseconds) / 1000
    }))
  )
})

const hold = Effect.gen(function* () {
  const found = yield* Effect.flatMap(JobHold, ({ current }) => current)
  return holdVerdict(
    Option.getOrUndefined(
      Option.map(found, ({ backup_id, data_of, origin, ready_at }) => ({
        origin,
        backup: backup_id,
        dataOf: DateTime.formatIso(data_of),
        finished: ready_at !== null
      }))
    )
  )
})

const partitions = Effect.gen(function* () {
  const { through } = yield* Partitions
  const now = yield* DateTime.now
  return Option.match(yield* through, {
    onNone: () => ok("no table is partitioned"),
    onSome: (end) => partitionsVerdict((end.epochMilliseconds - now.epochMilliseconds) / 86_400_000)
  })
})

const optionsOf = Effect.gen(function* () {
  const { databaseTls, databaseUrl, dataDir } = yield* AppConfig
  if (Option.isSome(databaseUrl)) {
    return Option.some({
      url: databaseUrl.value,
      ...Option.match(databaseTls, { onNone: () => ({}), onSome: (tls) => ({ tls }) })
    })
  }
  const left = yield* Effect.mapError(embeddedAddress(dataDir), (error) =>
    failed(
      `the settings of the embedded database cannot be read under ${dataDir}: ${systemReason(error)}`,
      "run this as the user of the service"
    )
  )
  return Option.map(left, (url) => ({ url }))
})

const reachable = "start PostgreSQL, or fix DATABASE_URL"

/** The embedded database is up for as long as its service runs. */
const embeddedAdvice = Effect.map(AppConfig, ({ dataDir, databaseUrl }) =>
  Option.isSome(databaseUrl)
    ? undefined
    : `no service runs on the DATA_DIR ${dataDir}. Start it, or run this in the environment of the running one`
)

/** Whether it can be reached and used at all; answers how, for the checks that ask it something. */
const reached = Effect.fnUntraced(function* () {
  const given = yield* optionsOf
  if (Option.isNone(given))
    return yield* Effect.fail(
      failed(
        "no DATABASE_URL is set, and no embedded database is under DATA_DIR",
        "run this in the environment of the service, or start the service once"
      )
    )
  const options: DatabaseOptions = given.value
  const embedded = yield* embeddedAdvice
  return yield* Effect.gen(function* () {
    const found = { ...options, sessions: yield* findSessions(options), maxConnections: 2 }
    yield* checkRoles(found)
    return found
  }).pipe(
    Effect.mapError((failure) => {
      const said = innermostMessage(failure)
      return failed(said, embedded ?? (adviceFor(failure, said) || reachable))
    })
  )
})

const ofTheDatabase = ["migrations", "clock", "keys", "chain", "hold", "queues", "partitions"]

const withDatabase = Effect.fnUntraced(
  function* (options: DatabaseOptions) {
    return [
      yield* checked("database", reachable, database),
      yield* checked("migrations", reachable, Effect.map(migrationState(options), migrationVerdict)),
      yield* checked("clock", reachable, clock),
      yield* checked("keys", "set the keys that the database was created with", keys),
      yield* checked("chain", "start this release once, so that its migrations are applied", chain),
      yield* checked("hold", "start this release once, so that its migrations are applied", hold),
      yield* checked("queues", "start this release once, so that its migrations are applied", queues),
      yield* checked("partitions", "start this release once, so that its migrations are applied", partitions)
    ]
  },
  (effect, options) =>
    Effect.provide(
      effect,
      Layer.mergeAll(DoctorRepo.layer, Gauges.layer, JobHold.layerNoDeps, Partitions.layerNoDeps).pipe(
        Layer.provide(databaseLayer(options))
      )
    )
)

const others = Effect.gen(function* () {
  return [
    yield* checked("storage", "fix STORAGE_URL, or let this process write there", storage),
    yield* checked("mail", "fix SMTP_URL, or let this machine reach it", mail),
    yield* checked("limits", "fix REDIS_URL, or let this machine reach it", limits),
    yield* checked("outbound", "let this machine reach it", outbound)
  ]
})

const unseen = (verdict: Verdict): ReadonlyArray<Finding> => [
  { check: "database", ...verdict },
  ...ofTheDatabase.map((check): Finding => ({
    check,
    status: "failed",
    found: "not checked",
    todo: "fix the database first"
  }))
]

const overDatabase = Effect.flatMap(reached(), withDatabase).pipe(
  Effect.catchTag("SqlError", (failure) => Effect.fail(failed(innermostMessage(failure), reachable))),
  Effect.catch((verdict) => Effect.succeed(unseen(verdict)))
)

const whole = Effect.gen(function* () {
  return [
    yield* checked("configuration", "docs/operate/configuration.md lists what each takes", configuration),
    ...(yield* overDatabase),
    ...(yield* others)
  ]
}).pipe(
  Effect.provide(Layer.mergeAll(Outbound.layer, Files.layer, Signing.layer, Randomness.layer)),
  Effect.provide(Secrets.layer)
)

/** Checks everything the service depends on, by the environment of this process; leaves no changes. */
export const examine: Effect.Effect<ReadonlyArray<Finding>> = Effect.matchEffect(
  Effect.scoped(Layer.build(Layer.fresh(AppConfig.layer))),
  {
    onFailure: ({ message }) =>
      Effect.succeed([
        {
          check: "configuration",
          status: "failed" as const,
          found: message,
          todo: "fix it: nothing else can be checked"
        }
      ]),
    onSuccess: (config) => Effect.provide(whole, config)
  }
).pipe(
  // What is worth a line is a finding.
  Effect.provide(Logger.layer([])),
  Effect.provide(NodeServices.layer),
  Effect.scoped
)
