import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { Accounts } from "#organisation/accounts/service"
import { listen } from "#test/support/outbound-servers"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { filesOfZip } from "#test/support/zip"
import { anOrganisation } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"

interface Told {
  readonly path: string
  readonly headers: string
  readonly body: string
}

/** A server that keeps what it is sent, and answers with all of it. */
const anEcho = Effect.fnUntraced(function* (statusOf: (path: string) => number) {
  const received: Array<Told> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      const told = { path, headers: JSON.stringify(request.headers), body: Buffer.concat(chunks).toString() }
      received.push(told)
      const status = statusOf(path)
      response
        .writeHead(status, { "content-type": "application/json", "x-echo": encodeURIComponent(path) })
        .end(JSON.stringify({ code: status, text: told }))
    })
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return { origin: `http://127.0.0.1:${port}`, received }
})

const tables = Effect.gen(function* () {
  const names = yield* systemSql<{
    readonly name: string
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  return yield* Effect.forEach(
    names.filter(({ name }) => name !== "platform_migrations"),
    ({ name }) =>
      Effect.map(
        asSystem((sql) => sql<{ readonly row: string }>`SELECT t::text AS row FROM ${sql(name)} t`),
        (rows) => [`the table ${name}`, rows.map(({ row }) => row).join("\n")] as const
      )
  )
})

const Made = Schema.Struct({ id: Schema.String })
const Exports = Schema.Struct({ exports: Schema.Array(Schema.Struct({ id: Schema.String, status: Schema.String })) })
const Link = Schema.Struct({ url: Schema.String })
const read = <A>(schema: Schema.Codec<A>, text: string) => Schema.decodeUnknownSync(Schema.fromJsonString(schema))(text)

const until = <A>(look: () => A | undefined) =>
  Effect.suspend(() => {
    const found = look()
    return found === undefined ? Effect.fail("not yet" as const) : Effect.succeed(found)
  }).pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.orDie)

const types = ["splunk_hec", "datadog", "elasticsearch", "new_relic", "generic"] as const

layer(LiveServices, { excludeTestServices: true })("credentials of SIEM targets", (it) => {
  it.effect(
    "tokens and Sumo addresses planted in every field stand in no log line at the finest level, no span, answer, audit entry, event, export or table",
    function* () {
      const orgId = yield* anOrganisation()
      const email = EmailAddress.make(`${randomUUID()}@acme.test`)
      const password = `a long password ${randomUUID()}`
      const accounts = yield* Accounts
      yield* accounts.createUser({
        orgId,
        email,
        fullName: "Ada Admin",
        role: "superadmin",
        password: Redacted.make(password)
      })
      const planted = new Map<string, string>()
      const canary = (where: string) => {
        const text = `canary${randomUUID().replaceAll("-", "")}`
        planted.set(where, text)
        return text
      }

      const tracing = yield* anEcho(() => 200)
      const echo = yield* anEcho((path) =>
        path.includes("taken") ? 200 : path.includes("moved") ? 302 : path.includes("bad") ? 400 : 500
      )
      const service = yield* aServiceProcess({ LOG_LEVEL: "all", OTEL_EXPORTER_OTLP_ENDPOINT: tracing.origin })
      const answers: Array<string> = []
      const sendText = (method: string, path: string, cookie: string, body?: string) =>
        Effect.promise(async () => {
          const response = await fetch(path.startsWith("/") ? `${service.baseUrl}${path}` : path, {
            method,
            headers: { "content-type": "application/json", cookie },
            ...(body === undefined ? {} : { body })
          })
          const bytes = Buffer.from(await response.arrayBuffer())
          const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n")
          return { status: response.status, bytes, text: bytes.toString(), headers }
        })
      const login = yield* sendText("POST", "/api/auth/login", "", JSON.stringify({ email, password }))
      const cookie = `access_token=${/access_token=([^;]+)/.exec(login.headers)?.[1] ?? ""}`
      const call = Effect.fnUntraced(function* (method: string, path: string, body?: object | string) {
        const text = typeof body === "object" ? JSON.stringify(body) : body
        const answer = yield* sendText(method, path, cookie, text)
        answers.push(`${method} ${path}\n${answer.headers}\n${answer.text}`)
        return answer
      })
      yield* call("POST", "/api/auth/step-up", { password })

      const path = "/api/siem-targets"
      const address = (type: string, answer: string) =>
        `${echo.origin}/${answer}/${type}${type === "elasticsearch" ? "/_doc" : ""}`
      const ids = new Map<string, string>()
      for (const answer of ["taken", "moved", "bad", "broken"]) {
        for (const type of types) {
          const made = yield* call("POST", path, {
            name: `${type} ${answer}`,
            type,
            endpoint_url: address(type, answer),
            token: canary(`the token of ${type}, ${answer}`),
            allEvents: true
          })
          assert.strictEqual(made.status, 201, made.text)
          ids.set(`${type} ${answer}`, read(Made, made.text).id)
        }
        const made = yield* call("POST", path, {
          name: `sumo_logic ${answer}`,
          type: "sumo_logic",
          endpoint_url: `${echo.origin}/${canary(`the path of sumo_logic, ${answer}`)}/${answer}?key=${canary(`the query of sumo_logic, ${answer}`)}`,
          token: canary(`the token that sumo_logic does not have, ${answer}`),
          allEvents: true
        })
        assert.strictEqual(made.status, 201, made.text)
        ids.set(`sumo_logic ${answer}`, read(Made, made.text).id)
      }

      // What is refused repeats nothing, whichever field it was typed into.
      const body = {
        name: "Ours",
        type: "generic",
        endpoint_url: address("generic", "taken"),
        token: "t",
        allEvents: true
      }
      const generic = `${path}/${ids.get("generic taken")}`
      const sumo = `${path}/${ids.get("sumo_logic taken")}`
      const inner = (where: string) => `https://10.0.0.1/${canary(where)}`
      const refused: ReadonlyArray<readonly [string, string, object | string]> = [
        ["POST", path, { ...body, token: [canary("a token in a list")] }],
        ["POST", path, { ...body, token: { value: canary("a token in an object") } }],
        ["POST", path, { ...body, token: `${canary("a long token")}${"x".repeat(4096)}` }],
        ["POST", path, { ...body, token: `${canary("a token beyond ASCII")}ü` }],
        ["POST", path, { ...body, token: `${canary("a token with a line break")}\r\nx: y` }],
        ["POST", path, { ...body, token: `${canary("a token with NUL")}\u0000` }],
        ["POST", path, { ...body, token_scheme: `Splunk ${canary("a token with its scheme")}` }],
        ["POST", path, { ...body, payload_format: canary("a token as the format") }],
        ["POST", path, { ...body, type: canary("a token as the type") }],
        ["POST", path, { ...body, active: canary("a token as active") }],
        ["POST", path, { ...body, chain_fields: canary("a token as chain_fields") }],
        ["POST", path, { ...body, allEvents: canary("a token as allEvents") }],
        ["POST", path, { ...body, name: [canary("a token as the name")] }],
        ["POST", path, { ...body, endpoint_url: canary("a token as the address") }],
        ["POST", path, { ...body, endpoint_url: [canary("an address in a list")] }],
        ["POST", path, { ...body, endpoint_url: inner("an inner address") }],
        ["POST", path, { ...body, endpoint_url: `https://u:${canary("a password in an address")}@example.com/` }],
        ["POST", path, { ...body, endpoint_url: `ftp://example.com/${canary("another scheme")}` }],
        ["POST", path, { ...body, type: "sumo_logic", endpoint_url: inner("an inner Sumo address") }],
        ["POST", path, { ...body, type: "elasticsearch", endpoint_url: `${echo.origin}/${canary("no index")}` }],
        ["POST", path, { ...body, events: canary("a token as events") }],
        ["POST", path, `{"token":"${canary("a body that breaks off")}`],
        ["POST", path, `"${canary("a body that is a text")}"`],
        ["PATCH", generic, { token: [canary("a changed token in a list")] }],
        ["PATCH", generic, { endpoint_url: inner("a changed address") }],
        ["PATCH", sumo, { endpoint_url: inner("a changed Sumo address") }],
        ["PATCH", sumo, { type: "generic", token: canary("a token without its address") }],
        ["POST", `${path}/batch-export`, { target_id: canary("a token as the target"), from: "x", to: "y" }]
      ]
      for (const [method, to, of] of refused) {
        const answer = yield* call(method, to, of)
        assert.strictEqual(answer.status, 400, JSON.stringify([to, of, answer.text]))
      }
      const refusals = answers.length

      // What is changed, tried, sent and sent again.
      yield* call("PATCH", generic, { token: canary("a new token") })
      const newAddress = `${echo.origin}/${canary("a new path of sumo_logic")}/taken`
      assert.strictEqual((yield* call("PATCH", sumo, { endpoint_url: newAddress })).status, 200)
      for (const id of ids.values()) assert.strictEqual((yield* call("POST", `${path}/${id}/test`)).status, 200)
      yield* call("PATCH", `${path}/${ids.get("generic broken")}`, { endpoint_url: "http://127.0.0.1:9/" })
      const day = new Date().toISOString().slice(0, 10)
      for (const id of [ids.get("generic taken"), ids.get("sumo_logic broken")]) {
        const replayed = yield* call("POST", `${path}/batch-export`, { target_id: id, from: day, to: day })
        assert.strictEqual(replayed.status, 200, replayed.text)
      }
      yield* until(() =>
        echo.received.some((one) => one.path.includes("broken") && one.body.includes("batch_export")) &&
        echo.received.some((one) => one.path === "/taken/generic" && one.body.includes("batch_export"))
          ? true
          : undefined
      )
      yield* call("GET", path)
      yield* call("GET", `${path}/events`)
      yield* call("GET", "/api/audit-log?limit=100")
      yield* call("GET", "/api/audit-log/export?format=json")
      yield* call("GET", "/api/audit-log/export?format=csv")

      yield* call("POST", "/api/account/org-export")
      const ready = yield* Effect.suspend(() =>
        Effect.flatMap(call("GET", "/api/account/org-export"), ({ text }) => {
          const found = read(Exports, text).exports.find(({ status }) => status === "ready")
          return found === undefined ? Effect.fail("not yet" as const) : Effect.succeed(found)
        })
      ).pipe(Effect.retry(Schedule.spaced("300 millis")), Effect.orDie)
      const link = read(Link, (yield* call("GET", `/api/account/org-export/${ready.id}/download`)).text)
      const { pathname, search } = new URL(link.url)
      const zip = yield* filesOfZip((yield* sendText("GET", pathname + search, cookie)).bytes)
      assert.include(zip.get("siem_targets.json")?.toString(), "sumo_logic taken")
      yield* service.stop("SIGTERM")

      const log = service.log()
      assert.include(log, "/api/siem-targets")
      const spans = tracing.received.map((one) => one.body).join("\n")
      assert.include(spans, "SiemTargets.create")
      const places: ReadonlyArray<readonly [string, string]> = [
        ["the log", log],
        ["a span or metric", spans],
        ...answers.map((text, index) => [`${index < refusals ? "a refusal" : "an answer"}: ${text}`, text] as const),
        // What another collector is told; of Sumo's own the address is the credential.
        ...echo.received.map((one) => ["an event", one.body] as const),
        ...[...zip].map(([name, content]) => [`the export's ${name}`, content.toString()] as const),
        ...(yield* tables)
      ]
      assert.isAbove(planted.size, 50)
      const found = [...planted].flatMap(([what, text]) =>
        places.flatMap(([where, content]) => (content.includes(text) ? [`${what} in ${where}`] : []))
      )
      assert.deepStrictEqual(found, [])
    }
  )
})
