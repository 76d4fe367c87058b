import { assert, layer } from "#test/support/suite"
import { Effect, Redacted, Schema } from "effect"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AppConfig } from "#platform/config/config"
import { childEnvironment } from "#test/support/child-environment"
import { DatabaseAddress } from "#test/support/database"
import { aSuperAdmin } from "#test/support/people"
import { smtpServer } from "#test/support/smtp-server"
import { asOwner } from "#test/support/tables"
import { LiveServices } from "#test/support/TestApp"

const Findings = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({ check: Schema.String, status: Schema.String, found: Schema.String, todo: Schema.String })
  )
)

/** The command in a process of its own, over the suite's database; this environment and no other. */
const doctor = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>, json = true) {
  const { masterKey } = yield* AppConfig
  const databaseUrl = yield* DatabaseAddress
  const dataDir = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "svc-doctor-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const ended = yield* Effect.callback<{
    readonly status: number | null
    readonly stdout: string
    readonly stderr: string
  }>((resume) => {
    const child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "scripts/admin.ts", ...(json ? ["--json"] : []), "doctor"],
      {
        env: {
          ...childEnvironment,
          DATA_DIR: dataDir,
          DATABASE_URL: Redacted.value(databaseUrl),
          MASTER_KEY: Buffer.from(Redacted.value(masterKey)).toString("base64"),
          AUDIT_SIGNING_KEY: "none",
          OUTBOUND_ALLOW: "127.0.0.0/8",
          ...environment
        }
      }
    )
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.on("close", (status) => resume(Effect.succeed({ status, stdout, stderr })))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })
  const findings = json ? Schema.decodeUnknownSync(Findings)(ended.stdout) : []
  return { ...ended, findings, of: (check: string) => findings.find((finding) => finding.check === check) }
}, Effect.scoped)

layer(LiveServices, { excludeTestServices: true, timeout: "120 seconds" })("admin doctor", (it) => {
  // doctor-1: `admin doctor` looks at what the service stands on, exits 1 where something fails, and says what to do.
  it.effect("exit 0 and a line for each thing that the service stands on, all of them real", function* () {
    yield* aSuperAdmin()
    const mail = yield* smtpServer()
    const { findings, of, status, stderr } = yield* doctor({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
    assert.strictEqual(status, 0, `${stderr} ${JSON.stringify(findings)}`)
    assert.deepStrictEqual(
      findings.map(({ check }) => check),
      [
        "configuration",
        "database",
        "migrations",
        "clock",
        "keys",
        "chain",
        "hold",
        "queues",
        "partitions",
        "storage",
        "mail",
        "limits",
        "outbound"
      ]
    )
    assert.isEmpty(findings.filter((finding) => finding.status === "failed"))
    assert.match(of("database")?.found ?? "", /^PostgreSQL \d+ as \w+, [1-9]\d* of \d+ connections in use$/)
    assert.match(of("chain")?.found ?? "", /^\d+ chains? match(?:es)? at the head/)
    assert.include(of("storage")?.found ?? "", "written, read and deleted")
    assert.include(of("mail")?.found ?? "", "accepts this service")
  })

  // doctor-2: It prints no secret.
  it.effect("exit 1 where something fails, each with what to do, and no secret in any of it", function* () {
    yield* asOwner((sql) => sql`UPDATE audit_heads SET entry_hash = repeat('0', 64)`)
    yield* asOwner(
      (sql) => sql`INSERT INTO platform_holds (id, origin, backup_id, data_of, begun_at, ready_at)
          VALUES (gen_random_uuid(), 'backup', 'backup-of-monday', '2026-03-02T09:00:00Z', now(), now())`
    )
    const secrets = ["sesame-of-the-mail", "hushhush-of-redis", "token-of-the-witness"]
    const environment = {
      SMTP_URL: `smtp://svc:${secrets[0]}@127.0.0.1:9`,
      REDIS_URL: `redis://:${secrets[1]}@127.0.0.1:9`,
      AUDIT_WITNESS_URL: `http://127.0.0.1:9/anchors?token=${secrets[2]}`,
      STORAGE_URL: "file:/dev/null/files"
    }
    const { findings, of, status, stderr, stdout } = yield* doctor(environment)
    assert.strictEqual(status, 1)
    assert.deepStrictEqual(
      findings.filter((finding) => finding.status === "failed").map(({ check }) => check),
      ["chain", "storage", "mail", "limits", "outbound"]
    )
    assert.match(of("chain")?.todo ?? "", /admin audit verify/)
    assert.match(
      of("hold")?.found ?? "",
      /restored from backup-of-monday as of 2026-03-02T09:00:00.000Z and is not released/
    )
    assert.match(of("hold")?.todo ?? "", /`admin backup held`, then run `admin backup release --queued discard`/)
    for (const { check, status: judged, todo } of findings) assert.strictEqual(judged === "ok", todo === "", check)
    const words = yield* doctor(environment, false)
    assert.strictEqual(words.status, 1)
    assert.match(words.stdout, /^FAILED {3}mail {11}SMTP failed: .* -> fix SMTP_URL/m)
    assert.match(words.stderr, /5 of 13 checks failed/)
    const { masterKey } = yield* AppConfig
    for (const secret of [...secrets, Buffer.from(Redacted.value(masterKey)).toString("base64")]) {
      for (const said of [stdout, stderr, words.stdout, words.stderr]) assert.notInclude(said, secret)
    }
  })

  // doctor-1
  it.effect("exit 1 for a database that is away, and for a variable that is not as it takes it", function* () {
    const away = yield* doctor({ DATABASE_URL: "postgres://svc:word-of-the-database@127.0.0.1:1/none" })
    assert.strictEqual(away.status, 1)
    assert.match(away.of("database")?.found ?? "", /ECONNREFUSED/)
    assert.strictEqual(away.of("chain")?.found, "not checked")
    assert.strictEqual(away.of("storage")?.status, "ok")
    assert.notInclude(away.stdout + away.stderr, "word-of-the-database")
    // What a service with an embedded database leaves when it ends.
    const left = mkdtempSync(join(tmpdir(), "svc-doctor-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(left, { recursive: true, force: true })))
    writeFileSync(join(left, "postgres-port"), "1\n")
    mkdirSync(join(left, "keys"))
    writeFileSync(join(left, "keys", "database-password"), "x\n")
    const ended = yield* doctor({ DATA_DIR: left, DATABASE_URL: "" })
    assert.strictEqual(
      ended.of("database")?.todo,
      `no service runs on the DATA_DIR ${left}. Start it, or run this in the environment of the running one`
    )
    const invalid = yield* doctor({ PORT: "abc" })
    assert.strictEqual(invalid.status, 1)
    assert.match(invalid.of("configuration")?.found ?? "", /^PORT takes a port number/)
  })
})
