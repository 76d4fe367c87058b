import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { ByteSize, Context, Duration, Effect, FileSystem, Layer, Option, Record, Redacted, Result } from "effect"
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
    /** None: the embedded PostgreSQL. */
    databaseUrl: Option.map(database, ({ url }) => url),
    /** TLS that `databaseUrl` asks for beyond what the driver reads in it. */
    databaseTls: Option.flatMapNullishOr(database, ({ tls }) => tls),
    /** The same database as the owner of its tables; none: `databaseUrl` is that. */
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
    message: "JOBS=off and ROLES contradict each other. Remove JOBS"
  })
})

/** Its value is not shown in logs and errors. */
const secret = <A, E, R>(given: Effect.Effect<Option.Option<A>, E, R>) =>
  Effect.map(
    given,
    Option.map((value) => Redacted.make(value))
  )

const make = Effect.gen(function* () {
  const production = yield* Effect.map(read(variables.environment), Option.contains("production"))
  const port = yield* readOr(variables.port, 3000)
  const host = yield* readOr(variables.host, "127.0.0.1")
  /** Without a trailing slash. */
  const baseUrl = yield* readOr(variables.baseUrl, `http://localhost:${port}`)
  const databases = yield* readDatabases
  const outboundAllow = yield* readOr(variables.outboundAllow, [])
  const plain = yield* Effect.all({
    /** A replica, for reports and exports; none: they are read from `databaseUrl`. */
    databaseRead: readDatabase(variables.databaseReadUrl),
    /** How far the replica may be behind. */
    databaseReadLag: readOr(variables.databaseReadLag, Duration.seconds(10)),
    /** After how long without an answer the database is asked whether it is there. */
    databaseAnswerTimeout: readOr(variables.databaseAnswerTimeout, defaultAnswerTimeout),
    storage: readOr(variables.storage, { _tag: "Folder", path: "" }),
    /** Storage quota for the documents of one organization. */
    storageQuota: readOr(variables.storageQuota, ByteSize.gibibytes(20)),
    /** None: each mail is a file under `dataDir`. */
    smtpUrl: secret(read(variables.smtpUrl)),
    mailFrom: readOr(variables.mailFrom, `Offboarding <no-reply@${new URL(baseUrl).hostname}>`),
    redisUrl: secret(read(variables.redisUrl)),
    /** Sign-in with Google, and connecting its services; none: not configured. `issuer` is without a trailing slash. */
    google: readGoogle,
    /** The OAuth app that organizations connect GitHub with; none: not configured. */
    github: readClient(variables.githubClientId, variables.githubClientSecret),
    /** The operator's own e-signature account; none: only accounts that organizations connect. */
    eSignature: secret(read(variables.eSignature)),
    /** 32 bytes each; they unwrap, and never wrap. */
    masterKeysPrevious: Effect.map(readOr(variables.masterKeysPrevious, []), (keys) =>
      keys.map((key) => Redacted.make(key))
    ),
    /** Ids of keys that are lost. */
    masterKeysLost: readOr(variables.masterKeysLost, []),
    /** The id of the signing key that `auditSigningKey` is to replace, or `none`. */
    auditSigningKeyReplaces: read(variables.auditSigningKeyReplaces),
    /** The keeper of audit anchors outside of the service. */
    auditWitnessUrl: readWitnessUrl(outboundAllow),
    /** Stand-ins and gateways in place of vendors' own addresses; they may be private, and plain HTTP there. */
    vendorUrls: readVendorUrls,
    trustedProxies: readOr(variables.trustedProxies, []),
    /** What this process does of all that the service does. */
    roles: readRoles,
    /** How long requests are still taken once readiness says that the process stops. */
    shutdownDelay: readOr(variables.shutdownDelay, Duration.seconds(production ? 5 : 0)),
    logFormat: readOr(variables.logFormat, process.stdout.isTTY ? "pretty" : "json"),
    logLevel: readOr(variables.logLevel, "Info"),
    /** None: nothing is sent by OTLP. */
    otlpEndpoint: read(variables.otlpEndpoint),
    otlpHeaders: Effect.map(readOr(variables.otlpHeaders, {}), (headers) => Redacted.make(headers)),
    otelServiceName: read(variables.otelServiceName),
    /** Attributes of this process in all that it sends. */
    otelResource: readOr(variables.otelResource, {})
  })

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
  const signingKeyFile = kept("audit-signing-key.pem")
  const { storage } = plain

  return {
    ...plain,
    ...databases,
    production,
    port,
    host,
    baseUrl,
    /** Absolute. */
    dataDir,
    outboundAllow,
    storage:
      storage._tag === "Folder" && storage.path === "" ? { ...storage, path: path.join(dataDir, "files") } : storage,
    /** 32 bytes. */
    masterKey: Redacted.make(yield* orKept(givenMasterKey, variables.masterKey, kept("master-key"), newMasterKey)),
    /** Ed25519, PKCS#8 PEM; none: signing is not configured. */
    auditSigningKey: Option.map(
      yield* orKept(givenSigningKey, variables.auditSigningKey, signingKeyFile, newSigningKey),
      (key) => Redacted.make(key)
    ),
    operatorToken: Redacted.make(
      yield* orKept(givenOperatorToken, variables.operatorToken, path.join(dataDir, "operator-token"), newToken)
    ),
    /** Variables of keys that were not set, so the keys are under `dataDir`. */
    generatedKeys: [
      ...(Option.isNone(givenMasterKey) ? [variables.masterKey.name] : []),
      ...(Option.isNone(givenSigningKey) ? [variables.auditSigningKey.name] : [])
    ]
  }
})

/**
 * The configuration of one process, from the environment and the keys under `DATA_DIR`: `variables.ts` says what each variable
 * takes. `layer` fails with `ConfigInvalid` at the first bad value.
 */
export class AppConfig extends Context.Service<AppConfig>()("svc/platform/AppConfig", { make }) {
  static readonly layerNoDeps = Layer.effect(AppConfig, AppConfig.make)
  static readonly layer = AppConfig.layerNoDeps.pipe(Layer.provide(NodeFileSystem.layer))
}
