import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeys } from "#organisation/api-keys/service"
import { SystemSql } from "#platform/database/db"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner, systemSql } from "#test/support/tables"
import { until } from "#test/support/until"
import { AccessSurface, anAddress, bearer, keyOf, send, tokenOf } from "./support.ts"

const read = (key: string, from = anAddress()) => send("GET", "/api/v1/probe/read", { headers: bearer(key), from })

const aKeyOfItsOwn = Effect.flatMap(aSuperAdmin(), (member) =>
  Effect.map(keyOf(member), ({ id, key }) => ({ id, key, member }))
)

layer(AccessSurface.pipe(Layer.provideMerge(Statements.layer)), { timeout: "180 seconds" })(
  "what a check costs",
  (it) => {
    it.status(200, "an authenticated request is one statement before its own", function* () {
      const { key } = yield* aKeyOfItsOwn
      const { statements } = yield* withStatus(200, statementsOf(read(key)))
      assert.lengthOf(statements, 1, JSON.stringify(statements))
      assert.include(statements[0], "FROM api_keys")
    })

    it.status(
      200,
      "many at once by one key share their look-ups; a revoked one is none for whoever asks after that",
      function* () {
        const { id, key, member } = yield* aKeyOfItsOwn
        const atOnce = Effect.map(
          Effect.forEach(Array.from({ length: 40 }), () => read(key), { concurrency: 40 }),
          (answers) => ({ status: Math.max(...answers.map(({ status }) => status)) })
        )
        // The first look-up stands until the table is free; whoever asks meanwhile shares the next one.
        const [held, free] = [yield* Latch.make(), yield* Latch.make()]
        const holding = yield* Effect.forkChild(
          asOwner((sql) =>
            sql`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`.pipe(
              Effect.andThen(held.open),
              Effect.andThen(free.await)
            )
          )
        )
        yield* held.await
        const asking = yield* Effect.forkChild(statementsOf(atOnce))
        yield* until(
          asOwner((sql) =>
            Effect.map(sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'api_keys'::regclass`, ({ length }) =>
              length > 0 ? true : undefined
            )
          )
        )
        yield* Effect.andThen(free.open, Fiber.join(holding))
        const { statements } = yield* withStatus(200, Fiber.join(asking))
        assert.isBelow(statements.length, 40)
        // Asked beside those that are under way, by whoever has just been told that it is revoked.
        const busy = yield* Effect.forkChild(atOnce)
        yield* (yield* ApiKeys).revoke(id).pipe(asCaller(member))
        assert.strictEqual((yield* read(key)).status, 401)
        yield* Fiber.join(busy)
      }
    )

    // credentials-12
    it.status(200, "a session is read by one statement, and written down as seen once in five minutes", function* () {
      const member = yield* aSuperAdmin()
      const token = yield* tokenOf(member)
      const open = send("GET", "/api/probe/open", { headers: bearer(token) })
      for (const _ of [1, 2]) {
        const { statements } = yield* withStatus(200, statementsOf(open))
        assert.lengthOf(statements, 1, JSON.stringify(statements))
      }
      yield* TestClock.adjust("5 minutes")
      const { statements } = yield* statementsOf(open)
      assert.lengthOf(statements, 2)
      assert.match(statements[1] ?? "", /UPDATE sessions SET last_seen_at/)
      assert.lengthOf((yield* statementsOf(open)).statements, 1)
    })

    it.status(401, "a malformed key costs no statement, an unknown one its look-up", function* () {
      for (const malformed of ["x", `svc_test_${"0".repeat(32)}`, `svc_live_${"0".repeat(31)}`, "' OR 1=1 --"]) {
        assert.deepStrictEqual(yield* statementsOf(read(malformed)), { status: 401, statements: [] })
      }
      const { statements, status } = yield* statementsOf(read(`svc_live_${"0".repeat(32)}`))
      assert.deepStrictEqual([status, statements.length], [401, 1])
    })

    // credentials-5
    it.status(429, "a blocked address is refused before key look-up, on every surface", function* () {
      const { key } = yield* aKeyOfItsOwn
      const from = anAddress()
      for (let attempt = 0; attempt < 20; attempt += 1) yield* read("wrong", from)
      assert.deepStrictEqual(yield* statementsOf(read(key, from)), { status: 429, statements: [] })
      const app = send("GET", "/api/probe/open", { headers: bearer("a.b.c"), from })
      assert.deepStrictEqual(yield* statementsOf(app), { status: 429, statements: [] })
      const scim = send("GET", "/scim/v2/Users", { headers: bearer("token"), from })
      assert.deepStrictEqual(yield* statementsOf(scim), { status: 429, statements: [] })
    })

    it.effect("the look-up reads indexes only, among 100,000 keys", function* () {
      const { key, member } = yield* aKeyOfItsOwn
      const system = yield* SystemSql
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* systemSql`
        INSERT INTO api_keys (org_id, id, name, key_prefix, key_digest, previous_key_digest, previous_valid_until, scopes,
          created_at)
        SELECT ${member.orgId}::uuid, gen_random_uuid(), 'k', 'svc_live_000', md5(n::text), md5((-n)::text),
          ${now}::timestamptz, '{employees:read}', ${now}::timestamptz
        FROM generate_series(1, 100000) AS n`
      yield* system`VACUUM ANALYZE api_keys`.pipe(Effect.ignore)
      const { statements } = yield* statementsOf(read(key))
      const [lookup = ""] = statements
      const parameters = Array.from({
        length: Math.max(...[...lookup.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
      })
      const dates = new Set(
        [...lookup.matchAll(/(?:until >|expires_at >|trial_ends_at,) \$(\d+)/g)].map(([, n]) => Number(n))
      )
      const plan = yield* system.unsafe<{ "QUERY PLAN": unknown }>(
        `EXPLAIN (FORMAT JSON) ${lookup}`,
        parameters.map((_, index) => (dates.has(index + 1) ? now : "0".repeat(64)))
      )
      const text = JSON.stringify(plan)
      assert.include(text, "api_keys_digest")
      assert.include(text, "api_keys_previous_digest")
      assert.notInclude(text, "Seq Scan")
    })
  }
)
