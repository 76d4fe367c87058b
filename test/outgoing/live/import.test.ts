import { assert, layer } from "#test/support/suite"
import { Caller } from "@svc/contract/kernel/access"
import { SessionId } from "@svc/contract/kernel/ids"
import { Effect, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { Live } from "#outgoing/live/service"
import { aMember, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"

/** What a stream that opens now says of the last ten seconds. */
const said = Effect.fnUntraced(function* (member: Member) {
  const live = yield* Live
  const caller = yield* asCaller(member)(Caller)
  const session = {
    id: SessionId.make(randomUUID()),
    method: "password" as const,
    steppedUpUntil: null,
    totpEnabled: false
  }
  const texts: Array<string> = []
  yield* Stream.runForEach(live.follow({ ...caller, session }, false), (text) =>
    Effect.sync(() => void texts.push(text))
  )
  return texts.join("")
})

layer(TestApp)("an import", (it) => {
  // live-4: An import is one live event for members who see every offboarding; others receive one for each that they
  //   see.
  it.effect("is one change to members who see every case; the others hear of each case that they see", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const sales = yield* aMember(admin.orgId, "hr")
    yield* systemSql`
          UPDATE memberships SET scope = 'departments', departments = '{Sales}'
          WHERE org_id = ${admin.orgId} AND user_id = ${sales.userId}`
    const csv = "employee_name,employee_department,exit_date\nAda,Sales,2026-11-30\nGrace,Ops,2026-11-30\n"
    const answer = yield* withStatus(200, as(admin).post("/api/employees/import", { csv }))
    const { created }: { readonly created: ReadonlyArray<{ readonly id: string }> } = JSON.parse(answer.text)
    const all = yield* said(hr)
    assert.include(all, '{"resource":"case"}')
    const scoped = yield* said({
      ...sales,
      records: { _tag: "Departments", departments: ["Sales"] }
    })
    for (const { id } of created) assert.notInclude(all, id)
    assert.include(scoped, String(created[0]?.id))
    assert.notInclude(scoped, String(created[1]?.id))
  })
})
