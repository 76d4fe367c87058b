import { Schema } from "effect"
import * as Schemas from "#platform/variables/schemas"
import { fileVariable } from "#platform/variables/variable"
import { type VendorName, vendors } from "./vendor-urls.ts"

const schemes = (...names: ReadonlyArray<string>) => names.map((name) => `${name}://…`).join(" or ")

const webAddress = "an http:// or https:// address without query, fragment and credentials"

/** Every variable of the environment but the vendors' (`vendorVariable`); README's table is printed from here. */
export const variables = {
  environment: {
    name: "NODE_ENV",
    takes: "the name of an environment",
    schema: Schema.String,
    meaning: "`production`: the keys and `DATABASE_URL` must be given",
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
  embeddedDatabase: {
    name: "EMBEDDED_DATABASE",
    takes: "yes or no",
    schema: Schema.Literals(["yes", "no"]),
    meaning:
      "`yes`: `NODE_ENV=production` starts without `DATABASE_URL`, on an embedded PostgreSQL under `DATA_DIR` that no other node can use",
    default: "`no`",
    example: "yes"
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
  databaseAnswerTimeout: {
    name: "DATABASE_ANSWER_TIMEOUT",
    takes: "a whole number of seconds from 1 to 60",
    schema: Schemas.FewSeconds,
    meaning:
      "after how long without an answer the database is asked on a new connection, and given up for as long as that one is not answered within the same time",
    default: "`5`",
    example: "10"
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
    meaning:
      "internal hosts that the service may call although their addresses are not public; loopback and private addresses among them also by plain http://, which sends tokens unencrypted",
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
    meaning: "the collector that traces, metrics and logs go to, by OTLP over HTTP",
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
