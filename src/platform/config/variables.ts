import { Schema } from "effect"
import * as Schemas from "#platform/variables/schemas"
import { fileVariable } from "#platform/variables/variable"
import { type VendorName, vendors } from "./vendor-urls.ts"

const schemes = (...names: ReadonlyArray<string>) => names.map((name) => `${name}://…`).join(" or ")

const webAddress = "an http:// or https:// address without query, fragment and credentials"

/** Every environment variable except the vendors' (`vendorVariable`); `docs/operate/configuration.md` is printed from here. */
export const variables = {
  environment: {
    name: "NODE_ENV",
    takes: "the name of an environment",
    schema: Schema.String,
    meaning: "`production`: a start without `DATABASE_URL`, `MASTER_KEY` or `AUDIT_SIGNING_KEY` is refused",
    example: "production"
  },
  port: {
    name: "PORT",
    takes: "a port number from 0 to 65535",
    schema: Schemas.PortNumber,
    meaning: "the port to listen on; 0 picks a free one",
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
    meaning: "the public URL of the service, used in links; cookies are `Secure` when it is https",
    default: "`http://localhost:$PORT`",
    example: "https://leave.acme.example"
  },
  dataDir: {
    name: "DATA_DIR",
    takes: "a folder that this process may write to",
    schema: Schema.String,
    meaning: "folder of the embedded database, files, emails and generated keys",
    default: "`.data`",
    example: "/var/lib/offboarding"
  },
  databaseUrl: {
    name: "DATABASE_URL",
    takes: schemes("postgres", "postgresql"),
    schema: Schemas.serverUrl("postgres", "postgresql"),
    secret: true,
    meaning:
      "your own PostgreSQL server; TLS by `sslmode` (`require` and up verify the certificate), `ssl=true`, `sslrootcert=FILE`",
    default: "an embedded PostgreSQL under `DATA_DIR`",
    example: "postgres://svc:…@db.internal/offboarding?sslmode=verify-full"
  },
  embeddedDatabase: {
    name: "EMBEDDED_DATABASE",
    takes: "yes or no",
    schema: Schema.Literals(["yes", "no"]),
    meaning:
      "`yes`: production starts without `DATABASE_URL`, on an embedded PostgreSQL under `DATA_DIR` that no other node can use",
    default: "`no`",
    example: "yes"
  },
  databaseMigrationUrl: {
    name: "DATABASE_MIGRATION_URL",
    takes: schemes("postgres", "postgresql"),
    schema: Schemas.serverUrl("postgres", "postgresql"),
    secret: true,
    meaning:
      "the same database with the role that owns its tables, for migrations only (see [databases.md](databases.md))",
    default: "`DATABASE_URL`, whose role then owns the tables",
    example: "postgres://owner:…@db.internal/offboarding?sslmode=verify-full"
  },
  databaseReadUrl: {
    name: "DATABASE_READ_URL",
    takes: schemes("postgres", "postgresql"),
    schema: Schemas.serverUrl("postgres", "postgresql"),
    secret: true,
    meaning: "a replica for reports and exports, used while it is not too far behind",
    default: "`DATABASE_URL`",
    example: "postgres://svc:…@replica.internal/offboarding?sslmode=verify-full"
  },
  databaseReadLag: {
    name: "DATABASE_READ_LAG",
    takes: "a whole number of seconds from 0 to 600",
    schema: Schemas.Seconds,
    meaning: "maximum lag of the replica in seconds; beyond it reads use `DATABASE_URL`",
    default: "`10`",
    example: "30"
  },
  databaseAnswerTimeout: {
    name: "DATABASE_ANSWER_TIMEOUT",
    takes: "a whole number of seconds from 1 to 60",
    schema: Schemas.FewSeconds,
    meaning:
      "seconds without an answer after which a new connection probes the database; while the probe gets no answer in the same time, the database counts as unavailable",
    default: "`5`",
    example: "10"
  },
  storage: {
    name: "STORAGE_URL",
    takes: "file: with a folder, s3://bucket?endpoint=…&region=…, or none",
    schema: Schemas.StorageUrl,
    meaning: "where files are stored; with `none`, routes that need files return 503",
    default: "`file:` under `DATA_DIR`",
    example: "s3://offboarding?region=eu-central-1"
  },
  storageQuota: {
    name: "STORAGE_QUOTA",
    takes: "a size with its unit: B, kB, MB, GB, TB, KiB, MiB, GiB or TiB",
    schema: Schemas.Size,
    meaning: "maximum size of all documents of an organization; an upload beyond it returns 409",
    default: "`20 GiB`",
    example: "500 GiB"
  },
  smtpUrl: {
    name: "SMTP_URL",
    takes: schemes("smtp", "smtps"),
    schema: Schemas.serverUrl("smtp", "smtps"),
    secret: true,
    meaning: "the mail server",
    default: "each email is a file under `DATA_DIR/mail`",
    example: "smtps://user:…@mail.acme.example:465"
  },
  mailFrom: {
    name: "MAIL_FROM",
    takes: "an address, or a name with <address>",
    schema: Schemas.Mailbox,
    meaning: "the sender of emails",
    default: "`Offboarding <no-reply@…>` at the host of `BASE_URL`",
    example: "People Team <people@acme.example>"
  },
  redisUrl: {
    name: "REDIS_URL",
    takes: schemes("redis", "rediss"),
    schema: Schemas.serverUrl("redis", "rediss"),
    secret: true,
    meaning: "shares rate limits between nodes",
    default: "each process counts on its own",
    example: "rediss://cache.internal:6380"
  },
  masterKey: {
    name: "MASTER_KEY",
    takes: "32 random bytes in base64",
    schema: Schemas.Key32,
    secret: true,
    meaning:
      "encrypts every stored secret and the key of every person; a start with a key that the database does not know is refused",
    default: "generated into `DATA_DIR/keys`; required in production",
    example: "`openssl rand -base64 32`"
  },
  masterKeysPrevious: {
    name: "MASTER_KEY_PREVIOUS",
    takes: "a comma list of keys of 32 random bytes in base64",
    schema: Schemas.Key32List,
    secret: true,
    meaning: "former master keys, for decryption only",
    example: "the former `MASTER_KEY`"
  },
  backupKey: {
    name: "BACKUP_KEY",
    takes: "32 random bytes in base64",
    schema: Schemas.Key32,
    secret: true,
    meaning: "encrypts and decrypts backups (`admin backup`); the service itself does not read it",
    default: "none; `admin backup` requires it",
    example: "`openssl rand -base64 32`"
  },
  masterKeysLost: {
    name: "MASTER_KEY_LOST",
    takes: "a comma list of ids of master keys, 8 hex digits each",
    schema: Schemas.MasterKeyIds,
    meaning: "lost master keys that the database was used with; what they encrypted is lost",
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
    meaning: "the key that `AUDIT_SIGNING_KEY` replaces; without it a start with another signing key is refused",
    example: "6dad0dc0ddb95cee"
  },
  operatorToken: {
    name: "OPERATOR_TOKEN",
    takes: "a token of at least 32 visible ASCII characters without spaces, drawn at random",
    schema: Schemas.OperatorToken,
    secret: true,
    meaning: "bearer token for `/rpc` (the admin command) and `/metrics`",
    default: "generated into `DATA_DIR/operator-token`",
    example: "`openssl rand -hex 32`"
  },
  googleClientId: {
    name: "GOOGLE_CLIENT_ID",
    takes: "a client id of visible ASCII characters without spaces",
    schema: Schemas.Token,
    meaning:
      "OAuth client for sign-in with Google (redirect URI `$BASE_URL/api/auth/google/callback`) and for connecting its services (`$BASE_URL/api/integrations/{google-workspace,google-calendar}/oauth/callback`)",
    example: "123-abc.apps.googleusercontent.com"
  },
  googleClientSecret: {
    name: "GOOGLE_CLIENT_SECRET",
    takes: "a client secret of visible ASCII characters without spaces",
    schema: Schemas.Token,
    secret: true,
    meaning: "secret of `GOOGLE_CLIENT_ID`",
    example: "GOCSPX-…"
  },
  googleIssuer: {
    name: "VENDOR_GOOGLE_OIDC_URL",
    takes: webAddress,
    schema: Schemas.WebUrl,
    meaning: "an OpenID provider instead of Google's sign-in",
    default: "`https://accounts.google.com`",
    example: "https://id.acme.example"
  },
  githubClientId: {
    name: "GITHUB_CLIENT_ID",
    takes: "a client id of visible ASCII characters without spaces",
    schema: Schemas.Token,
    meaning: "OAuth app for connecting GitHub (redirect URI `$BASE_URL/api/integrations/github/oauth/callback`)",
    example: "Iv1.0123456789abcdef"
  },
  githubClientSecret: {
    name: "GITHUB_CLIENT_SECRET",
    takes: "a client secret of visible ASCII characters without spaces",
    schema: Schemas.Token,
    secret: true,
    meaning: "secret of `GITHUB_CLIENT_ID`",
    example: "0123456789abcdef…"
  },
  eSignature: {
    name: "ESIGNATURE_FALLBACK",
    takes: "JSON with one provider's name and the body of its connect route",
    schema: Schemas.ESignatureAccount,
    secret: true,
    meaning:
      "the operator's e-signature account (`docusign`, `adobe_sign` or `dropbox_sign`), for organizations that have not connected their own",
    default: "none: an organization without a provider cannot request signatures",
    example: '{"dropbox_sign":{"api_key":"…"}}'
  },
  outboundAllow: {
    name: "OUTBOUND_ALLOW",
    takes: "a comma list of host:port, host names, addresses or CIDRs",
    schema: Schemas.OutboundAllowList,
    meaning:
      "internal hosts that the service can call although their IP addresses are not public; loopback and private ones also over plain http://, which sends tokens unencrypted",
    default: "none",
    example: "jira.internal:443,10.20.0.0/16"
  },
  auditWitnessUrl: {
    name: "AUDIT_WITNESS_URL",
    takes: "an https:// address of a public host, or an http:// one that OUTBOUND_ALLOW exempts, without credentials",
    schema: Schemas.serverUrl("http", "https"),
    secret: true,
    meaning:
      "the witness: an endpoint that receives and stores every anchor of the audit log (see audit-30 in [decisions](../decisions/audit.md))",
    default: "none",
    example: "https://witness.example/anchors?token=…"
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    takes: "a comma list of CIDRs or addresses",
    schema: Schemas.NetworkList,
    meaning: "proxies whose `X-Forwarded-For` is trusted",
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
    meaning: "what this process serves (see [scale.md](scale.md)); all nodes together must cover every role",
    default: "all roles",
    example: "http"
  },
  logFormat: {
    name: "LOG_FORMAT",
    takes: "pretty or json",
    schema: Schema.Literals(["pretty", "json"]),
    meaning: "log format for people or for machines",
    default: "`pretty` on a terminal, else `json`",
    example: "json"
  },
  shutdownDelay: {
    name: "SHUTDOWN_DELAY",
    takes: "a whole number of seconds from 0 to 600",
    schema: Schemas.Seconds,
    meaning: "seconds of draining at a stop: readiness fails, requests are still served, so that a proxy can react",
    default: "`5` in production, else `0`",
    example: "10"
  },
  logLevel: {
    name: "LOG_LEVEL",
    takes: "all, trace, debug, info, warn, error, fatal or none",
    schema: Schemas.LogLevelName,
    meaning: "minimum level that is logged",
    default: "`info`",
    example: "debug"
  },
  otlpEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    takes: webAddress,
    schema: Schemas.WebUrl,
    meaning: "collector of traces, metrics and logs (OTLP over HTTP)",
    default: "none",
    example: "http://collector:4318"
  },
  otlpHeaders: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    takes: "a comma list of name=value, the values percent-encoded",
    schema: Schemas.HeaderList,
    secret: true,
    meaning: "headers of each export, such as the collector's credential",
    default: "none",
    example: "authorization=Bearer%20abc"
  },
  otelServiceName: {
    name: "OTEL_SERVICE_NAME",
    takes: "the name of a service",
    schema: Schema.String,
    meaning: "name of this service in traces and metrics",
    default: "`offboarding-service`",
    example: "hr-offboarding"
  },
  otelResource: {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    takes: "a comma list of name=value, percent-encoded",
    schema: Schemas.ResourceAttributes,
    meaning: "attributes of this process in everything it exports",
    default: "none",
    example: "deployment.environment.name=production"
  }
} as const

/** Overrides a vendor's base URL, by an emulator or a gateway. */
export const vendorVariable = (name: VendorName) => ({
  name: vendors[name].variable,
  takes: webAddress,
  schema: Schemas.WebUrl,
  meaning: "the URL of an emulator or a gateway instead of the vendor's own",
  default: vendors[name].url ?? "the host that the organization enters",
  example: "https://gateway.internal"
})

const own: ReadonlyArray<{ readonly name: string; readonly secret?: boolean }> = Object.values(variables)

/** Variables whose value is secret; each can be given as a file too. */
export const secretVariables: ReadonlyArray<string> = own
  .filter(({ secret }) => secret === true)
  .map(({ name }) => name)

/** Every variable that the service reads. */
export const variableNames: ReadonlyArray<string> = [
  ...own.map(({ name }) => name),
  ...secretVariables.map(fileVariable),
  ...Object.values(vendors).map(({ variable }) => variable)
]
