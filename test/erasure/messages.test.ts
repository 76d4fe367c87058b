import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { AppWithFolder } from "#test/exports/support"
import { asSystem, systemSql } from "#test/support/tables"
import { aPerson } from "#test/support/cases"
import { aLeaver, anOffboarding, erase } from "./support.ts"

/** A text message on its way to somebody, and their invitation to an exit interview. */
const written = (employeeId: string, offboardingId: string) =>
  asSystem((sql) =>
    Effect.all([
      sql`
        INSERT INTO sms_messages (org_id, id, org_employee_id, offboarding_id, kind, sealed_phone, phone_digest, sealed_content,
          created_at, updated_at)
        SELECT org_id, gen_random_uuid(), id, NULL, 'asset_overdue', 'sealed', 'digest', 'sealed', created_at, created_at
        FROM org_employees WHERE id = ${employeeId}`,
      sql`
        INSERT INTO exit_interviews (org_id, id, offboarding_id, status, sealed_booking_url, sent_to, invited_at, updated_at)
        SELECT org_id, gen_random_uuid(), id, 'invited', 'sealed', 'work', created_at, created_at
        FROM offboardings WHERE id = ${offboardingId}`
    ])
  )

const left = (orgId: string) =>
  asSystem((sql) =>
    Effect.all({
      texts: sql<{ readonly id: string }>`SELECT org_employee_id AS id FROM sms_messages WHERE org_id = ${orgId}`,
      interviews: sql<{ readonly id: string }>`SELECT offboarding_id AS id FROM exit_interviews WHERE org_id = ${orgId}`
    })
  )

layer(AppWithFolder)("POST /api/org-employees/{id}/erase", (it) => {
  // erasure-21: A notification that lists several people loses their names.
  it.status(200, "a notification that lists several people names none of them any longer", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const noticed = (ids: ReadonlyArray<string>) =>
      systemSql`
            INSERT INTO notifications (org_id, id, user_id, type, title, body, data, created_at)
            VALUES (${member.orgId}, gen_random_uuid(), ${member.userId}, 'offboarding.stage_changed', 'moved',
              'Ann and Bo', ${JSON.stringify({ moved: "2", offboardingIds: ids.join(",") })}::jsonb, now())`
    const other = "00000000-0000-4000-8000-000000000001"
    yield* noticed([other, offboardingId])
    yield* noticed([other])
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
    const rows = yield* systemSql<{ readonly body: string }>`
          SELECT body FROM notifications WHERE org_id = ${member.orgId} AND data ? 'moved' ORDER BY body`
    assert.deepStrictEqual(
      rows.map(({ body }) => body),
      ["Ann and Bo", "The person of this notification was erased."]
    )
  })

  // erasure-6
  it.status(200, "text messages and the link to the exit interview go, those of others stay", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const other = yield* aPerson(member, "Bo Diddley")
    const otherCase = yield* anOffboarding(member, { employee_name: "Bo Diddley", employee_email: other.email })
    yield* written(person.id, offboardingId)
    yield* written(other.id, otherCase)
    // Tied to the case alone: the directory's record may be another one by now.
    yield* systemSql`
          INSERT INTO sms_messages (org_id, id, org_employee_id, offboarding_id, kind, sealed_phone, phone_digest,
            sealed_content, created_at, updated_at)
          SELECT org_id, gen_random_uuid(), ${other.id}, id, 'portal_link', 'sealed', 'digest', 'sealed', created_at, created_at
          FROM offboardings WHERE id = ${offboardingId}`
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
    const { interviews, texts } = yield* left(member.orgId)
    assert.deepStrictEqual([texts.map(({ id }) => id), interviews.map(({ id }) => id)], [[other.id], [otherCase]])
  })
})
