import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { manager } from "#demo/people"
import { systemSql } from "#test/support/tables"
import { flaws, inBrowser, OpenedDashboard, seen } from "./opened.ts"

const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n")

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

const act = async (page: Page, name: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click()
  await page.getByRole("button", { name: action, exact: true }).click()
}

const phone = { width: 390, height: 844, theme: "dark" } as const

inBrowser("equipment", (it) => {
  it.effect(
    "is added, returned with a word of its condition and taken back, lost, found, returned together",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/assets")
      yield* Effect.promise(async () => {
        await page.getByText("No equipment yet").waitFor()
        await page.getByRole("button", { name: "Add equipment" }).click()
        const dialog = page.getByRole("dialog", { name: "Add equipment" })
        await dialog.getByRole("button", { name: "Add equipment" }).click()
        assert.strictEqual(await dialog.getByText("Required", { exact: true }).count(), 2)
        await dialog.getByLabel("Item").fill("MacBook Pro 14")
        await dialog.getByLabel("Serial number").fill("T-1")
        await dialog.getByLabel("Due back").fill("2026-01-02")
        const { rows: people } = await (await context.request.get("/api/org-employees?limit=1")).json()
        const [{ full_name, id: holder }] = people
        await dialog.getByLabel("Find another person by name").fill(full_name)
        await dialog.getByLabel("Held by").selectOption(full_name)
        assert.deepStrictEqual(await flaws(page), [])
        await dialog.getByRole("button", { name: "Add equipment" }).click()
        await row(page, "T-1").getByText("Overdue").waitFor()
        await row(page, "T-1").getByRole("link", { name: full_name }).waitFor()

        await page.getByRole("button", { name: "Add equipment" }).click()
        await dialog.getByLabel("Item").fill("Pixel 9")
        await dialog.getByLabel("Serial number").fill("T-1")
        await dialog.getByRole("button", { name: "Add equipment" }).click()
        await dialog.getByRole("alert").getByText("serial number already exists").waitFor()
        assert.strictEqual(await dialog.getByLabel("Item").inputValue(), "Pixel 9", "nothing typed is lost")
        await dialog.getByLabel("Serial number").fill("T-2")
        await dialog.getByRole("button", { name: "Add equipment" }).click()
        await row(page, "T-2").waitFor()

        await act(page, "MacBook Pro 14", "Mark as returned")
        const back = page.getByRole("dialog", { name: "Mark MacBook Pro 14 as returned?" })
        await back.getByLabel("Condition").fill("damaged")
        await back.getByRole("button", { name: "Mark as returned" }).click()
        await row(page, "T-1").getByText("Returned").waitFor()
        const { rows } = await (await context.request.get("/api/assets?q=T-1")).json()
        assert.deepInclude(rows[0], { status: "returned", condition: "damaged", org_employee_id: holder })
        await page.getByRole("button", { name: "Undo" }).click()
        await row(page, "T-1").getByText("Overdue").waitFor()

        await act(page, "Pixel 9", "Mark as lost")
        await row(page, "T-2").getByText("Lost").waitFor()
        await page.goto("/assets?state=lost")
        await row(page, "T-2").waitFor()
        assert.strictEqual(await row(page, "T-1").count(), 0)
        await act(page, "Pixel 9", "Mark as found")
        await page.getByRole("dialog").getByRole("button", { name: "Mark as found" }).click()
        await page.getByText("No results").waitFor()
        await page.getByRole("button", { name: "Clear filters" }).first().click()
        await row(page, "T-2").getByText("Returned").waitFor()

        await page.getByRole("button", { name: "Select all outstanding items on this page" }).click()
        await page.getByRole("button", { name: "Mark 1 as returned" }).click()
        await row(page, "T-1").getByText("Returned").waitFor()

        await act(page, "Pixel 9", "Delete")
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await row(page, "T-2").waitFor({ state: "detached" })
        await row(page, "T-1").getByRole("link", { name: full_name }).click()
        await page.getByRole("heading", { name: full_name }).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("of a case is added and confirmed there; HR may return but neither add nor delete", function* () {
    const { openAs } = yield* OpenedDashboard
    const { context, page } = yield* openAs("superadmin")
    const id = yield* Effect.promise(async () => {
      const { rows } = await (await context.request.get("/api/employees?status=notice_period")).json()
      await page.goto(`/offboardings/${rows[0].id}/assets`)
      await page.getByText("No equipment assigned").waitFor()
      await page.getByRole("button", { name: "Add equipment" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Item").fill("ThinkPad X1")
      await dialog.getByLabel("Serial number").fill("T-3")
      await dialog.getByLabel("Tracking number").fill("1Z999")
      await dialog.getByRole("button", { name: "Add equipment" }).click()
      await row(page, "T-3").getByText("1Z999").waitFor()
      await page.getByText("1 item isn’t returned yet").waitFor()
      return String(rows[0].id)
    })
    const hr = yield* openAs("hr", `/offboardings/${id}/assets`, phone)
    yield* Effect.promise(async () => {
      await hr.page.getByRole("button", { name: "Actions for ThinkPad X1" }).click()
      await hr.page.getByRole("button", { name: "Mark as returned" }).waitFor()
      assert.strictEqual(await hr.page.getByRole("button", { name: /^(?:Delete|Edit|Mark as lost)$/ }).count(), 0)
      assert.strictEqual(await hr.page.getByRole("button", { name: "Add equipment" }).count(), 0)
      await hr.page.getByRole("button", { name: "Mark as returned" }).click()
      await hr.page.getByRole("dialog").getByRole("button", { name: "Mark as returned" }).click()
      await row(hr.page, "T-3").getByText("Returned").waitFor()
      assert.strictEqual(await hr.page.getByRole("button", { name: "Undo" }).count(), 0)
      await hr.page.getByRole("button", { name: "Confirm return" }).click()
      await hr.page.getByText(/Return confirmed on/).waitFor()
      assert.deepStrictEqual(await flaws(hr.page), [])
      await hr.page.goto("/assets")
      await row(hr.page, "T-3").waitFor()
      assert.strictEqual(await hr.page.getByRole("button", { name: "Add equipment" }).count(), 0)
      assert.deepStrictEqual(await flaws(hr.page), [])
    })
  })

  it.effect(
    "documents are uploaded, refused in words, signed by hand, downloaded and deleted with a reason",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin")
      const id = yield* Effect.promise(async () => {
        const { rows } = await (await context.request.get("/api/employees?status=notice_period")).json()
        const id = String(rows[0].id)
        await page.goto(`/offboardings/${id}/documents`)
        await page.getByText("No documents yet").waitFor()
        await page.getByRole("button", { name: "Upload" }).click()
        const upload = page.getByRole("dialog", { name: "Upload" })
        const send = upload.getByRole("button", { name: "Upload" })
        const file = upload.getByLabel("File")
        await file.setInputFiles({ name: "big.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(10_485_761) })
        await send.click()
        await upload.getByText("The file is larger than 10 MB").waitFor()
        await file.setInputFiles({ name: "note.pdf", mimeType: "application/pdf", buffer: Buffer.from("no pdf") })
        await upload.getByLabel("Type").fill("Reference letter")
        await send.click()
        await upload.getByRole("alert").getByText("the content must be").waitFor()
        assert.strictEqual(await upload.getByLabel("Type").inputValue(), "Reference letter")
        await file.setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: pdf })
        assert.deepStrictEqual(await flaws(page), [])
        await send.click()
        await row(page, "letter.pdf").getByText("Pending").waitFor()

        await act(page, "letter.pdf", "Request signature")
        await page.getByRole("dialog").getByText("No e-signature provider connected").waitFor()
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: "Create from template" }).click()
        await page.getByRole("dialog").getByText("No document templates yet").waitFor()
        await page.getByRole("dialog").getByRole("link", { name: "Open templates" }).waitFor()
        await page.keyboard.press("Escape")

        const bare = { data: { name: "Arbeitszeugnis" } }
        const made = await (await context.request.post(`/api/employees/${id}/compliance`, bare)).json()
        await row(page, "Arbeitszeugnis").getByText("no file: attach one").waitFor()
        await act(page, "Arbeitszeugnis", "Attach file")
        const attach = page.getByRole("dialog", { name: "Attach file to Arbeitszeugnis" })
        const scan = { name: "scan.pdf", mimeType: "application/pdf", buffer: pdf }
        await attach.getByLabel("File").setInputFiles(scan)
        await attach.getByRole("button", { name: "Upload" }).click()
        await row(page, "Arbeitszeugnis").getByText("without a file").waitFor({ state: "detached" })
        await page.getByRole("button", { name: "Actions for Arbeitszeugnis" }).click()
        await page.getByRole("button", { name: "Request signature" }).waitFor()
        await page.keyboard.press("Escape")
        const gone = { data: { reason: "Of this test alone" } }
        await context.request.delete(`/api/employees/compliance/${made.id}`, gone)
        await row(page, "Arbeitszeugnis").waitFor({ state: "detached" })

        await act(page, "letter.pdf", "Change status")
        const state = page.getByRole("dialog", { name: "Change status of letter.pdf" })
        await state.getByLabel("Status").selectOption("Signed")
        await state.getByRole("button", { name: "Save" }).click()
        await state.getByRole("alert").getByText("Enter who signed it").waitFor()
        await state.getByLabel("Signed by").fill("Ada Lindqvist")
        await state.getByLabel("Expires").fill("2026-01-02")
        await state.getByRole("button", { name: "Save" }).click()
        await row(page, "letter.pdf").getByText("signed by Ada Lindqvist").waitFor()
        await page.getByLabel("Status", { exact: true }).selectOption("Expiring (1)")
        await row(page, "letter.pdf").getByText("expired").waitFor()

        await act(page, "letter.pdf", "Download")
        const link = page.getByRole("dialog", { name: "Files" }).getByRole("link", { name: "Document" })
        const answer = await context.request.get(new URL((await link.getAttribute("href")) ?? "").pathname)
        assert.deepStrictEqual(await answer.body(), pdf)
        await page.keyboard.press("Escape")
        return id
      })
      const manager = yield* openAs("manager", `/offboardings/${id}/documents`)
      const mine = yield* openAs("superadmin", `/offboardings/${id}/documents`, phone)
      yield* Effect.promise(async () => {
        await seen(manager.page)
        assert.strictEqual(await manager.page.getByRole("button", { name: "Upload" }).count(), 0)
        await row(mine.page, "letter.pdf").waitFor()
        assert.deepStrictEqual(await flaws(mine.page), [])
        await act(mine.page, "letter.pdf", "Delete")
        const removal = mine.page.getByRole("dialog")
        await removal.getByRole("button", { name: "Delete" }).click()
        await removal.getByText("Required", { exact: true }).waitFor()
        await removal.getByLabel("Reason").fill("Uploaded to the wrong case")
        await removal.getByRole("button", { name: "Delete" }).click()
        await mine.page.getByText("No documents yet").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect(
    "documents of all cases: found by what they lack, worked on from the list; a manager sees those of reports",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, context, page } = yield* openAs("superadmin", "/documents")
      const [reported, other] = yield* Effect.promise(async () => {
        await page.getByText("No documents yet").waitFor()
        const { rows } = await (await context.request.get("/api/employees?limit=200")).json()
        const report = rows.find((row: { manager_email: string | null }) => row.manager_email === manager.email)
        return [report, rows.find((row: { manager_email: string | null }) => row.manager_email !== manager.email)]
      })
      yield* systemSql`
              INSERT INTO compliance_documents (org_id, id, offboarding_id, name, doc_type, status, esignature_status,
                signed_by, signed_at, expires_on, created_at, updated_at)
              SELECT o.org_id, gen_random_uuid(), o.id, d.name, d.kind, d.status, d.signing, d.signer, d.signed, d.ends,
                now() - d.days * interval '1 day', now()
              FROM offboardings o JOIN (VALUES
                (${reported.id}::uuid, 'Severance agreement', 'Severance agreement', 'pending', 'pending', NULL, NULL::timestamptz, NULL::date, 3),
                (${reported.id}::uuid, 'NDA 2026', 'NDA', 'pending', 'declined', NULL, NULL, NULL, 6),
                (${other.id}::uuid, 'Non-compete', 'Other', 'signed', 'signed', 'Ada Lindqvist', now() - interval '2 days', current_date + 10, 9),
                (${other.id}::uuid, 'Reference', 'Reference letter', 'completed', NULL, 'Grace Okafor', now() - interval '40 days', NULL, 41)
              ) AS d (case_id, name, kind, status, signing, signer, signed, ends, days) ON o.id = d.case_id`
      yield* Effect.promise(async () => {
        const answer = await context.request.post(`/api/employees/${other.id}/compliance`, {
          data: { name: "Final pay notice" }
        })
        assert.strictEqual(answer.status(), 200)
        await row(page, "Final pay notice").waitFor()
        await row(page, "Severance agreement").getByText(`waiting for ${reported.employee_name}`).waitFor()

        await page.getByLabel("Signature", { exact: true }).selectOption("Declined")
        await row(page, "Severance agreement").waitFor({ state: "detached" })
        await row(page, "NDA 2026").getByText("Declined").waitFor()
        await page.getByLabel("Expires").selectOption("Expires in 30 days")
        await page.getByText("No results").waitFor()
        await page.getByRole("button", { name: "Clear filters" }).first().click()
        await page.getByLabel("Expires").selectOption("Expires in 30 days")
        await row(page, "NDA 2026").waitFor({ state: "detached" })
        await row(page, "Non-compete").waitFor()
        assert.strictEqual(new URL(page.url()).search, "?expiry=soon")
        await page.getByRole("button", { name: "Clear filters" }).click()
        await page.getByLabel("Document, type, or person").fill(reported.employee_name.toUpperCase())
        await row(page, "Non-compete").waitFor({ state: "detached" })

        await act(page, "Severance agreement", "Cancel request")
        await page.getByRole("alert").waitFor()
        await act(page, "NDA 2026", "Change status")
        const state = page.getByRole("dialog", { name: "Change status of NDA 2026" })
        await state.getByLabel("Status").selectOption("Signed")
        await state.getByLabel("Signed by").fill(reported.employee_name)
        await state.getByLabel("Location of the signed original").fill("Cabinet 4")
        await state.getByRole("button", { name: "Save" }).click()
        await row(page, "NDA 2026").getByText("Signed", { exact: true }).waitFor()
        await page.getByRole("link", { name: "NDA 2026" }).click()
        await page.getByRole("heading", { name: reported.employee_name }).waitFor()
        await row(page, "NDA 2026").waitFor()
      })
      const theirs = yield* openAs("manager", "/documents", phone)
      yield* Effect.promise(async () => {
        await row(theirs.page, "Severance agreement").waitFor()
        assert.strictEqual(await row(theirs.page, "Non-compete").count(), 0)
        assert.strictEqual(await theirs.page.getByRole("button", { name: /^Actions for/ }).count(), 0)
        assert.deepStrictEqual(await flaws(theirs.page), [])
        await page.emulateMedia({ colorScheme: "dark" })
        await page.goto("/documents")
        await seen(page)
        assert.deepStrictEqual(await flaws(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("people are found, added, imported row by row, edited, deleted, and erased by their name", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/people")
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Add person" }).click()
      const dialog = page.getByRole("dialog", { name: "Add person" })
      await dialog.getByLabel("Full name").fill("Nora Lind")
      await dialog.getByLabel("Email", { exact: true }).fill("superadmin")
      await dialog.getByRole("button", { name: "Add person" }).click()
      await dialog.getByText("must be an email address").waitFor()
      await dialog.getByLabel("Email", { exact: true }).fill("nora.lind@larkspur.example")
      await dialog.getByLabel("Department").fill("Research")
      assert.deepStrictEqual(await flaws(page), [])
      await dialog.getByRole("button", { name: "Add person" }).click()
      await page.getByRole("heading", { name: "Nora Lind" }).waitFor()
      const id = page.url().split("/").at(-1) ?? ""
      await page.getByRole("link", { name: "Start offboarding" }).click()
      await page.waitForURL(`**/offboardings/new?person=${id}`)
      await page.getByText("Edit details").click()
      assert.strictEqual(await page.getByLabel("Full name").inputValue(), "Nora Lind")
      assert.strictEqual(await page.getByLabel("Department").inputValue(), "Research")
      await page.goBack()
      await page.getByRole("button", { name: "Edit" }).click()
      await page.getByRole("dialog").getByLabel("Department").fill("")
      await page.getByRole("dialog").getByLabel("Job title").fill("Chemist")
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
      await page.getByRole("term").filter({ hasText: "Job title" }).waitFor()
      await page.getByRole("definition").filter({ hasText: "Chemist" }).waitFor()

      await page.getByRole("button", { name: "More" }).click()
      await page.getByRole("button", { name: "Erase person" }).click()
      const erasure = page.getByRole("dialog", { name: "Erase Nora Lind permanently?" })
      await erasure.getByLabel("Type “Nora Lind” to confirm").fill("Nora")
      await erasure.getByRole("button", { name: "Erase person" }).click()
      await erasure.getByText("Doesn’t match “Nora Lind”").waitFor()
      await erasure.getByLabel("Type “Nora Lind” to confirm").fill("Nora Lind")
      assert.deepStrictEqual(await flaws(page), [])
      await erasure.getByRole("button", { name: "Erase person" }).click()
      await page.getByRole("heading", { name: "[erased]" }).waitFor()

      await page.goto("/people")
      await page.getByRole("button", { name: "Import CSV" }).click()
      const imported = page.getByRole("dialog", { name: "Import people from CSV" })
      await imported.getByText("Columns", { exact: true }).click()
      await imported.getByRole("definition").filter({ hasText: "Employment type: employee, contractor" }).waitFor()
      const template = page.waitForEvent("download")
      await imported.getByRole("button", { name: "Download template" }).click()
      assert.match(await readFile(await (await template).path(), "utf8"), /^full_name,email,role,.*worker_type.*\r\n$/)
      const csv = "full_name,email,shoe\nMia Berg,mia.berg@larkspur.example,38\nNobody,none,1\n"
      await imported
        .getByLabel("CSV file")
        .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
      await imported.getByRole("button", { name: "Check file" }).click()
      await imported.getByText("Of 2 rows, 1 would be added").waitFor()
      await imported.getByText(/^Unknown columns, ignored: shoe\. Known columns: full_name, email, role, /).waitFor()
      await row(page, "must be an email address").waitFor()
      const { total } = await (await context.request.get("/api/org-employees?q=mia.berg")).json()
      assert.strictEqual(total, 0, "nothing was written yet")
      await imported.getByRole("button", { name: "Import 1 person" }).click()
      await imported.waitFor({ state: "detached" })
      await page.getByRole("searchbox", { name: "Name, email, or number" }).fill("mia.berg")
      await page.waitForURL(/q=mia\.berg/)
      await page.getByRole("link", { name: "Mia Berg" }).click()
      await page.getByRole("button", { name: "More" }).click()
      await page.getByRole("button", { name: "Delete record" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Delete record" }).click()
      await page.waitForURL(/\/people$/)

      const { rows } = await (await context.request.get("/api/employees?status=it_revocation")).json()
      const { rows: found } = await (
        await context.request.get(`/api/org-employees?q=${encodeURIComponent(rows[0].employee_email)}`)
      ).json()
      await page.goto(`/people/${found[0].id}`)
      await page.getByRole("link", { name: "Open offboarding" }).waitFor()
      await page.getByRole("button", { name: "More" }).click()
      await page.getByRole("button", { name: "Delete record" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Delete record" }).click()
      await page.getByRole("alert").getByText("erase them, instead").waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("who may not manage people is offered nothing of it, and a stranger is not found", function* () {
    const { openAs } = yield* OpenedDashboard
    const { page } = yield* openAs("manager", "/people", phone)
    yield* Effect.promise(async () => {
      await page.getByRole("heading", { name: "People" }).waitFor()
      assert.deepStrictEqual(await flaws(page), [])
      assert.strictEqual(await page.getByRole("button", { name: /Add person|Import CSV/ }).count(), 0)
      await page.locator("tbody a").first().click()
      await page.getByText("Added").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: /^(?:Edit|More)$/ }).count(), 0)
      assert.deepStrictEqual(await flaws(page), [])
      for (const id of [randomUUID(), "nobody"]) {
        await page.goto(`/people/${id}`)
        await page.getByRole("heading", { name: "Not found" }).waitFor()
      }
    })
  })
})
