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
  Result,
  Schema
} from "effect"
import type { IpNetwork } from "effect/net"
import path from "node:path"
import * as Schemas from "#platform/variables/schemas"
import { ConfigInvalid, decode, fileVariable, invalid, read, readOr, type Variable } from "#platform/variables/variable"
import { type DatabaseTls, databaseTls as tlsOf } from "#platform/database/tls"
import { parseOutboundUrl } from "#platform/addresses/url"
import { keptSecret, newMasterKey, newSigningKey, newToken } from "#platform/crypto/generated-keys"
import { type VendorName, vendors, type VendorUrls } from "./vendor-urls.ts"

export { ConfigInvalid } from "#platform/variables/variable"
export type { OutboundExemption, Role, Storage } from "#platform/variables/schemas"

/** Where a database is, and the TLS that its address asks for beyond what the driver reads in it. */
interface DatabaseAddress {
  readonly url: Redacted.Redacted
  readonly tls?: DatabaseTls
}

const schemes = (...names: ReadonlyArray<string>) => names.map((name) => `${name}://…`).join(" or ")

const webAddress = "an http:// or https:// address without query, fragment and credentials"

/** Every variable of the environment but the vendors' (`vendorVariable`); README's table is printed from here. */
export const variables = {
  environment: {
    name: "NODE_ENV",
    takes: "the name of an environment",
    schema: Schema.String,
    meaning: "`production`: keys must be given, none is generated",
    example: "production"
  },
  port: {
    name: "PORT",
    takes: "a port number from 0 to 65535",
    schema: Schemas.PortNumber,
    meaning: "the port to listen on; 0 is any free one",
    default: "`3000`",
    example: "8080"
  },
  host: {
    name: "HOST",
    takes: "a host name or an address to listen on",
    schema: Schemas.HostName,
    meaning: "the address to listen on",
    default: "`127.0.0.1`",
    example: "0.0.0.0"
  },
  baseUrl: {
    name: "BASE_URL",
    takes: webAddress,
    schema: Schemas.WebUrl,
    meaning: "where people and programs reach the service: links in mails; cookies are `Secure` when it is https",
    default: "`http://localhost:$PORT`",
    example: "https://leave.acme.example"
  },
  dataDir: {
    name: "DATA_DIR",
    takes: "a folder that this process may write to",
    schema: Schema.String,
    meaning: "the embedded database, files, mails, generated keys",
    default: "`.data`",
    example: "/var/lib/offboarding"
  },
  databaseUrl: {
    name: "DATABASE_URL",
    takes: schemes("postgres", "postgresql"),
    schema: Schemas.serverUrl("postgres", "postgresql"),
    secret: true,
    meaning:
      "a PostgreSQL server of one's own; TLS by `sslmode` (`require` and up verify the certificate), `ssl=true`, `sslrootcert=FILE`",
    default: "an embedded PostgreSQL under `DATA_DIR`",
    example: "postgres://svc:…@db.internal/offboarding?sslmode=verify-full"
  },
  databaseMigrationUrl: {
    name: "DATABASE_MIGRATION_URL",
    takes: schemes("postgres", "postgresql"),
    schema: Schemas.serverUrl("postgres", "postgresql"),
    secret: true,
    meaning:
      "the same database as the role that owns its tables, for migrations alone (see `docs/operate/databases.md`)",
    default: "`DATABASE_URL`, whose role owns the tables then",
    example: "postgres://owner:…@db.internal/offboarding?sslmode=verify-full"
  },
  databaseReadUrl: {
    name: "DATABASE_READ_URL",
    takes: schemes("postgres", "postgresql"),
    schema: Schemas.serverUrl("postgres", "postgresql"),
    secret: true,
    meaning: "a replica of the database, which reports and exports are read from while it is not too far behind",
    default: "reports and exports are read from `DATABASE_URL`",
    example: "postgres://svc:…@replica.internal/offboarding?sslmode=verify-full"
  },
  databaseReadLag: {
    name: "DATABASE_READ_LAG",
    takes: "a whole number of seconds from 0 to 600",
    schema: Schemas.Seconds,
    meaning: "how far the replica may be behind to be read",
    default: "`10`",
    example: "30"
  },
  storage: {
    name: "STORAGE_URL",
    takes: "file: with a folder, s3://bucket?endpoint=…&region=…, or none",
    schema: Schemas.StorageUrl,
    meaning: "where files lie; with `none` whatever needs them answers 503",
    default: "`file:` under `DATA_DIR`",
    example: "s3://offboarding?region=eu-central-1"
  },
  storageQuota: {
    name: "STORAGE_QUOTA",
    takes: "a size with its unit: B, kB, MB, GB, TB, KiB, MiB, GiB or TiB",
    schema: Schemas.Size,
    meaning: "how much the documents of one organisation may take together; an upload beyond it answers 409",
    default: "`20 GiB`",
    example: "500 GiB"
  },
  smtpUrl: {
    name: "SMTP_URL",
    takes: schemes("smtp", "smtps"),
    schema: Schemas.serverUrl("smtp", "smtps"),
    secret: true,
    meaning: "the mail server",
    default: "each mail is a file under `DATA_DIR/mail`",
    example: "smtps://user:…@mail.acme.example:465"
  },
  mailFrom: {
    name: "MAIL_FROM",
    takes: "an address, or a name with <address>",
    schema: Schemas.Mailbox,
    meaning: "whom mails come from",
    default: "`Offboarding <no-reply@…>` at the host of `BASE_URL`",
    example: "People Team <people@acme.example>"
  },
  redisUrl: {
    name: "REDIS_URL",
    takes: schemes("redis", "rediss"),
    schema: Schemas.serverUrl("redis", "rediss"),
    secret: true,
    meaning: "counts rate limits for several nodes together",
    default: "each process counts for itself",
    example: "rediss://cache.internal:6380"
  },
  masterKey: {
    name: "MASTER_KEY",
    takes: "32 random bytes in base64",
    schema: Schemas.Key32,
    secret: true,
    meaning:
      "seals every stored secret and the key of every person; a start with another one than the database knows is refused",
    default: "generated into `DATA_DIR/keys`; required in production",
    example: "`openssl rand -base64 32`"
  },
  masterKeysPrevious: {
    name: "MASTER_KEY_PREVIOUS",
    takes: "a comma list of keys of 32 random bytes in base64",
    schema: Schemas.Key32List,
    secret: true,
    meaning: "keys of before, which only open what they sealed",
    example: "the former `MASTER_KEY`"
  },
  backupKey: {
    name: "BACKUP_KEY",
    takes: "32 random bytes in base64",
    schema: Schemas.Key32,
    secret: true,
    meaning: "seals what `admin backup` writes, and opens it; the service itself does not read it",
    default: "none; `admin backup` asks for it",
    example: "`openssl rand -base64 32`"
  },
  masterKeysLost: {
    name: "MASTER_KEY_LOST",
    takes: "a comma list of ids of master keys, 8 hex digits each",
    schema: Schemas.MasterKeyIds,
    meaning: "keys that the database was sealed with and nobody has any more: what they sealed is given up",
    example: "19119e6d"
  },
  auditSigningKey: {
    name: "AUDIT_SIGNING_KEY",
    takes: "an Ed25519 private key as PKCS#8 PEM, or none",
    schema: Schemas.SigningKey,
    secret: true,
    meaning: "signs exports, archives and anchors of the audit log; the same on every node",
    default: "generated into `DATA_DIR/keys`; required in production",
    example: "`openssl genpkey -algorithm ed25519`"
  },
  auditSigningKeyReplaces: {
    name: "AUDIT_SIGNING_KEY_REPLACES",
    takes: "the id of a signing key, 16 hex digits, or none",
    schema: Schemas.SigningKeyId,
    meaning:
      "says that `AUDIT_SIGNING_KEY` is to take the place of this key; without it a start with another key is refused",
    example: "6dad0dc0ddb95cee"
  },
  operatorToken: {
    name: "OPERATOR_TOKEN",
    takes: "a token of at least 32 visible ASCII characters without spaces, drawn at random",
    schema: Schemas.OperatorToken,
    secret: true,
    meaning: "opens `/rpc` (the operator's command) and `/metrics`",
    default: "generated into `DATA_DIR/operator-token`",
    example: "`openssl rand -hex 32`"
  },
  googleClientId: {
    name: "GOOGLE_CLIENT_ID",
    takes: "a client id of visible ASCII characters without spaces",
    schema: Schemas.Token,
    meaning:
      "sign-in with Google (redirect URI `$BASE_URL/api/auth/google/callback`) and connecting its services (`$BASE_URL/api/integrations/{google-workspace,google-calendar}/oauth/callback`)",
    example: "123-abc.apps.googleusercontent.com"
  },
  googleClientSecret: {
    name: "GOOGLE_CLIENT_SECRET",
    takes: "a client secret of visible ASCII characters without spaces",
    schema: Schemas.Token,
    secret: true,
    meaning: "goes with `GOOGLE_CLIENT_ID`",
    example: "GOCSPX-…"
  },
  googleIssuer: {
    name: "VENDOR_GOOGLE_OIDC_URL",
    takes: webAddress,
    schema: Schemas.WebUrl,
    meaning: "an OpenID provider in the place of Google's sign-in",
    default: "`https://accounts.google.com`",
    example: "https://id.acme.example"
  },
  githubClientId: {
    name: "GITHUB_CLIENT_ID",
    takes: "a client id of visible ASCII characters without spaces",
    schema: Schemas.Token,
    meaning: "connecting GitHub (redirect URI `$BASE_URL/api/integrations/github/oauth/callback`)",
    example: "Iv1.0123456789abcdef"
  },
  githubClientSecret: {
    name: "GITHUB_CLIENT_SECRET",
    takes: "a client secret of visible ASCII characters without spaces",
    schema: Schemas.Token,
    secret: true,
    meaning: "goes with `GITHUB_CLIENT_ID`",
    example: "0123456789abcdef…"
  },
  eSignature: {
    name: "ESIGNATURE_FALLBACK",
    takes: "JSON with one provider's name and the body of its connect route",
    schema: Schemas.ESignatureAccount,
    secret: true,
    meaning:
      "the operator's own e-signature account (`docusign`, `adobe_sign` or `dropbox_sign`), for organisations that connected none",
    default: "none: an organisation without a provider cannot request signatures",
    example: '{"dropbox_sign":{"api_key":"…"}}'
  },
  outboundAllow: {
    name: "OUTBOUND_ALLOW",
    takes: "a comma list of host:port, host names, addresses or CIDRs",
    schema: Schemas.OutboundAllowList,
    meaning: "inside targets that the service may call although they are no public addresses",
    default: "none",
    example: "jira.internal:443,10.20.0.0/16"
  },
  auditWitnessUrl: {
    name: "AUDIT_WITNESS_URL",
    takes: "an https:// address of a public host, or an http:// one that OUTBOUND_ALLOW exempts, without credentials",
    schema: Schemas.serverUrl("http", "https"),
    secret: true,
    meaning: "who is told of every anchor of the audit log and keeps it (see audit-30 in `docs/decisions/audit.md`)",
    default: "nobody",
    example: "https://witness.example/anchors?token=…"
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    takes: "a comma list of CIDRs or addresses",
    schema: Schemas.NetworkList,
    meaning: "proxies whose `X-Forwarded-For` is believed",
    default: "none",
    example: "10.0.0.0/8"
  },
  jobs: {
    name: "JOBS",
    takes: "on or off",
    schema: Schema.Literals(["on", "off"]),
    meaning: "`off`: this process serves HTTP only, as with `ROLES=http`",
    default: "`on`",
    example: "off"
  },
  roles: {
    name: "ROLES",
    takes: "a comma list of http, deliveries, jobs and revocations, each once",
    schema: Schemas.RoleList,
    meaning:
      "what this process does of all that the service does (see `docs/operate/scale.md`); over all nodes every role must be there",
    default: "all of them",
    example: "http"
  },
  logFormat: {
    name: "LOG_FORMAT",
    takes: "pretty or json",
    schema: Schema.Literals(["pretty", "json"]),
    meaning: "the log for a person or for a machine",
    default: "`pretty` on a terminal, else `json`",
    example: "json"
  },
  shutdownDelay: {
    name: "SHUTDOWN_DELAY",
    takes: "a whole number of seconds from 0 to 600",
    schema: Schemas.Seconds,
    meaning: "how long requests are still taken after readiness has failed at a stop, so that a proxy can notice",
    default: "`5` in production, else `0`",
    example: "10"
  },
  logLevel: {
    name: "LOG_LEVEL",
    takes: "all, trace, debug, info, warn, error, fatal or none",
    schema: Schemas.LogLevelName,
    meaning: "what is logged, from this level on",
    default: "`info`",
    example: "debug"
  },
  otlpEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    takes: webAddress,
    schema: Schemas.WebUrl,
    meaning: "the collector that traces and metrics go to, by OTLP over HTTP",
    default: "none",
    example: "http://collector:4318"
  },
  otlpHeaders: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    takes: "a comma list of name=value, the values percent-encoded",
    schema: Schemas.HeaderList,
    secret: true,
    meaning: "sent with each export, such as the collector's credential",
    default: "none",
    example: "authorization=Bearer%20abc"
  },
  otelServiceName: {
    name: "OTEL_SERVICE_NAME",
    takes: "the name of a service",
    schema: Schema.String,
    meaning: "what this service is called in traces and metrics",
    default: "`offboarding-service`",
    example: "hr-offboarding"
  },
  otelResource: {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    takes: "a comma list of name=value, percent-encoded",
    schema: Schemas.ResourceAttributes,
    meaning: "what is told of this process with all that it sends",
    default: "none",
    example: "deployment.environment.name=production"
  }
} as const

/** A variable that puts a stand-in or a gateway in the place of a vendor's address. */
export const vendorVariable = (name: VendorName) => ({
  name: vendors[name].variable,
  takes: webAddress,
  schema: Schemas.WebUrl,
  meaning: "a stand-in or a gateway in the place of this vendor's address",
  default: vendors[name].url ?? "the host that the organisation names",
  example: "https://gateway.internal"
})

const own: ReadonlyArray<{ readonly name: string; readonly secret?: boolean }> = Object.values(variables)

/** The variables whose value nobody may see; each can be given as a file too. */
export const secretVariables: ReadonlyArray<string> = own
  .filter(({ secret }) => secret === true)
  .map(({ name }) => name)

/** Every variable that the service reads. */
export const variableNames: ReadonlyArray<string> = [
  ...own.map(({ name }) => name),
  ...secretVariables.map(fileVariable),
  ...Object.values(vendors).map(({ variable }) => variable)
]

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

/** A key that is generated where none must be lost is one that the next container does not have. */
const requiredInProduction = <A>(production: boolean, variable: Variable<A>, given: Option.Option<A>) =>
  production && Option.isNone(given)
    ? new ConfigInvalid({
        variable: variable.name,
        message: `${variable.name} takes ${variable.takes}, and is required when NODE_ENV=production`
      })
    : Effect.void

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
  const database = yield* readDatabase(variables.databaseUrl)
  const databaseMigration = yield* readDatabase(variables.databaseMigrationUrl)
  const databaseRead = yield* readDatabase(variables.databaseReadUrl)
  const databaseReadLag = yield* readOr(variables.databaseReadLag, Duration.seconds(10))
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
    databaseUrl: Option.map(database, ({ url }) => url),
    databaseTls: Option.flatMapNullishOr(database, ({ tls }) => tls),
    databaseMigration,
    databaseRead,
    databaseReadLag,
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
