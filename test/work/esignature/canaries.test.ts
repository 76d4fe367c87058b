import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { asOwner } from "#test/support/tables"
import { aConnectedDesk, App } from "./support.ts"

const code = "Kanarie77"
const number = "15755512345"

/** Every row of every table, as text. */
const everything = asOwner((sql) =>
  Effect.gen(function* () {
    const tables = yield* sql<{ readonly name: string }>`
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
    const rows = yield* Effect.forEach(
      tables,
      ({ name }) =>
        sql<{ readonly text: string | null }>`SELECT string_agg(t::text, ' ') AS text FROM ${sql.literal(name)} t`
    )
    return rows.flat().map(({ text }) => text ?? "")
  })
)

layer(App)("what must not be kept", (it) => {
  // signing-5
  it.effect(
    "no access code and no full phone number anywhere: database, log of the process, audit log, export",
    function* () {
      const written: Array<string> = []
      const write = process.stdout.write.bind(process.stdout)
      yield* Effect.acquireUseRelease(
        Effect.sync(() => {
          process.stdout.write = (chunk: string | Uint8Array) => {
            written.push(String(chunk))
            return true
          }
        }),
        () =>
          Effect.gen(function* () {
            for (const provider of ["docusign", "adobe_sign", "dropbox_sign"] as const) {
              const desk = yield* aConnectedDesk(provider)
              // Taken, refused, lost and cancelled: each way that such a request can go.
              assert.strictEqual((yield* desk.request({ access_code: code })).status, 200)
              assert.strictEqual((yield* desk.cancel()).status, 200)
              desk.vendor.faults.answersWritesWith = 400
              assert.strictEqual((yield* desk.request({ access_code: code })).status, 502)
              assert.strictEqual((yield* desk.request({ signer_phone: `+49${number}` })).status, 502)
              desk.vendor.faults.answersWritesWith = undefined
              desk.vendor.faults.failsAfterWriting = true
              // Adobe Sign's upload fails before anything is sent, so that one is refused.
              assert.include([200, 502], (yield* desk.request({ signer_phone: `+49${number}` })).status)
              desk.vendor.behave()
              assert.strictEqual((yield* desk.request({ access_code: code, signer_phone: "+1" })).status, 400)
              yield* desk.me.post("/api/account/org-export")
            }
          }),
        () => Effect.sync(() => void (process.stdout.write = write))
      )
      const stored = (yield* everything).join("\n")
      for (const kept of [stored, written.join("")]) {
        assert.notInclude(kept, code)
        assert.notInclude(kept, number)
      }
      // The mask is there, so it was looked at the right place.
      assert.include(stored, "+49•••••••••45")
    }
  )
})
