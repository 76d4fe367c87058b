import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ByteSize, ConfigProvider, Duration, Effect, FileSystem, Layer, Option, Redacted, type Scope } from "effect"
import { IpNetwork } from "effect/net"
import { generateKeyPairSync, randomBytes } from "node:crypto"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import { secretVariables } from "#platform/config/variables"

const environment = (env: Readonly<Record<string, string>>) =>
  ConfigProvider.layer(ConfigProvider.fromEnv({ env: { ...env } }))

const temporary = FileSystem.FileSystem.use((fs) => fs.makeTempDirectoryScoped())

const load = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const dataDir = env["DATA_DIR"] ?? (yield* temporary)
  return yield* AppConfig.use(Effect.succeed).pipe(
    Effect.provide(AppConfig.layer.pipe(Layer.provide(environment({ DATA_DIR: dataDir, ...env }))))
  )
})

const test = <E>(name: string, body: () => Effect.Effect<void, E, NodeServices.NodeServices | Scope.Scope>) =>
  it.effect(name, () => body().pipe(Effect.provide(NodeServices.layer)))

const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "pem", type: "pkcs8" })
const key = randomBytes(32).toString("base64")
const other = randomBytes(32).toString("base64")

describe("configuration", () => {
  test("without variables: the defaults of the table", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporary
      const config = yield* load({ DATA_DIR: dataDir })
      assert.strictEqual(config.port, 3000)
      assert.strictEqual(config.host, "127.0.0.1")
      assert.strictEqual(config.baseUrl, "http://localhost:3000")
      assert.strictEqual(config.dataDir, dataDir)
      assert.isTrue(Option.isNone(config.databaseUrl))
      assert.deepStrictEqual(config.storage, { _tag: "Folder", path: path.join(dataDir, "files") })
      assert.strictEqual(ByteSize.format(config.storageQuota), "20 GiB")
      assert.isTrue(Option.isNone(config.smtpUrl))
      assert.isTrue(Option.isNone(config.redisUrl))
      assert.isTrue(Option.isNone(config.google))
      assert.lengthOf(Redacted.value(config.masterKey), 32)
      assert.lengthOf(config.masterKeysPrevious, 0)
      assert.match(
        Option.getOrThrow(Option.map(config.auditSigningKey, Redacted.value)),
        /^-----BEGIN PRIVATE KEY-----/
      )
      assert.isAtLeast(Redacted.value(config.operatorToken).length, 43)
      assert.lengthOf(config.outboundAllow, 0)
      assert.lengthOf(config.trustedProxies, 0)
      assert.deepStrictEqual(config.roles, ["http", "deliveries", "jobs", "revocations"])
      assert.strictEqual(Duration.toSeconds(config.shutdownDelay), 0)
      assert.strictEqual(config.logFormat, process.stdout.isTTY ? "pretty" : "json")
      assert.strictEqual(config.logLevel, "Info")
      assert.isTrue(Option.isNone(config.otlpEndpoint))
      assert.isFalse(config.production)
    }))

  test("BASE_URL defaults to http://localhost:$PORT and loses its trailing slash", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* load({ PORT: "8080" })).baseUrl, "http://localhost:8080")
      assert.strictEqual((yield* load({ BASE_URL: "https://leave.example.com/" })).baseUrl, "https://leave.example.com")
    }))

  test("an empty or blank value counts as unset", () =>
    Effect.gen(function* () {
      const config = yield* load({
        PORT: "",
        DATABASE_URL: "",
        MASTER_KEY: " ",
        STORAGE_URL: "",
        JOBS: "",
        NODE_ENV: ""
      })
      assert.strictEqual(config.port, 3000)
      assert.isTrue(Option.isNone(config.databaseUrl))
      assert.deepStrictEqual(config.roles, ["http", "deliveries", "jobs", "revocations"])
    }))

  const bad: ReadonlyArray<readonly [variable: string, value: string, takes: RegExp]> = [
    ["PORT", "65536", /a port number from 0 to 65535, not "65536"/],
    ["PORT", "-1", /0 to 65535/],
    ["PORT", "80a", /0 to 65535/],
    ["PORT", "1e3", /0 to 65535/],
    ["HOST", "a b", /host name/],
    ["BASE_URL", "localhost:3000", /http:\/\/ or https:\/\//],
    ["BASE_URL", "ftp://example.com", /http:\/\//],
    ["BASE_URL", "https://example.com/?a=1", /without query/],
    ["BASE_URL", "https://user:pass@example.com", /credentials/],
    ["DATABASE_URL", "mysql://root@db/app", /postgres:\/\/… or postgresql:\/\/…$/],
    ["DATABASE_URL", "not a url", /postgres:\/\//],
    ["STORAGE_URL", "gs://bucket", /s3:\/\/bucket/],
    ["STORAGE_URL", "s3://", /s3:\/\/bucket/],
    ["STORAGE_URL", "s3://bucket?endpoint=nowhere", /endpoint/],
    ["STORAGE_URL", "s3://bucket?endpiont=https://s3.example.com", /endpoint/],
    ["STORAGE_URL", "s3://bucket/prefix", /s3:\/\/bucket\?/],
    ["SMTP_URL", "mail.example.com", /smtp:\/\/… or smtps:\/\/…$/],
    ["MAIL_FROM", "nobody", /an address/],
    ["MAIL_FROM", "A <a@b.c>\r\nBcc: x@y.z", /an address/],
    ["REDIS_URL", "http://cache", /redis:\/\/… or rediss:\/\/…$/],
    ["MASTER_KEY", randomBytes(31).toString("base64"), /32 random bytes in base64$/],
    ["MASTER_KEY", "correct horse battery staple", /32 random bytes in base64$/],
    ["MASTER_KEY_LOST", "19119E6D", /8 hex digits/],
    ["AUDIT_SIGNING_KEY_REPLACES", "6dad0dc0", /16 hex digits, or none/],
    ["DATABASE_URL", "postgres://db/app?sslcert=/etc/me.pem", /the parameters .*, not "sslcert"$/],
    ["DATABASE_URL", "postgres://db/app?sslmode=always", /verify-full, not "always"$/],
    ["DATABASE_URL", "postgres://db/app?ssl=1", /ssl=true or ssl=false$/],
    ["DATABASE_URL", "postgres://db/app?sslrootcert=/nowhere/ca.pem", /can read, not \/nowhere\/ca.pem$/],
    ["DATABASE_URL", "postgres://db/app?sslrootcert=package.json", /in PEM, which package.json is not$/],
    ["MASTER_KEY_PREVIOUS", `${key},short`, /comma list of keys/],
    ["AUDIT_SIGNING_KEY", "secret", /Ed25519 private key as PKCS#8 PEM, or none$/],
    ["AUDIT_SIGNING_KEY", rsa.toString(), /Ed25519/],
    ["OPERATOR_TOKEN", "two words", /without spaces, drawn at random$/],
    ["OPERATOR_TOKEN", "x", /at least 32/],
    ["OPERATOR_TOKEN", randomBytes(32).toString("base64url").slice(0, 31), /at least 32/],
    ["OPERATOR_TOKEN", "x".repeat(43), /drawn at random$/],
    ["GOOGLE_CLIENT_ID", "client id", /without spaces/],
    ["GOOGLE_CLIENT_SECRET", "two words", /without spaces$/],
    ["VENDOR_GOOGLE_OIDC_URL", "accounts.google.com", /http:\/\/ or https:\/\//],
    ["OUTBOUND_ALLOW", "sink.internal:0", /comma list of host:port/],
    ["OUTBOUND_ALLOW", "https://sink.internal", /comma list of host:port/],
    ["OUTBOUND_ALLOW", "10.0.0.0/33", /CIDRs/],
    ["OUTBOUND_ALLOW", "10.0.0.256", /CIDRs/],
    ["AUDIT_WITNESS_URL", "witness.example.com", /an https:\/\/ address of a public host/],
    ["AUDIT_WITNESS_URL", "http://witness.example.com/", /OUTBOUND_ALLOW exempts/],
    ["AUDIT_WITNESS_URL", "https://user:pass@witness.example.com/", /without credentials$/],
    ["AUDIT_WITNESS_URL", "https://127.0.0.1/", /public host/],
    ["TRUSTED_PROXIES", "10.0.0.1/8", /CIDRs or addresses/],
    ["TRUSTED_PROXIES", "proxy.internal", /CIDRs or addresses/],
    ["JOBS", "yes", /on or off, not "yes"/],
    ["ROLES", "http,mail", /http, deliveries, jobs and revocations, each once, not "http,mail"/],
    ["ROLES", "http,http", /each once, not "http,http"/],
    ["SHUTDOWN_DELAY", "5s", /a whole number of seconds from 0 to 600, not "5s"/],
    ["SHUTDOWN_DELAY", "601", /0 to 600/],
    ["STORAGE_QUOTA", "20", /a size with its unit: B, kB/],
    ["STORAGE_QUOTA", "-1 GiB", /a size with its unit/],
    ["LOG_FORMAT", "xml", /pretty or json/],
    ["LOG_LEVEL", "loud", /debug, info, warn/],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", /http:\/\//]
  ]
  for (const [variable, value, takes] of bad) {
    test(`a bad value stops the start with one line: ${variable}=${JSON.stringify(value).slice(0, 50)}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(load({ [variable]: value }))
        assert.strictEqual(error._tag, "ConfigInvalid")
        if (error._tag !== "ConfigInvalid") return
        assert.strictEqual(error.variable, variable)
        assert.isTrue(error.message.startsWith(`${variable} takes `))
        assert.match(error.message, takes)
        assert.notMatch(error.message, /[\r\n]/)
      }))
  }

  const obvious = {
    "one byte repeated": new Uint8Array(32),
    "two bytes in turn": Buffer.alloc(32, "01ff", "hex"),
    "a sequence": Uint8Array.from({ length: 32 }, (_, at) => 7 + 3 * at)
  }
  for (const [what, bytes] of Object.entries(obvious)) {
    test(`a master key that nobody drew is refused, the former one's too: ${what}`, () =>
      Effect.gen(function* () {
        const text = Buffer.from(bytes).toString("base64")
        for (const variable of ["MASTER_KEY", "MASTER_KEY_PREVIOUS"]) {
          const error = yield* Effect.flip(load({ [variable]: text }))
          assert.match(error.message, new RegExp(`^${variable} takes .*32 random bytes in base64$`))
        }
      }))
  }

  test("DATABASE_URL's TLS parameters are taken", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const tlsOf = (parameters: string) =>
        Effect.map(load({ DATABASE_URL: `postgres://db/app${parameters}` }), ({ databaseTls }) => databaseTls)
      assert.deepStrictEqual(yield* tlsOf(""), Option.none())
      assert.deepStrictEqual(yield* tlsOf("?sslmode=prefer"), Option.none())
      assert.deepStrictEqual(yield* tlsOf("?ssl=true"), Option.some(true))
      const file = path.join(yield* temporary, "ca.pem")
      yield* fs.writeFileString(file, "-----BEGIN CERTIFICATE-----\n")
      assert.deepStrictEqual(
        yield* tlsOf(`?sslmode=verify-full&sslrootcert=${file}`),
        Option.some({ ca: "-----BEGIN CERTIFICATE-----\n" })
      )
      const error = yield* Effect.flip(load({ DATABASE_URL: "postgres://db/app?ssl=true&sslmode=disable" }))
      assert.match(error.message, /contradict each other$/)
    }))

  test("sign-in with Google needs its client id and its secret, or neither", () =>
    Effect.gen(function* () {
      for (const [given, missing] of [
        ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
        ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"]
      ] as const) {
        const error = yield* Effect.flip(load({ [given]: "a-value" }))
        assert.strictEqual(error._tag === "ConfigInvalid" && error.variable, missing)
        assert.include(error.message, `and is required when ${given} is set`)
        assert.notInclude(error.message, "a-value")
      }
      const both = { GOOGLE_CLIENT_ID: "an-id", GOOGLE_CLIENT_SECRET: "a-secret" }
      const google = Option.getOrThrow((yield* load(both)).google)
      assert.deepInclude(google, { clientId: "an-id", issuer: "https://accounts.google.com" })
      assert.strictEqual(Redacted.value(google.clientSecret), "a-secret")
      const standIn = yield* load({ ...both, VENDOR_GOOGLE_OIDC_URL: "http://127.0.0.1:9000/" })
      assert.strictEqual(Option.getOrThrow(standIn.google).issuer, "http://127.0.0.1:9000")
    }))

  test("the message never repeats a secret", () =>
    Effect.gen(function* () {
      const secrets = {
        DATABASE_URL: "mysql://u:hunter2@h/d",
        SMTP_URL: "hunter2",
        REDIS_URL: "hunter2",
        MASTER_KEY: "hunter2",
        MASTER_KEY_PREVIOUS: "hunter2",
        AUDIT_SIGNING_KEY: "hunter2",
        OPERATOR_TOKEN: "hunter 2hunter2"
      }
      for (const [name, value] of Object.entries(secrets)) {
        const error = yield* Effect.flip(load({ [name]: value }))
        assert.notInclude(error.message, "hunter2")
      }
    }))

  // configuration-7: Every secret can be given as a file, and what is wrong with that file is told without what it
  //   holds.
  test("every secret is taken from the file that its NAME_FILE names, less one line break at the end", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* temporary
      const values: Record<string, string> = {
        DATABASE_URL: "postgres://u:p@db/app",
        DATABASE_MIGRATION_URL: "postgres://owner:p@db/app",
        DATABASE_READ_URL: "postgres://u:p@replica/app",
        SMTP_URL: "smtp://u:p@mail.example.com",
        REDIS_URL: "redis://:p@cache",
        MASTER_KEY: key,
        MASTER_KEY_PREVIOUS: other,
        BACKUP_KEY: key,
        AUDIT_SIGNING_KEY: pem,
        OPERATOR_TOKEN: "a-token-of-the-operator-for-testing",
        GOOGLE_CLIENT_SECRET: "google-secret",
        GITHUB_CLIENT_SECRET: "github-secret",
        ESIGNATURE_FALLBACK: '{"dropbox_sign":{"api_key":"dropbox-key"}}',
        AUDIT_WITNESS_URL: "https://witness.example.com/?token=t",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc"
      }
      assert.sameMembers(Object.keys(values), [...secretVariables])
      const files: Record<string, string> = {}
      for (const [name, value] of Object.entries(values)) {
        files[`${name}_FILE`] = path.join(folder, name)
        yield* fs.writeFileString(path.join(folder, name), `${value}\n`)
      }
      const others = { GOOGLE_CLIENT_ID: "an-id", GITHUB_CLIENT_ID: "an-id", NODE_ENV: "production" }
      const { dataDir: _given, ...given } = yield* load({ ...others, ...values })
      const { dataDir: _inFiles, ...inFiles } = yield* load({ ...others, ...files })
      const storage = { _tag: "None" }
      assert.deepStrictEqual({ ...inFiles, storage }, { ...given, storage })

      const twoBreaks = path.join(folder, "two-breaks")
      yield* fs.writeFileString(twoBreaks, "a-token-of-the-operator-for-testing\r\n")
      assert.strictEqual(
        Redacted.value((yield* load({ OPERATOR_TOKEN_FILE: twoBreaks })).operatorToken),
        values["OPERATOR_TOKEN"]
      )
      yield* fs.writeFileString(twoBreaks, "a-token-of-the-operator-for-testing\n\n")
      assert.match((yield* Effect.flip(load({ OPERATOR_TOKEN_FILE: twoBreaks }))).message, /^OPERATOR_TOKEN takes /)
    }))

  // configuration-7
  test("a secret and its file at once, a file that is empty and one that cannot be read stop the start, without the value", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* temporary
      const file = path.join(folder, "secret")
      const messageOf = (env: Record<string, string>) => Effect.map(Effect.flip(load(env)), ({ message }) => message)
      yield* fs.writeFileString(file, "hunter2\n")
      assert.strictEqual(
        yield* messageOf({ SMTP_URL: "smtp://u:hunter2@mail", SMTP_URL_FILE: file }),
        "SMTP_URL and SMTP_URL_FILE are both set. Unset one"
      )
      assert.strictEqual(yield* messageOf({ MASTER_KEY_FILE: file }), "MASTER_KEY takes 32 random bytes in base64")
      const nowhere = path.join(folder, "nowhere")
      assert.strictEqual(
        yield* messageOf({ MASTER_KEY_FILE: nowhere }),
        `MASTER_KEY_FILE names the file ${JSON.stringify(nowhere)}, which this process cannot read (NotFound)`
      )
      for (const nothing of ["", "\n", " \n"]) {
        yield* fs.writeFileString(file, nothing)
        assert.strictEqual(
          yield* messageOf({ REDIS_URL_FILE: file }),
          `REDIS_URL_FILE names the file ${JSON.stringify(file)}, which is empty`
        )
      }
    }))

  test("a bad value leaves no keys behind", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = path.join(yield* temporary, "data")
      yield* Effect.flip(load({ DATA_DIR: dataDir, OPERATOR_TOKEN: "two words" }))
      assert.isFalse(yield* fs.exists(dataDir))
    }))

  test("DATA_DIR is made when it is missing, and must be a folder", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* temporary
      assert.strictEqual((yield* load({ DATA_DIR: path.join(folder, "a", "b") })).dataDir, path.join(folder, "a", "b"))
      yield* fs.writeFileString(path.join(folder, "file"), "")
      const error = yield* Effect.flip(load({ DATA_DIR: path.join(folder, "file") }))
      assert.match(error.message, /^DATA_DIR takes a folder that this process may write to, not /)
    }))

  test("STORAGE_URL takes the forms of file:, s3: and none", () =>
    Effect.gen(function* () {
      const storage = (text: string) => Effect.map(load({ STORAGE_URL: text }), (config) => config.storage)
      assert.deepStrictEqual(yield* storage("file:///srv/my%20files"), { _tag: "Folder", path: "/srv/my files" })
      assert.deepStrictEqual(yield* storage("file:/srv/files"), { _tag: "Folder", path: "/srv/files" })
      assert.deepStrictEqual(yield* storage("file:./files"), { _tag: "Folder", path: path.resolve("files") })
      assert.deepStrictEqual(yield* storage("none"), { _tag: "None" })
      assert.deepStrictEqual(yield* storage("s3://my_Bucket.1?endpoint=http%3A%2F%2F127.0.0.1%3A9000%2F&region=eu-1"), {
        _tag: "S3",
        bucket: "my_Bucket.1",
        endpoint: "http://127.0.0.1:9000",
        region: "eu-1"
      })
      assert.deepStrictEqual(yield* storage("s3://bucket?endpoint=http://127.0.0.1:9000"), {
        _tag: "S3",
        bucket: "bucket",
        endpoint: "http://127.0.0.1:9000",
        region: "us-east-1"
      })
      assert.deepStrictEqual(yield* storage("s3://bucket"), {
        _tag: "S3",
        bucket: "bucket",
        endpoint: undefined,
        region: "us-east-1"
      })
    }))

  test("AUDIT_WITNESS_URL takes a public https:// address, and an inside http:// one that OUTBOUND_ALLOW exempts", () =>
    Effect.gen(function* () {
      const witnessOf = (env: Record<string, string>) =>
        Effect.map(load(env), ({ auditWitnessUrl }) => Option.map(auditWitnessUrl, Redacted.value))
      assert.isTrue(Option.isNone(yield* witnessOf({})))
      const outside = "https://witness.example.com/anchors?token=t"
      assert.deepStrictEqual(yield* witnessOf({ AUDIT_WITNESS_URL: outside }), Option.some(outside))
      const inside = { AUDIT_WITNESS_URL: "http://127.0.0.1:8080/anchors", OUTBOUND_ALLOW: "127.0.0.1:8080" }
      assert.deepStrictEqual(yield* witnessOf(inside), Option.some(inside.AUDIT_WITNESS_URL))
    }))

  test("OUTBOUND_ALLOW takes host:port, names, addresses and CIDRs", () =>
    Effect.gen(function* () {
      const { outboundAllow } = yield* load({
        OUTBOUND_ALLOW:
          "127.0.0.1:8443, Sink.Internal:443,[::1]:9000,10.0.0.0/8,192.168.1.7,fd00::/8,::1,intranet.example."
      })
      const network = (text: string) => ({ _tag: "Network", network: IpNetwork.fromStringUnsafe(text) })
      assert.deepStrictEqual(
        outboundAllow.map((it) => (it._tag === "Network" ? `net ${IpNetwork.format(it.network)}` : it)),
        [
          { _tag: "HostPort", host: "127.0.0.1", port: 8443 },
          { _tag: "HostPort", host: "sink.internal", port: 443 },
          { _tag: "HostPort", host: "::1", port: 9000 },
          ...["10.0.0.0/8", "192.168.1.7/32", "fd00::/8", "::1/128"].map(
            (text) => `net ${IpNetwork.format(network(text).network)}`
          ),
          { _tag: "Host", host: "intranet.example" }
        ]
      )
    }))

  test("TRUSTED_PROXIES takes CIDRs and addresses", () =>
    Effect.gen(function* () {
      const { trustedProxies } = yield* load({ TRUSTED_PROXIES: "10.0.0.0/8, 127.0.0.1,2001:db8::/32," })
      assert.deepStrictEqual(trustedProxies.map(IpNetwork.format), ["10.0.0.0/8", "127.0.0.1/32", "2001:db8::/32"])
    }))

  test("the other good values", () =>
    Effect.gen(function* () {
      const config = yield* load({
        PORT: "0",
        HOST: "::",
        DATABASE_URL: "postgresql://u:p@db:5432/app?sslmode=require",
        SMTP_URL: "smtps://u:p@mail.example.com:465",
        MAIL_FROM: "People Team <people@example.com>",
        REDIS_URL: "rediss://cache:6380/1",
        MASTER_KEY: key,
        MASTER_KEY_PREVIOUS: `${other}, ${key}`,
        OPERATOR_TOKEN: "a-token-of-the-operator-for-testing",
        AUDIT_SIGNING_KEY: "none",
        JOBS: "off",
        LOG_FORMAT: "pretty",
        LOG_LEVEL: "DEBUG",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
        NODE_ENV: "production"
      })
      assert.strictEqual(config.port, 0)
      assert.strictEqual(config.host, "::")
      assert.deepStrictEqual(
        Option.map(config.databaseUrl, Redacted.value),
        Option.some("postgresql://u:p@db:5432/app?sslmode=require")
      )
      assert.strictEqual(config.mailFrom, "People Team <people@example.com>")
      assert.strictEqual(Buffer.from(Redacted.value(config.masterKey)).toString("base64"), key)
      assert.deepStrictEqual(
        config.masterKeysPrevious.map((it) => Buffer.from(Redacted.value(it)).toString("base64")),
        [other, key]
      )
      assert.strictEqual(Redacted.value(config.operatorToken), "a-token-of-the-operator-for-testing")
      assert.deepStrictEqual(config.roles, ["http"])
      assert.strictEqual(config.logFormat, "pretty")
      assert.strictEqual(config.logLevel, "Debug")
      assert.deepStrictEqual(config.otlpEndpoint, Option.some("http://collector:4318"))
      assert.isTrue(config.production)
    }))

  test("OTEL_ variables are read as OpenTelemetry has them, and a bad one stops the start in one line", () =>
    Effect.gen(function* () {
      const config = yield* load({
        OTEL_EXPORTER_OTLP_HEADERS: "x-team=hr, authorization=Bearer%20abc=",
        OTEL_SERVICE_NAME: "hr-exit",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,team=a%20b"
      })
      assert.deepStrictEqual(Redacted.value(config.otlpHeaders), { "x-team": "hr", authorization: "Bearer abc=" })
      assert.deepStrictEqual(config.otelServiceName, Option.some("hr-exit"))
      assert.deepStrictEqual(config.otelResource, { "deployment.environment.name": "test", team: "a b" })
      for (const [name, value] of [
        ["OTEL_EXPORTER_OTLP_HEADERS", "authorization: Bearer secret"],
        ["OTEL_EXPORTER_OTLP_HEADERS", "x=a%0Asecret"],
        ["OTEL_RESOURCE_ATTRIBUTES", "team"],
        ["OTEL_RESOURCE_ATTRIBUTES", "team=%zz"]
      ] as const) {
        const { message } = yield* Effect.flip(load({ [name]: value }))
        assert.match(message, new RegExp(`^${name} takes a comma list of name=value`))
        assert.notInclude(message, "secret")
      }
    }))

  test("MASTER_KEY and AUDIT_SIGNING_KEY are required when NODE_ENV=production; the latter may be none", () =>
    Effect.gen(function* () {
      const production = { NODE_ENV: "production" }
      assert.strictEqual(
        (yield* Effect.flip(load(production))).message,
        "MASTER_KEY takes 32 random bytes in base64, and is required when NODE_ENV=production"
      )
      assert.strictEqual(
        (yield* Effect.flip(load({ ...production, MASTER_KEY: key }))).message,
        "AUDIT_SIGNING_KEY takes an Ed25519 private key as PKCS#8 PEM, or none, and is required when NODE_ENV=production"
      )
      const keys = { ...production, MASTER_KEY: key, AUDIT_SIGNING_KEY: "none" }
      const config = yield* load({ ...keys, DATABASE_URL: "postgres://u:p@db/app" })
      assert.isTrue(config.production)
      assert.deepStrictEqual(config.generatedKeys, [])
      assert.deepStrictEqual((yield* load({ MASTER_KEY: key })).generatedKeys, ["AUDIT_SIGNING_KEY"])
      assert.strictEqual(Duration.toSeconds(config.shutdownDelay), 5)
    }))

  test("DATABASE_URL is required when NODE_ENV=production, unless EMBEDDED_DATABASE=yes", () =>
    Effect.gen(function* () {
      const production = { NODE_ENV: "production", MASTER_KEY: key, AUDIT_SIGNING_KEY: "none" }
      for (const environment of [production, { ...production, EMBEDDED_DATABASE: "no" }]) {
        assert.strictEqual(
          (yield* Effect.flip(load(environment))).message,
          "DATABASE_URL takes postgres://… or postgresql://…, and is required when NODE_ENV=production. " +
            "EMBEDDED_DATABASE=yes keeps the data in an embedded PostgreSQL under DATA_DIR instead"
        )
      }
      assert.isTrue(Option.isNone((yield* load({ ...production, EMBEDDED_DATABASE: "yes" })).databaseUrl))
      assert.isTrue(Option.isNone((yield* load({})).databaseUrl))
      const { message } = yield* Effect.flip(load({ EMBEDDED_DATABASE: "maybe" }))
      assert.match(message, /^EMBEDDED_DATABASE takes yes or no/)
    }))

  test("STORAGE_QUOTA takes a size as people write it", () =>
    Effect.gen(function* () {
      for (const [written, bytes] of [
        ["500 GiB", 536_870_912_000n],
        ["1.5TiB", 1_649_267_441_664n],
        ["750 MB", 750_000_000n]
      ] as const) {
        assert.strictEqual(ByteSize.toBigInt((yield* load({ STORAGE_QUOTA: written })).storageQuota), bytes)
      }
    }))

  test("AUDIT_SIGNING_KEY takes a PEM whose line breaks are escaped, and none", () =>
    Effect.gen(function* () {
      const signingKey = (text: string) =>
        Effect.map(load({ AUDIT_SIGNING_KEY: text }), (config) => Option.map(config.auditSigningKey, Redacted.value))
      assert.deepStrictEqual(yield* signingKey(pem), Option.some(pem))
      assert.deepStrictEqual(yield* signingKey(pem.replaceAll("\n", "\\n")), Option.some(pem))
      assert.deepStrictEqual(yield* signingKey("none"), Option.none())
    }))

  test("keys are generated on first start with mode 0600, and stay", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* temporary
      const first = yield* load({ DATA_DIR: dataDir })
      const second = yield* load({ DATA_DIR: dataDir })
      assert.deepStrictEqual(Redacted.value(first.masterKey), Redacted.value(second.masterKey))
      assert.deepStrictEqual(first.auditSigningKey, second.auditSigningKey)
      assert.strictEqual(Redacted.value(first.operatorToken), Redacted.value(second.operatorToken))
      const mode = (name: string) => Effect.map(fs.stat(path.join(dataDir, name)), (found) => found.mode & 0o777)
      assert.strictEqual(yield* mode("keys"), 0o700)
      for (const name of ["keys/master-key", "keys/audit-signing-key.pem", "operator-token"])
        assert.strictEqual(yield* mode(name), 0o600)
      assert.deepStrictEqual((yield* fs.readDirectory(path.join(dataDir, "keys"))).toSorted(), [
        "audit-signing-key.pem",
        "master-key"
      ])
    }))

  test("two starts at once end with one key", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporary
      const configs = yield* Effect.all(
        Array.from({ length: 8 }, () => load({ DATA_DIR: dataDir })),
        { concurrency: "unbounded" }
      )
      const keys = new Set(configs.map((config) => Buffer.from(Redacted.value(config.masterKey)).toString("hex")))
      assert.strictEqual(keys.size, 1)
      assert.strictEqual(new Set(configs.map((config) => Redacted.value(config.operatorToken))).size, 1)
    }))

  test("a kept key that is not a key stops the start and names variable and file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* temporary
      yield* fs.makeDirectory(path.join(dataDir, "keys"))
      yield* fs.writeFileString(path.join(dataDir, "keys", "master-key"), "")
      const error = yield* Effect.flip(load({ DATA_DIR: dataDir }))
      assert.strictEqual(
        error.message,
        `MASTER_KEY is unset and ${dataDir}/keys/master-key does not hold 32 random bytes in base64`
      )
    }))
})
