import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Context, Effect, FileSystem, Layer, type LogLevel, Option, Record, Redacted, Result, Schema } from "effect"
import type { IpNetwork } from "effect/net"
import path from "node:path"
import * as Schemas from "#platform/config-schemas"
import { ConfigInvalid, decode, invalid, read, readOr, type Variable } from "#platform/config-variable"
import { parseOutboundUrl } from "#platform/outbound-url"
import { keptSecret, newMasterKey, newSigningKey, newToken } from "#platform/generated-keys"
import { type VendorName, vendors, type VendorUrls } from "#platform/vendor-urls"

export { ConfigInvalid } from "#platform/config-variable"
export type { OutboundExemption, Storage } from "#platform/config-schemas"

const schemes = (...names: ReadonlyArray<string>) => names.map((name) => `${name}://…`).join(" or ")

const webAddress = "an http:// or https:// address without query, fragment and credentials"

const variables = {
  environment: { name: "NODE_ENV", takes: "the name of an environment", schema: Schema.String },
  port: { name: "PORT", takes: "a port number from 0 to 65535", schema: Schemas.PortNumber },
  host: { name: "HOST", takes: "a host name or an address to listen on", schema: Schemas.HostName },
  baseUrl: { name: "BASE_URL", takes: webAddress, schema: Schemas.WebUrl },
  dataDir: { name: "DATA_DIR", takes: "a folder that this process may write to", schema: Schema.String },
  databaseUrl: {
    name: "DATABASE_URL",
    takes: schemes("postgres", "postgresql"),
    schema: Schemas.serverUrl("postgres", "postgresql"),
    secret: true
  },
  storage: {
    name: "STORAGE_URL",
    takes: "file: with a folder, s3://bucket?endpoint=…&region=…, or none",
    schema: Schemas.StorageUrl
  },
  smtpUrl: {
    name: "SMTP_URL",
    takes: schemes("smtp", "smtps"),
    schema: Schemas.serverUrl("smtp", "smtps"),
    secret: true
  },
  mailFrom: { name: "MAIL_FROM", takes: "an address, or a name with <address>", schema: Schemas.Mailbox },
  redisUrl: {
    name: "REDIS_URL",
    takes: schemes("redis", "rediss"),
    schema: Schemas.serverUrl("redis", "rediss"),
    secret: true
  },
  masterKey: { name: "MASTER_KEY", takes: "32 bytes in base64", schema: Schemas.Key32, secret: true },
  masterKeysPrevious: {
    name: "MASTER_KEY_PREVIOUS",
    takes: "a comma list of keys of 32 bytes in base64",
    schema: Schemas.Key32List,
    secret: true
  },
  auditSigningKey: {
    name: "AUDIT_SIGNING_KEY",
    takes: "an Ed25519 private key as PKCS#8 PEM, or none",
    schema: Schemas.SigningKey,
    secret: true
  },
  operatorToken: {
    name: "OPERATOR_TOKEN",
    takes: "a token of visible ASCII characters without spaces",
    schema: Schemas.Token,
    secret: true
  },
  googleClientId: {
    name: "GOOGLE_CLIENT_ID",
    takes: "a client id of visible ASCII characters without spaces",
    schema: Schemas.Token
  },
  googleClientSecret: {
    name: "GOOGLE_CLIENT_SECRET",
    takes: "a client secret of visible ASCII characters without spaces",
    schema: Schemas.Token,
    secret: true
  },
  googleIssuer: { name: "VENDOR_GOOGLE_OIDC_URL", takes: webAddress, schema: Schemas.WebUrl },
  githubClientId: {
    name: "GITHUB_CLIENT_ID",
    takes: "a client id of visible ASCII characters without spaces",
    schema: Schemas.Token
  },
  githubClientSecret: {
    name: "GITHUB_CLIENT_SECRET",
    takes: "a client secret of visible ASCII characters without spaces",
    schema: Schemas.Token,
    secret: true
  },
  outboundAllow: {
    name: "OUTBOUND_ALLOW",
    takes: "a comma list of host:port, host names, addresses or CIDRs",
    schema: Schemas.OutboundAllowList
  },
  auditWitnessUrl: {
    name: "AUDIT_WITNESS_URL",
    takes: "an https:// address of a public host, or an http:// one that OUTBOUND_ALLOW exempts, without credentials",
    schema: Schemas.serverUrl("http", "https"),
    secret: true
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    takes: "a comma list of CIDRs or addresses",
    schema: Schemas.NetworkList
  },
  jobs: { name: "JOBS", takes: "on or off", schema: Schema.Literals(["on", "off"]) },
  logFormat: { name: "LOG_FORMAT", takes: "pretty or json", schema: Schema.Literals(["pretty", "json"]) },
  logLevel: {
    name: "LOG_LEVEL",
    takes: "all, trace, debug, info, warn, error, fatal or none",
    schema: Schemas.LogLevelName
  },
  otlpEndpoint: { name: "OTEL_EXPORTER_OTLP_ENDPOINT", takes: webAddress, schema: Schemas.WebUrl },
  otlpHeaders: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    takes: "a comma list of name=value, the values percent-encoded",
    schema: Schemas.HeaderList,
    secret: true
  },
  otelServiceName: { name: "OTEL_SERVICE_NAME", takes: "the name of a service", schema: Schema.String },
  otelResource: {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    takes: "a comma list of name=value, percent-encoded",
    schema: Schemas.ResourceAttributes
  }
} as const

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
    Effect.mapError((error) => failed(`cannot be used: ${error.reason._tag}`))
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

const readVendorUrl = (name: VendorName) =>
  read({ name: vendors[name].variable, takes: webAddress, schema: Schemas.WebUrl })

const readVendorUrls: Effect.Effect<VendorUrls, ConfigInvalid> = Effect.all(
  Record.map(vendors, (_, name) => readVendorUrl(name))
)

const make = Effect.gen(function* () {
  const production = yield* Effect.map(read(variables.environment), Option.contains("production"))
  const port = yield* readOr(variables.port, 3000)
  const host = yield* readOr(variables.host, "127.0.0.1")
  const baseUrl = yield* readOr(variables.baseUrl, `http://localhost:${port}`)
  const databaseUrl = yield* read(variables.databaseUrl)
  const storage = yield* readOr(variables.storage, { _tag: "Folder", path: "" })
  const smtpUrl = yield* read(variables.smtpUrl)
  const mailFrom = yield* readOr(variables.mailFrom, `Offboarding <no-reply@${new URL(baseUrl).hostname}>`)
  const redisUrl = yield* read(variables.redisUrl)
  const google = yield* readGoogle
  const github = yield* readClient(variables.githubClientId, variables.githubClientSecret)
  const masterKeysPrevious = yield* readOr(variables.masterKeysPrevious, [])
  const outboundAllow = yield* readOr(variables.outboundAllow, [])
  const auditWitnessUrl = yield* readWitnessUrl(outboundAllow)
  const vendorUrls = yield* readVendorUrls
  const trustedProxies = yield* readOr(variables.trustedProxies, [])
  const jobs = yield* readOr(variables.jobs, "on")
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

  if (production && Option.isNone(givenMasterKey)) {
    return yield* new ConfigInvalid({
      variable: variables.masterKey.name,
      message: `MASTER_KEY takes ${variables.masterKey.takes} and is required when NODE_ENV=production`
    })
  }
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
    databaseUrl: Option.map(databaseUrl, (it) => Redacted.make(it)),
    storage:
      storage._tag === "Folder" && storage.path === "" ? { ...storage, path: path.join(dataDir, "files") } : storage,
    smtpUrl: Option.map(smtpUrl, (it) => Redacted.make(it)),
    mailFrom,
    redisUrl: Option.map(redisUrl, (it) => Redacted.make(it)),
    google,
    github,
    masterKey: Redacted.make(masterKey),
    masterKeysPrevious: masterKeysPrevious.map((it) => Redacted.make(it)),
    auditSigningKey: Option.map(auditSigningKey, (it) => Redacted.make(it)),
    operatorToken: Redacted.make(operatorToken),
    outboundAllow,
    auditWitnessUrl,
    vendorUrls,
    trustedProxies,
    jobs: jobs === "on",
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
    readonly storage: Schemas.Storage
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
    /** 32 bytes. */
    readonly masterKey: Redacted.Redacted<Uint8Array>
    /** 32 bytes each; they unwrap, and never wrap. */
    readonly masterKeysPrevious: ReadonlyArray<Redacted.Redacted<Uint8Array>>
    /** Ed25519, PKCS#8 PEM; none: signing is not configured. */
    readonly auditSigningKey: Option.Option<Redacted.Redacted>
    readonly operatorToken: Redacted.Redacted
    readonly outboundAllow: ReadonlyArray<Schemas.OutboundExemption>
    /** Who keeps audit anchors outside of the service; none: nobody. */
    readonly auditWitnessUrl: Option.Option<Redacted.Redacted>
    /** Stand-ins and gateways in place of vendors' own addresses; they may be private, and plain HTTP there. */
    readonly vendorUrls: VendorUrls
    readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
    readonly jobs: boolean
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
