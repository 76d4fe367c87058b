import { assert } from "#test/support/suite"
import { PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { vendorName } from "#demo/people"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Db } from "#platform/database/db"
import { asSystemCaller } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { inBrowser, looks, openAsSomebody, OpenedDashboard, seen } from "./opened.ts"

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

interface Held {
  readonly kind: "account" | "group" | "role" | "licence"
  readonly label: string
  readonly state: "held" | "kept" | "taken" | "gone"
  readonly terms?: Readonly<Record<string, string>>
  readonly byHand?: string
}

const held: ReadonlyArray<Held> = [
  { kind: "account", label: "Account in use", state: "taken" },
  { kind: "licence", label: "Enterprise seat", state: "taken" },
  { kind: "licence", label: "Design seat", state: "taken" },
  { kind: "role", label: "Auditor", state: "taken", terms: { role: "maintainer" } },
  { kind: "group", label: "Everybody in Berlin", state: "taken", byHand: "A rule of the directory fills this group" },
  { kind: "group", label: "Archive", state: "kept" },
  { kind: "group", label: "Old project", state: "gone" },
  ...Array.from({ length: 8 }, (_, at): Held => ({ kind: "group", label: `Team ${at + 1}`, state: "taken" }))
]

const hidden = "The connection lacks the right to read roles. Grant it before the next cut"

/** What a look before the cut of somebody of the demo showed, what the cut took, and what could not be seen. */
const found = Effect.gen(function* () {
  const { openAs, orgId } = yield* OpenedDashboard
  const { context } = yield* openAs("superadmin")
  const id = yield* Effect.promise(async () =>
    String((await (await context.request.get("/api/employees?status=it_revocation")).json()).rows[0].id)
  )
  const [of] = yield* systemSql<{
    readonly person_key_id: string
  }>`SELECT person_key_id FROM offboardings WHERE id = ${id}::uuid`
  const { sealAccount } = yield* makeSealedAccounts
  const db = yield* Db
  const key = PersonKeyId.make(of?.person_key_id ?? "")
  const account = yield* sealAccount(orgId, key, { id: "u-1001", name: "ann@lab.test" }).pipe(
    db.transact,
    asSystemCaller(orgId)
  )
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      for (const { byHand = null, kind, label, state, terms = {} } of held) {
        yield* sql`
          INSERT INTO entitlements (org_id, id, offboarding_id, service_name, kind, external_id, label, terms, by_hand, state,
            seen_at, taken_at, sealed_account)
          SELECT org_id, gen_random_uuid(), id, ${vendorName}, ${kind}, ${label}, ${label}, ${JSON.stringify(terms)}::jsonb,
            ${byHand}::text, ${state}, now() - interval '2 days',
            CASE WHEN ${state} = 'taken' THEN now() - interval '1 day' END, ${account}
          FROM offboardings WHERE id = ${id}::uuid`
      }
      for (const [kind, phase, why] of [
        ["account", "before_cut", null],
        ["role", "after", hidden]
      ] as const) {
        yield* sql`
          INSERT INTO entitlement_sights (org_id, offboarding_id, service_name, kind, phase, looked_at, why)
          SELECT org_id, id, ${vendorName}, ${kind}, ${phase}, now(), ${why}::text FROM offboardings WHERE id = ${id}::uuid`
      }
      yield* sql`
        INSERT INTO freed_seats (org_id, service_name, licence, label, seats)
        SELECT org_id, ${vendorName}, label, label, 1 FROM offboardings,
          unnest(ARRAY['Enterprise seat', 'Design seat']) AS label WHERE id = ${id}::uuid`
    })
  )
  return id
})

const confirm = async (page: Page, password: string) => {
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" })
  await asked.getByLabel("Password").fill(password)
  await asked.getByRole("button", { name: "Confirm" }).click()
}

inBrowser("before and after", (it) => {
  // entitlements-6: The dashboard shows what was held before the cut and what became of it, what freed seats save, and
  //   the way of a return of access from its proposal to what came of each line.
  it.effect(
    "of a case is shown by app, and a return of it is proposed, declined, approved and told line by line",
    function* () {
      const { openAs, password } = yield* OpenedDashboard
      const id = yield* found
      const path = `/offboardings/${id}/before-and-after`
      const admin = yield* openAs("admin", path)
      const { complaints, page } = yield* openAs("superadmin")
      yield* Effect.promise(async () => {
        const mine = admin.page
        // What was taken stands first, ten of it; what was left is folded, what was not seen is said.
        await mine.getByText("15 held before revocation: 13 revoked, 1 still held, 1 removed").waitFor()
        await row(mine, "Auditor").getByText("role: maintainer").waitFor()
        await row(mine, "Roles").filter({ hasText: hidden }).getByText("Not visible after revocation").waitFor()
        await row(mine, "Everybody in Berlin").getByText("Must be restored manually: A rule").waitFor()
        assert.strictEqual(await row(mine, "Archive").count(), 0)
        await mine.getByText("1 still held, 1 removed elsewhere", { exact: true }).click()
        await row(mine, "Archive").getByText("Still held").waitFor()
        await mine.getByText("More: 3 revoked").click()
        await row(mine, "Team 8").waitFor()
        assert.deepStrictEqual(await looks(mine), [])
        await mine.getByLabel("State", { exact: true }).selectOption("Removed elsewhere")
        await row(mine, "Old project").waitFor()
        assert.strictEqual(await row(mine, "Team 8").count(), 0)
        await mine.getByRole("searchbox").fill("nothing like it")
        await mine.getByText("No results").waitFor()
        await mine.getByRole("button", { name: "Clear" }).first().click()
        await row(mine, "Account in use").waitFor()

        // Proposed by one who does not approve it.
        await mine.getByRole("button", { name: "Restore access" }).click()
        const dialog = mine.getByRole("dialog")
        await dialog.getByLabel("Reason", { exact: true }).selectOption("Wrong person offboarded")
        await dialog.getByLabel("Details").fill("no")
        await mine.keyboard.press("Enter")
        await dialog.locator("[aria-invalid=true]").waitFor()
        assert.deepStrictEqual(await looks(mine), [])
        await dialog.getByLabel("Details").fill("The other Ann was meant")
        await mine.keyboard.press("Enter")
        await mine.getByText("You proposed this. Another person").waitFor()
        await mine.getByText("To restore: 12 automatically, 1 manually.").waitFor()
        await mine.getByText("Restore to", { exact: true }).waitFor()
        await row(mine, "Auditor").getByText("Account ann@lab.test (u-1001)").first().waitFor()
        assert.strictEqual(await mine.getByRole("button", { name: /^(?:Approve|Restore access)$/ }).count(), 0)
        assert.deepStrictEqual(await looks(mine), [])

        // Declined by another, with a reason; proposed anew.
        await page.goto(path)
        await page.getByRole("button", { name: "Reject" }).click()
        await page.getByRole("dialog").getByLabel("Reason").fill("First ask their manager")
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { name: "Earlier restores" }).waitFor()
        await page.getByText("Rejected", { exact: true }).locator("visible=true").first().click()
        await page.getByText("First ask their manager").waitFor()
        await page.getByRole("button", { name: "Restore access" }).click()
        await page.getByRole("dialog").getByLabel("Reason", { exact: true }).selectOption("Rehired")
        await page.getByRole("dialog").getByLabel("Details").fill("Hired again from Monday")
        await page.keyboard.press("Enter")

        // Approved with the password; the app of the demo gives nothing back by itself, and each line says so.
        await page.getByRole("button", { name: "Approve" }).click()
        const approval = page.getByRole("dialog")
        await approval.getByText("Restore to", { exact: true }).waitFor()
        await approval.getByText("Account ann@lab.test (u-1001)").waitFor()
        await approval.getByRole("button", { name: "Approve" }).click()
        await confirm(page, password)
        await page.getByRole("alert").getByText("1 manual, 12 failed").waitFor()
        await row(page, "Account in use").getByText("This release cannot restore access there").first().waitFor()
        await row(page, "Auditor").getByText("The account was not restored").first().waitFor()
        await page.getByRole("button", { name: "Restore access" }).waitFor()
        assert.deepStrictEqual(await looks(page), [])
      })
      // As it is where the app does.
      yield* systemSql`
              UPDATE access_return_lines l SET verified = e.kind = 'account', message = 'Added to it',
                outcome = CASE WHEN e.kind = 'licence' THEN 'held_already' ELSE 'returned' END
              FROM entitlements e, access_returns r WHERE e.org_id = l.org_id AND e.id = l.entitlement_id
                AND r.org_id = l.org_id AND r.id = l.return_id AND r.status = 'done'`
      yield* Effect.promise(async () => {
        await page.reload()
        await page.getByText("All 13 items restored or already present", { exact: true }).waitFor()
        await page.getByText("Restored or already present: 13").click()
        await row(page, "Account in use").getByText("Verified in the app").waitFor()
        await row(page, "Enterprise seat").getByText("Already present").waitFor()
      })
      assert.deepStrictEqual([...complaints, ...admin.complaints], [])
    }
  )

  // entitlements-6
  it.effect("what freed seats save is told by currency once somebody says what a seat costs", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, page } = yield* openAs("superadmin", "/left-behind?show=freed")
    yield* Effect.promise(async () => {
      await row(page, "Design seat").getByText("No price").waitFor()
      await page.getByRole("button", { name: "Set price: Design seat" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Price per seat and month").fill("1.234,50")
      await page.keyboard.press("Enter")
      await dialog.getByText("must be an amount with at most two decimals").waitFor()
      await dialog.getByLabel("Price per seat and month").fill("12,50")
      await dialog.getByLabel("Currency").selectOption("EUR")
      await page.keyboard.press("Enter")
      await row(page, "Design seat").getByText("€12.50 per month").waitFor()
      await row(page, "Design seat").getByText("Saved", { exact: true }).waitFor()

      await page.getByRole("button", { name: "Set price: Enterprise seat" }).click()
      await dialog.getByLabel("Price per seat and month").fill("21")
      await dialog.getByLabel("Currency").selectOption("USD")
      await dialog.getByLabel("Billed until").fill("2031-03-14")
      await page.keyboard.press("Enter")
      await row(page, "Enterprise seat").getByText("billed until Mar 14, 2031").waitFor()
      await row(page, "Enterprise seat").getByText("Still billed", { exact: true }).waitFor()
      await page.getByText("Saved per month (EUR)").waitFor()
      await page.getByText("Still billed per month (USD)").waitFor()
      assert.deepStrictEqual(await looks(page), [])

      // One price is in one place.
      await page.getByRole("button", { name: "Add price" }).click()
      await dialog.getByLabel("App", { exact: true }).fill(vendorName.toUpperCase())
      await dialog.getByLabel("License ID in the app").fill("Design seat")
      await dialog.getByLabel("Price per seat and month").fill("1")
      await page.keyboard.press("Enter")
      await dialog.getByText("This license already has a price").waitFor()
      await dialog.getByRole("button", { name: "Cancel" }).click()
      await page.getByRole("button", { name: "Set price: Design seat" }).click()
      await dialog.getByRole("button", { name: "Remove price" }).click()
      await row(page, "Design seat").getByText("No price").waitFor()
    })
    const hr = yield* openAs("hr", "/left-behind?show=freed")
    yield* Effect.promise(async () => {
      await row(hr.page, "Enterprise seat").getByText("$21.00 per month").waitFor()
      assert.strictEqual(await hr.page.getByRole("button", { name: /price/i }).count(), 0, "who may not set it")
    })
    assert.deepStrictEqual([...complaints, ...hr.complaints], [])
  })

  it.effect("where nobody looks it says where that is turned on", function* () {
    const { complaints, context, page } = yield* openAsSomebody("superadmin")
    yield* Effect.promise(async () => {
      await context.request.put("/api/left-behind/settings", { data: { on: false } })
      const { rows } = await (await context.request.get("/api/employees?status=pending")).json()
      await page.goto(`/offboardings/${rows[0].id}/before-and-after`)
      await page.getByText("Access snapshots are off").waitFor()
      const snapshot = page.getByRole("group").filter({ has: page.getByRole("heading", { name: "Access snapshot" }) })
      await snapshot.getByRole("link", { name: "Go to Orphaned items" }).click()
      await page.waitForURL(/\/left-behind$/)
      await seen(page)
    })
    assert.deepStrictEqual(complaints, [])
  })
})
