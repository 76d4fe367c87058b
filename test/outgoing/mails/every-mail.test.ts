import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Mails } from "#outgoing/mails/service"
import { guessesMail, passwordChangedMail, twoFactorMail } from "#organisation/accounts/account-mails"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { mailsTo } from "#test/support/log"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"

const withApp = layerOfFile(TestApp)

const newest = Effect.fnUntraced(function* (to: string) {
  const mail = (yield* mailsTo(to)).at(-1)
  return mail ?? (yield* Effect.die("no mail waits"))
})

const inGerman = (userId: string) => systemSql`UPDATE users SET language = 'de' WHERE id = ${userId}`

withApp("a mail that is no notification", (it) => {
  // mails-4: An email uses the language of its account, else of the organization, else English.
  it.effect(
    "is written in the language of the account that it goes to, else of the organization, else in English",
    function* () {
      const mails = yield* Mails
      const admin = yield* aSuperAdmin()
      yield* inGerman(admin.userId)
      const texts = {
        en: { subject: "Ready", paragraphs: [] },
        de: { subject: "Fertig", paragraphs: [] }
      }
      for (const to of [admin.email.toUpperCase(), `other-${admin.email}`]) {
        yield* asSystem(() => mails.queueTranslated({ orgId: null, to, texts }))
      }
      const german = yield* newest(admin.email.toUpperCase())
      assert.strictEqual(german.subject, "Fertig")
      assert.include(german.html, '<html lang="de">')
      assert.strictEqual((yield* newest(`other-${admin.email}`)).subject, "Ready")
      const outside = `outside-${admin.email}`
      // A later Super Admin does not change the language of the organization.
      yield* TestClock.adjust("1 second")
      yield* aMember(admin.orgId, "superadmin")
      yield* asSystem(() => mails.queueTranslated({ orgId: admin.orgId, to: outside, texts }))
      assert.strictEqual((yield* newest(outside)).subject, "Fertig")
    }
  )

  it.effect("to people without an account is German in a German organization, like its default tasks", function* () {
    const admin = yield* aSuperAdmin()
    yield* inGerman(admin.userId)
    const invited = `invited-${admin.email}`
    yield* as(admin).post("/api/invites", { email: invited, role: "manager" })
    assert.include((yield* newest(invited)).text, "Deine Rolle dort: Führungskraft.")
    const leaver = `leaver-${admin.email}`
    const { text } = yield* withStatus(
      201,
      as(admin).post("/api/employees", { employee_name: "Ada", employee_email: leaver, exit_date: "2030-03-31" })
    )
    const { id }: { readonly id: string } = JSON.parse(text)
    yield* as(admin).post(`/api/employees/${id}/portal-link`, {})
    const mail = yield* newest(leaver)
    assert.include(mail.text, "Hallo Ada,")
    assert.match(mail.text, /Deine Seite öffnen:\nhttp:\/\/svc\.test\/portal\//)
    const tasks = yield* systemSql<{ task: string; assigned_to: string }>`
      SELECT task, assigned_to FROM checklist_items WHERE org_id = ${admin.orgId} ORDER BY position`
    assert.deepInclude(tasks, { task: "Arbeit, Dokumente und Kontakte übergeben", assigned_to: "Employee" })
  })

  it.effect(
    "about the deletion of the organization and about retention names the Super Admin and links to it",
    function* () {
      const admin = yield* aSuperAdmin()
      const other = yield* aMember(admin.orgId, "superadmin")
      yield* inGerman(other.userId)
      const path = "/api/organizations/me"
      const both = Effect.fnUntraced(function* (page: string) {
        const [english, german] = [yield* newest(admin.email), yield* newest(other.email)]
        for (const { text } of [english, german]) {
          assert.include(text, `(${admin.email})`)
          assert.include(text, `:\nhttp://svc.test${page}\n`)
        }
        return [english.subject, german.subject]
      })
      yield* as(admin).post(`${path}/deletion`)
      const [scheduled, geplant] = yield* both("/settings")
      assert.match(scheduled ?? "", / will be deleted in \d+ days$/)
      assert.match(geplant ?? "", / wird in \d+ Tagen gelöscht$/)
      yield* TestClock.adjust("1 second")
      yield* as(admin).delete(`${path}/deletion`)
      assert.match((yield* both("/settings"))[1] ?? "", / wird nicht gelöscht$/)
      yield* TestClock.adjust("1 second")
      yield* as(admin).put(`${path}/retention`, { offboarding_retention_months: 24 })
      assert.deepStrictEqual(yield* both("/settings/retention"), [
        "Offboardings will be deleted after 24 months",
        "Austritte werden nach 24 Monaten gelöscht"
      ])
      yield* TestClock.adjust("1 second")
      yield* as(admin).put(`${path}/retention`, { offboarding_retention_months: null })
      assert.strictEqual(
        (yield* both("/settings/retention"))[1],
        "Abgeschlossene Austritte werden unbegrenzt aufbewahrt"
      )
    }
  )

  it.effect(
    "about an organization that was handed over names who did it and links to what is theirs now",
    function* () {
      const admin = yield* aSuperAdmin()
      const successor = yield* aMember(admin.orgId, "hr")
      yield* as(admin).post("/api/account/transfer-and-delete", { user_id: successor.userId })
      const mail = yield* newest(successor.email)
      assert.include(mail.text, `(${admin.email}) closed their account`)
      assert.include(mail.text, "Open members:\nhttp://svc.test/members\n")
    }
  )

  it("about the reader's sign-in links to the page where they act on it, in both languages", () => {
    const texts = [
      twoFactorMail({ action: "two_factor_disabled" }, "http://svc.test"),
      passwordChangedMail("http://svc.test"),
      guessesMail(10, "http://svc.test")
    ]
    for (const { de, en } of texts) {
      for (const { action } of [en, de])
        assert.match(action?.url ?? "", /^http:\/\/svc\.test\/(account\/security|forgot-password)$/)
      assert.notStrictEqual(en.subject, de.subject)
    }
  })
})
