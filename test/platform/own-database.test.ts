import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, FileSystem, Layer, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import path from "node:path"
import { addressFault, preparedPassword } from "#platform/database/address"
import { beginSnapshot } from "#operations/backup/catalogue-repo"
import { type DatabaseOptions, databaseLayer, loginSettings } from "#platform/database/connections"
import { openCopySession } from "#platform/database/copy-session"
import { ReadSql, SystemSql } from "#platform/database/db"
import { migrate } from "#platform/database/migrations"
import { adviceFor, admitService, checkRoles, findSessions } from "#platform/database/start"
import { databaseTls } from "#platform/database/tls"
import { EmbeddedPostgres } from "#platform/embedded-postgres/server"
import { databaseUser } from "#platform/process/unprivileged-user"
import { innermostMessage } from "#platform/process/start-failed"
import { registerKeys } from "#platform/start/key-register"
import { checkRestored } from "#platform/start/restored"
import { aPostgresServer, installedPostgres, unlessInstalled } from "#test/support/postgres-server"
import { anAuthority } from "#test/support/tls"
import { TestConfig } from "#test/support/TestApp"

/** Each as somebody may have drawn or typed it. */
const passwords = [
  "p@ss:w/rd?#&=+",
  "with space and 50% off %40",
  "'quoted' \"twice\" \\back $1 ;--",
  "Zoë’s pässwörd 密码 🔑",
  "decomposed e\u0301, the ligature \uFB01, a soft\u00ADhyphen and a no-break\u00A0space"
]

const writtenIn = (url: Redacted.Redacted, name: string, password: string, database: string) => {
  const { host } = new URL(Redacted.value(url))
  return `postgres://${name}:${encodeURIComponent(password)}@${host}/${database}`
}

/** As the service reads an address. */
const read = Effect.fnUntraced(function* (address: string) {
  const tls = yield* databaseTls("DATABASE_URL", address)
  const options: DatabaseOptions = { url: Redacted.make(address), ...(Option.isSome(tls) ? { tls: tls.value } : {}) }
  return options
})

const query = (options: DatabaseOptions, text: string) =>
  PgClient.makeClient(loginSettings(options, "test")).pipe(
    Effect.flatMap((sql) => sql.unsafe<Record<string, unknown>>(text)),
    Effect.scoped,
    Effect.provide(Reactivity.layer)
  )

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const withTls = Effect.fnUntraced(function* (host: string) {
  const authority = yield* anAuthority
  return { ca: authority.certificate, ...(yield* authority.sign(host)) }
})

/** Only by TLS, and with the password as the server keeps it. */
const hba = "hostssl all all all scram-sha-256\n"

const embedded = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-own-database-" })
  yield* fs.chmod(folder, 0o755)
  const as = yield* databaseUser
  const { ca, cert, key } = yield* withTls("127.0.0.1")
  for (const [name, text] of Object.entries({ "server.crt": cert, "server.key": key, "hba.conf": hba, "ca.crt": ca })) {
    const file = path.join(folder, name)
    yield* fs.writeFileString(file, text)
    if (name !== "ca.crt") yield* fs.chmod(file, 0o600)
    if (as !== undefined && name !== "ca.crt") yield* fs.chown(file, as.uid, as.gid)
  }
  // Its own start asks without TLS, so the rule that wants it comes into force afterwards.
  const { url } = yield* EmbeddedPostgres.start({
    dataDir: folder,
    settings: {
      fsync: "off",
      ssl: "on",
      ssl_cert_file: path.join(folder, "server.crt"),
      ssl_key_file: path.join(folder, "server.key")
    }
  })
  return { url: Redacted.value(url), authority: path.join(folder, "ca.crt") }
})

const installed = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-own-database-" })
  const { ca, cert, key } = yield* withTls("127.0.0.1")
  const authority = path.join(folder, "ca.crt")
  yield* fs.writeFileString(authority, ca)
  const { url } = yield* aPostgresServer(installedPostgres ?? "", {
    settings: { fsync: "off", ssl: "on" },
    files: {
      "server.crt": cert,
      "server.key": key,
      "pg_hba.conf": `hostssl all postgres all trust\n${hba}`
    }
  })
  return { url: Redacted.value(url), authority }
})

const servers = [
  { title: "the embedded PostgreSQL", server: embedded, skip: false },
  {
    title: `an installed PostgreSQL${unlessInstalled}`,
    server: installed,
    skip: installedPostgres === undefined
  }
]

for (const { server, skip, title } of servers) {
  describe.skipIf(skip)(`a database of one's own: ${title}`, () => {
    // start-7: A database of one's own: TLS by an authority of one's own, any password, and one role that owns the
    //   tables while another one serves and is neither of its roles by itself.
    it.live("TLS by an authority of one's own, odd passwords, and one role that owns while another serves", () =>
      Effect.gen(function* () {
        const { authority, url } = yield* server
        const verified = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`
        const admin = yield* read(`${url}${verified}`)

        const [tls] = yield* query(admin, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        assert.isTrue(tls?.["ssl"])
        const unknown = yield* Effect.flip(query(yield* read(`${url}?sslmode=verify-full`), "SELECT 1"))
        const said = innermostMessage(unknown)
        assert.match(adviceFor(unknown, said), /sslrootcert=FILE/, said)
        const misnamed = yield* read(`${url.replace("127.0.0.1", "localhost")}${verified}`)
        assert.match(innermostMessage(yield* Effect.flip(query(misnamed, "SELECT 1"))), /altnames|does not match/)

        const copied = (options: DatabaseOptions, text: string) =>
          Effect.scoped(Effect.flatMap(openCopySession(options), (session) => session.query(text)))
        const strange = yield* read(`${url}?sslmode=verify-full`)
        assert.match((yield* Effect.flip(copied(strange, "SELECT 1"))).message, /certificate|self.signed/i)
        assert.match((yield* Effect.flip(copied(misnamed, "SELECT 1"))).message, /altnames|does not match/)

        for (const [number, password] of passwords.entries()) {
          yield* query(admin, `CREATE ROLE odd_${number} LOGIN PASSWORD ${literal(password)}`)
          const options = yield* read(`${writtenIn(admin.url, `odd_${number}`, password, "postgres")}${verified}`)
          assert.strictEqual(yield* findSessions(options), "own", password)
          const wrong = yield* read(`${writtenIn(admin.url, `odd_${number}`, `${password}x`, "postgres")}${verified}`)
          assert.match(innermostMessage(yield* Effect.flip(query(wrong, "SELECT 1"))), /password authentication failed/)
          const session = "SELECT current_user, ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
          assert.deepStrictEqual(yield* copied(options, session), [[`odd_${number}`, "true"]])
          assert.match((yield* Effect.flip(copied(wrong, "SELECT 1"))).message, /password authentication failed/)
        }

        const [password = ""] = passwords
        yield* query(admin, `CREATE ROLE svc_owner LOGIN CREATEROLE PASSWORD ${literal(password)}`)
        yield* query(admin, `CREATE ROLE "svc service" LOGIN PASSWORD ${literal(password)}`)
        yield* query(admin, "CREATE DATABASE offboarding OWNER svc_owner")
        const owner = yield* read(`${writtenIn(admin.url, "svc_owner", password, "offboarding")}${verified}`)
        const service = yield* read(`${writtenIn(admin.url, "svc%20service", password, "offboarding")}${verified}`)

        const early = yield* Effect.flip(migrate(service))
        assert.match(adviceFor(early, innermostMessage(early)), /DATABASE_MIGRATION_URL/)
        assert.isAbove((yield* migrate(owner)).length, 90)
        yield* admitService(owner, service)
        yield* admitService(owner, service)
        assert.lengthOf(yield* migrate(service), 0)
        yield* checkRoles(service)
        yield* registerKeys(service)
        yield* checkRestored(service)
        // By which a restored database is settled.
        yield* checkRoles(owner)

        // A backup by the role that serves would miss rows.
        const blind = yield* Effect.flip(beginSnapshot(yield* openCopySession(service)))
        assert.match(blind.message, /does not own the table/)
        yield* beginSnapshot(yield* openCopySession(owner))

        const context = yield* Layer.build(databaseLayer(service))
        const whoami = "SELECT current_user::text AS role"
        assert.deepStrictEqual(yield* Context.get(context, ReadSql).unsafe(whoami), [{ role: "svc_app" }])
        assert.deepStrictEqual(yield* Context.get(context, SystemSql).unsafe(whoami), [{ role: "svc_system" }])
        // By itself it is neither: no row is seen, nothing is changed.
        const [alone] = yield* query(
          service,
          "SELECT pg_has_role(current_user, 'svc_app', 'USAGE') OR pg_has_role(current_user, 'svc_system', 'USAGE') AS inherits"
        )
        assert.isFalse(alone?.["inherits"])
        for (const text of ["SELECT * FROM organisations", "DROP TABLE organisations", "CREATE TABLE mine ()"]) {
          const refusal = yield* Effect.flip(query(service, text))
          assert.strictEqual(refusal.reason._tag, "AuthorizationError", text)
        }
      }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(TestConfig, NodeServices.layer)))
    )
  })
}

describe("an address whose password was not percent-encoded", () => {
  it.each([
    ["postgres://svc:12/34@db.internal/app", /has a \/, \? or # in its name or password/],
    ["postgres://svc:12?34@db.internal/app", /has a \/, \? or #/],
    ["postgres://svc:12#34@db.internal/app", /has a \/, \? or #/],
    ["postgres://svc:50%off@db.internal/app", /has a % that encodes nothing/],
    ["postgres://svc:x@a.internal,b.internal/app", /takes one host/]
  ])("is told so: %s", (address, says) => {
    assert.match(addressFault(address) ?? "", says)
  })

  // start-12: A database password that is not percent-encoded is accepted only where it is unambiguous.
  it("is taken where it can be read one way only", () => {
    for (const address of ["postgres://svc:p@ss w:rd@db/app", "postgres://db/app?user=a@b", "postgres://svc@db"]) {
      if (address.includes("user=")) assert.isDefined(addressFault(address))
      else assert.isUndefined(addressFault(address), address)
    }
  })

  it("a password is sent as PostgreSQL keeps it", () => {
    assert.strictEqual(preparedPassword("e\u0301 \uFB01 a\u00ADb\u00A0c"), "é fi ab c")
    assert.strictEqual(preparedPassword("plain @:/?#"), "plain @:/?#")
    assert.strictEqual(preparedPassword("\u00AD"), "\u00AD")
    assert.strictEqual(preparedPassword("bell\u0007e\u0301"), "bell\u0007e\u0301")
  })
})
