import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import {
  ByteSize,
  Context,
  Duration,
  Effect,
  FileSystem,
  Layer,
  type LogLevel,
  Option,
  Record,
  Redacted,
  Result
} from "effect"
import type { IpNetwork } from "effect/net"
import path from "node:path"
import * as Schemas from "#platform/variables/schemas"
import { ConfigInvalid, decode, invalid, read, readOr, type Variable } from "#platform/variables/variable"
import { defaultAnswerTimeout } from "#platform/database/answers"
import { type DatabaseTls, databaseTls as tlsOf } from "#platform/database/tls"
import { parseOutboundUrl } from "#platform/addresses/url"
import { systemReason } from "#platform/process/system-reason"
import { keptSecret, newMasterKey, newSigningKey, newToken } from "#platform/crypto/generated-keys"
import { variables, vendorVariable } from "./variables.ts"
import { vendors, type VendorUrls } from "./vendor-urls.ts"

export { ConfigInvalid } from "#platform/variables/variable"
export type { OutboundExemption, Role, Storage } from "#platform/variables/schemas"

/** Where a database is, and the TLS that its address asks for beyond what the driver reads in it. */
interface DatabaseAddress {
  readonly url: Redacted.Redacted
  readonly tls?: DatabaseTls
}

/** What was given, else the secret kept in `file`, which the first start makes. */
const orKept = Effect.fnUntraced(function* <A>(
  given: Option.Option<A>,
  variable: Variable<A>,
  file: string,
  generate: Effect.Effect<string>
) {
  if (Option.isSome(given)) return given.value
  const failed = (reason: string) =>
    new ConfigInvalid({ variable: variable.name, message: `${variable.name} is unset and ${file} ${reason}` })
  const text = yield* keptSecret(file, generate).pipe(
    Effect.mapError((error) => failed(`cannot be used: ${systemReason(error)}`))
  )
  return yield* decode(variable, text).pipe(Effect.mapError(() => failed(`does not hold ${variable.takes}`)))
})

/** Makes the folder if it is missing. A dropped-privilege database user must be able to pass through, hence 0711. */
const preparedDataDir = Effect.fnUntraced(function* (written: string) {
  const fs = yield* FileSystem.FileSystem
  const dataDir = path.resolve(written)
  yield* Effect.gen(function* () {
    if (!(yield* fs.exists(dataDir))) yield* fs.makeDirectory(dataDir, { recursive: true, mode: 0o711 })
    yield* fs.readDirectory(dataDir)
    yield* fs.access(dataDir, { writable: true })
  }).pipe(Effect.mapError(() => invalid(variables.dataDir, written)))
  return dataDir
})

/** Judged by the rules of outbound calls, so that a witness that would never be called stops the start. */
const readWitnessUrl = Effect.fnUntraced(function* (allowed: ReadonlyArray<Schemas.OutboundExemption>) {
  const given = yield* read(variables.auditWitnessUrl)
  if (Option.exists(given, (text) => Result.isFailure(parseOutboundUrl(text, allowed)))) {
    return yield* invalid(variables.auditWitnessUrl, "")
  }
  return Option.map(given, (text) => Redacted.make(text))
})

/** Both or neither: one alone is a mistake that should not be found out by the first who signs in. */
const readClient = Effect.fnUntraced(function* (id: Variable<string>, secret: Variable<string>) {
  const clientId = yield* read(id)
  const clientSecret = yield* read(secret)
  const missing = (variable: Variable<string>, other: Variable<string>) =>
    new ConfigInvalid({
      variable: variable.name,
      message: `${variable.name} takes ${variable.takes} and is required when ${other.name} is set`
    })
  if (Option.isNone(clientId) && Option.isNone(clientSecret)) return Option.none()
  if (Option.isNone(clientId)) return yield* missing(id, secret)
  if (Option.isNone(clientSecret)) return yield* missing(secret, id)
  return Option.some({ clientId: clientId.value, clientSecret: Redacted.make(clientSecret.value) })
})

const readGoogle = Effect.gen(function* () {
  const client = yield* readClient(variables.googleClientId, variables.googleClientSecret)
  const issuer = yield* readOr(variables.googleIssuer, "https://accounts.google.com")
  return Option.map(client, (known) => ({ ...known, issuer }))
})

const readVendorUrls: Effect.Effect<VendorUrls, ConfigInvalid, FileSystem.FileSystem> = Effect.all(
  Record.map(vendors, (_, name) => read(vendorVariable(name)))
)

/** Its authority's certificate is read by now, so that a file that is missing stops the start. */
const readDatabase = Effect.fnUntraced(function* (variable: Variable<string>) {
  const address = yield* read(variable)
  if (Option.isNone(address)) return Option.none<DatabaseAddress>()
  const tls = yield* Effect.mapError(
    tlsOf(variable.name, address.value),
    (message) => new ConfigInvalid({ variable: variable.name, message })
  )
  const url = Redacted.make(address.value)
  return Option.some<DatabaseAddress>(Option.isSome(tls) ? { url, tls: tls.value } : { url })
})

const readDatabases = Effect.gen(function* () {
  const database = yield* readDatabase(variables.databaseUrl)
  return {
    databaseUrl: Option.map(database, ({ url }) => url),
    databaseTls: Option.flatMapNullishOr(database, ({ tls }) => tls),
    databaseMigration: yield* readDatabase(variables.databaseMigrationUrl)
  }
})

/**
 * Where the service's database is, as `AppConfig` has it, for what neither seals nor signs: no key is asked for, and nothing
 * is made under `DATA_DIR`.
 */
export const whereDatabaseIs = Effect.gen(function* () {
  const databases = yield* readDatabases
  return { ...databases, dataDir: path.resolve(yield* readOr(variables.dataDir, ".data")) }
})

/** A key that is generated where none must be lost is one that the next container does not have. */
const requiredInProduction = <A>(production: boolean, variable: Variable<A>, given: Option.Option<A>) =>
  production && Option.isNone(given)
    ? new ConfigInvalid({
        variable: variable.name,
        message: `${variable.name} takes ${variable.takes}, and is required when NODE_ENV=production`
      })
    : Effect.void

/** A variable that a manifest forgot must not put the data into a container's folder. */
const databaseInProduction = Effect.fnUntraced(function* (production: boolean, given: Option.Option<unknown>) {
  const embedded = yield* readOr(variables.embeddedDatabase, "no")
  if (!production || Option.isSome(given) || embedded === "yes") return
  const { name, takes } = variables.databaseUrl
  return yield* new ConfigInvalid({
    variable: name,
    message:
      `${name} takes ${takes}, and is required when NODE_ENV=production. ` +
      "EMBEDDED_DATABASE=yes keeps the data in an embedded PostgreSQL under DATA_DIR instead"
  })
})

/** `JOBS` is the older and shorter word. */
const readRoles = Effect.gen(function* () {
  const given = yield* read(variables.roles)
  const jobs = yield* readOr(variables.jobs, "on")
  if (jobs === "on") return Option.getOrElse(given, () => Schemas.Role.literals)
  if (Option.isNone(given)) return ["http" as const]
  return yield* new ConfigInvalid({
    variable: variables.jobs.name,
    message: "JOBS=off and ROLES say the same thing in two ways: leave JOBS out"
  })
})

const make = Effect.gen(function* () {
  const production = yield* Effect.map(read(variables.environment), Option.contains("production"))
  const port = yield* readOr(variables.port, 3000)
  const host = yield* readOr(variables.host, "127.0.0.1")
  const baseUrl = yield* readOr(variables.baseUrl, `http://localhost:${port}`)
  const databases = yield* readDatabases
  const databaseRead = yield* readDatabase(variables.databaseReadUrl)
  const databaseReadLag = yield* readOr(variables.databaseReadLag, Duration.seconds(10))
  const databaseAnswerTimeout = yield* readOr(variables.databaseAnswerTimeout, defaultAnswerTimeout)
  const storage = yield* readOr(variables.storage, { _tag: "Folder", path: "" })
  const storageQuota = yield* readOr(variables.storageQuota, ByteSize.gibibytes(20))
  const smtpUrl = yield* read(variables.smtpUrl)
  const mailFrom = yield* readOr(variables.mailFrom, `Offboarding <no-reply@${new URL(baseUrl).hostname}>`)
  const redisUrl = yield* read(variables.redisUrl)
  const google = yield* readGoogle
  const github = yield* readClient(variables.githubClientId, variables.githubClientSecret)
  const eSignature = yield* read(variables.eSignature)
  const masterKeysPrevious = yield* readOr(variables.masterKeysPrevious, [])
  const masterKeysLost = yield* readOr(variables.masterKeysLost, [])
  const auditSigningKeyReplaces = yield* read(variables.auditSigningKeyReplaces)
  const outboundAllow = yield* readOr(variables.outboundAllow, [])
  const auditWitnessUrl = yield* readWitnessUrl(outboundAllow)
  const vendorUrls = yield* readVendorUrls
  const trustedProxies = yield* readOr(variables.trustedProxies, [])
  const roles = yield* readRoles
  const shutdownDelay = yield* readOr(variables.shutdownDelay, Duration.seconds(production ? 5 : 0))
  const logFormat = yield* readOr(variables.logFormat, process.stdout.isTTY ? "pretty" : "json")
  const logLevel = yield* readOr(variables.logLevel, "Info")
  const otlpEndpoint = yield* read(variables.otlpEndpoint)
  const otlpHeaders = yield* readOr(variables.otlpHeaders, {})
  const otelServiceName = yield* read(variables.otelServiceName)
  const otelResource = yield* readOr(variables.otelResource, {})

  const givenMasterKey = yield* read(variables.masterKey)
  const givenSigningKey = yield* read(variables.auditSigningKey)
  const givenOperatorToken = yield* read(variables.operatorToken)
  const writtenDataDir = yield* readOr(variables.dataDir, ".data")

  yield* requiredInProduction(production, variables.masterKey, givenMasterKey)
  yield* requiredInProduction(production, variables.auditSigningKey, givenSigningKey)
  yield* databaseInProduction(production, databases.databaseUrl)
  // Everything that needs no file is checked by now, so a bad value leaves nothing behind.
  const dataDir = yield* preparedDataDir(writtenDataDir)
  const kept = (name: string) => path.join(dataDir, "keys", name)
  const masterKey = yield* orKept(givenMasterKey, variables.masterKey, kept("master-key"), newMasterKey)
  const auditSigningKey = yield* orKept(
    givenSigningKey,
    variables.auditSigningKey,
    kept("audit-signing-key.pem"),
    newSigningKey
  )
  const operatorToken = yield* orKept(
    givenOperatorToken,
    variables.operatorToken,
    path.join(dataDir, "operator-token"),
    newToken
  )

  return AppConfig.of({
    port,
    host,
    baseUrl,
    dataDir,
    ...databases,
    databaseRead,
    databaseReadLag,
    databaseAnswerTimeout,
    storage:
      storage._tag === "Folder" && storage.path === "" ? { ...storage, path: path.join(dataDir, "files") } : storage,
    storageQuota,
    smtpUrl: Option.map(smtpUrl, (it) => Redacted.make(it)),
    mailFrom,
    redisUrl: Option.map(redisUrl, (it) => Redacted.make(it)),
    google,
    github,
    eSignature: Option.map(eSignature, (it) => Redacted.make(it)),
    masterKey: Redacted.make(masterKey),
    masterKeysPrevious: masterKeysPrevious.map((it) => Redacted.make(it)),
    masterKeysLost,
    auditSigningKey: Option.map(auditSigningKey, (it) => Redacted.make(it)),
    auditSigningKeyReplaces,
    generatedKeys: [
      ...(Option.isNone(givenMasterKey) ? [variables.masterKey.name] : []),
      ...(Option.isNone(givenSigningKey) ? [variables.auditSigningKey.name] : [])
    ],
    operatorToken: Redacted.make(operatorToken),
    outboundAllow,
    auditWitnessUrl,
    vendorUrls,
    trustedProxies,
    roles,
    shutdownDelay,
    logFormat,
    logLevel,
    otlpEndpoint,
    otlpHeaders: Redacted.make(otlpHeaders),
    otelServiceName,
    otelResource,
    production
  })
})

/** The configuration of one process, from the environment and the keys under `DATA_DIR` (decisions, section 2). */
export class AppConfig extends Context.Service<
  AppConfig,
  {
    readonly port: number
    readonly host: string
    /** Without a trailing slash. */
    readonly baseUrl: string
    /** Absolute. */
    readonly dataDir: string
    /** None: the embedded PostgreSQL. */
    readonly databaseUrl: Option.Option<Redacted.Redacted>
    /** TLS that `databaseUrl` asks for beyond what the driver reads in it. */
    readonly databaseTls: Option.Option<DatabaseTls>
    /** The same database as the owner of its tables; none: `databaseUrl` is that. */
    readonly databaseMigration: Option.Option<DatabaseAddress>
    /** A replica, for reports and exports; none: they are read from `databaseUrl`. */
    readonly databaseRead: Option.Option<DatabaseAddress>
    /** How far the replica may be behind. */
    readonly databaseReadLag: Duration.Duration
    /** After how long without an answer the database is asked whether it is there. */
    readonly databaseAnswerTimeout: Duration.Duration
    readonly storage: Schemas.Storage
    /** What the documents of one organisation may take together. */
    readonly storageQuota: ByteSize.ByteSize
    /** None: each mail is a file under `dataDir`. */
    readonly smtpUrl: Option.Option<Redacted.Redacted>
    readonly mailFrom: string
    readonly redisUrl: Option.Option<Redacted.Redacted>
    /** Sign-in with Google, and connecting its services; none: not configured. `issuer` is without a trailing slash. */
    readonly google: Option.Option<{
      readonly clientId: string
      readonly clientSecret: Redacted.Redacted
      readonly issuer: string
    }>
    /** The OAuth app by which organisations connect GitHub; none: not configured. */
    readonly github: Option.Option<{ readonly clientId: string; readonly clientSecret: Redacted.Redacted }>
    /** The operator's own e-signature account; none: only those that organisations connect. */
    readonly eSignature: Option.Option<Redacted.Redacted<Schemas.ESignatureAccount>>
    /** 32 bytes. */
    readonly masterKey: Redacted.Redacted<Uint8Array>
    /** 32 bytes each; they unwrap, and never wrap. */
    readonly masterKeysPrevious: ReadonlyArray<Redacted.Redacted<Uint8Array>>
    /** Ids of keys that nobody has any more. */
    readonly masterKeysLost: ReadonlyArray<string>
    /** Ed25519, PKCS#8 PEM; none: signing is not configured. */
    readonly auditSigningKey: Option.Option<Redacted.Redacted>
    /** The id of the signing key that `auditSigningKey` is to replace, or `none`. */
    readonly auditSigningKeyReplaces: Option.Option<string>
    /** The variables of keys that were not given, so that they lie under `dataDir`. */
    readonly generatedKeys: ReadonlyArray<string>
    readonly operatorToken: Redacted.Redacted
    readonly outboundAllow: ReadonlyArray<Schemas.OutboundExemption>
    /** Who keeps audit anchors outside of the service; none: nobody. */
    readonly auditWitnessUrl: Option.Option<Redacted.Redacted>
    /** Stand-ins and gateways in place of vendors' own addresses; they may be private, and plain HTTP there. */
    readonly vendorUrls: VendorUrls
    readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
    /** What this process does of all that the service does. */
    readonly roles: ReadonlyArray<Schemas.Role>
    /** How long requests are still taken once readiness says that the process stops. */
    readonly shutdownDelay: Duration.Duration
    readonly logFormat: "pretty" | "json"
    readonly logLevel: LogLevel.LogLevel
    /** None: nothing is sent by OTLP. */
    readonly otlpEndpoint: Option.Option<string>
    readonly otlpHeaders: Redacted.Redacted<Readonly<Record<string, string>>>
    readonly otelServiceName: Option.Option<string>
    /** What is told of this process with all that it sends. */
    readonly otelResource: Readonly<Record<string, string>>
    readonly production: boolean
  }
>()("svc/platform/AppConfig") {
  /** Fails with `ConfigInvalid` at the first bad value. */
  static readonly layerNoDeps = Layer.effect(AppConfig, make)
  static readonly layer = AppConfig.layerNoDeps.pipe(Layer.provide(NodeFileSystem.layer))
}
