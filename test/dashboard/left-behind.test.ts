import { assert } from "#test/support/suite"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { vendorName } from "#demo/people"
import { asSystem, systemSql } from "#test/support/tables"
import { faults, inBrowser, looks, OpenedDashboard, seen } from "./opened.ts"

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

interface Item {
  readonly kind: string
  readonly label: string
  readonly risk: "high" | "medium" | "low"
  readonly closing: "revoke" | "transfer" | "by_hand"
  readonly stops?: string
  readonly privileges?: ReadonlyArray<string>
  readonly ended?: true
}

const left: ReadonlyArray<Item> = [
  {
    kind: "ownership",
    label: "Design system",
    risk: "medium",
    closing: "transfer",
    stops: "Last owner of Design system"
  },
  { kind: "agent", label: "Release bot", risk: "high", closing: "by_hand", stops: "Only sponsor of Release bot" },
  {
    kind: "personal_token",
    label: "Laptop of 2024",
    risk: "high",
    closing: "revoke",
    privileges: [
      "repo",
      "https://api.example.com/auth/admin.directory.user.readonly",
      "workflow",
      "admin:public_key",
      "gist"
    ]
  },
  { kind: "deploy_key", label: "Key of the build", risk: "medium", closing: "by_hand" },
  { kind: "ssh_key", label: "Old workstation", risk: "low", closing: "by_hand" },
  { kind: "forwarding", label: "To a private mailbox", risk: "high", closing: "revoke", ended: true }
]

/** What a look found of somebody of the demo, and what it could not see. */
const found = Effect.gen(function* () {
  const { openAs } = yield* OpenedDashboard
  const { context } = yield* openAs("superadmin", "/")
  const { id, email } = yield* Effect.promise(async () => {
    const [one] = (await (await context.request.get("/api/employees?status=it_revocation")).json()).rows
    return { id: String(one.id), email: String(one.employee_email) }
  })
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      for (const { closing, ended = false, kind, label, privileges = [], risk, stops = null } of left) {
        yield* sql`
          INSERT INTO left_behind_items (org_id, id, offboarding_id, service_name, kind, external_id, label, risk, privileges,
            closing, disposition, evidence, stops_the_cut, first_seen_at, last_seen_at, last_used_at, settled_at)
          SELECT org_id, gen_random_uuid(), id, ${vendorName}, ${kind}, ${label}, ${label}, ${risk},
            ${[...privileges]}::text[], ${closing}, ${ended ? "revoked" : "pending"},
            ${ended ? "read_back" : "not_observed"}, ${stops}::text, now(), now(), now() - interval '3 days',
            ${ended ? new Date() : null}::timestamptz
          FROM offboardings WHERE id = ${id}::uuid`
      }
      const sights = [
        ["ssh_key", null],
        ["oauth_grant", null],
        ["api_key", "The connection lacks the permission to read API keys. Grant it, and look again"],
        ["schedule", "The connection lacks the permission to read API keys. Grant it, and look again"]
      ] as const
      for (const [kind, why] of sights) {
        yield* sql`
          INSERT INTO left_behind_sights (org_id, offboarding_id, service_name, kind, phase, looked_at, why)
          SELECT org_id, id, ${vendorName}, ${kind}, 'begin', now(), ${why}::text FROM offboardings
          WHERE id = ${id}::uuid`
      }
    })
  )
  return { id, email }
})

/** Gives the password where a step-up is asked for, and goes on when `then` is seen. */
const stepUp = async (page: Page, password: string, then: ReturnType<Page["locator"]>) => {
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" })
  await asked.or(then).first().waitFor()
  if ((await asked.count()) > 0) {
    await asked.getByLabel("Password").fill(password)
    await asked.getByRole("button", { name: "Confirm" }).click()
  }
  await then.waitFor()
}

const act = async (page: Page, label: string, name: string) => {
  await page.getByRole("button", { name: `Actions for ${label}` }).click()
  await page.getByRole("button", { name, exact: true }).locator("visible=true").click()
}

inBrowser("what stays behind", (it) => {
  // left-behind-8: The dashboard shows it in the case and over all cases, with what stops the cut and what cannot be
  //   seen, and settles each.
  it.effect(
    "of a case is shown by app with what stops the cut and what cannot be seen, and each is settled",
    function* () {
      const { email, id } = yield* found
      const { openAs, password } = yield* OpenedDashboard
      const path = `/offboardings/${id}/left-behind`
      const { complaints, context, page } = yield* openAs("superadmin", path)
      const hr = yield* openAs("hr", path)
      yield* Effect.promise(async () => {
        const loud = page.getByRole("alert").filter({ hasText: "Revocation blocked" })
        await loud.getByText("Last owner of Design system").waitFor()
        await row(page, "Laptop of 2024").getByText("High risk").waitFor()
        await row(page, "Laptop of 2024").getByRole("button", { name: "and 2 more" }).click()
        await row(page, "Laptop of 2024").getByText("gist").waitFor()
        await row(page, "To a private mailbox").getByText("Verified in the app").waitFor()
        const hidden = row(page, "API keys, On-call schedules")
        await hidden.getByText("Not visible").waitFor()
        await hidden.getByText("The connection lacks the permission to read API keys").waitFor()
        await row(page, "OAuth grants").getByText("Nothing found").waitFor()
        assert.deepStrictEqual(await looks(page), [])

        // Somebody takes over: not the leaver; a member is asked, and nobody says yes for them.
        const dialog = page.getByRole("dialog")
        await loud.getByRole("button", { name: "Assign new owner: Design system" }).click()
        await dialog.getByLabel("Email").fill("nobody")
        await page.keyboard.press("Enter")
        await dialog.locator("[aria-invalid=true]").waitFor()
        await dialog.getByLabel("Email").fill(email)
        await page.keyboard.press("Enter")
        await dialog.getByRole("alert").getByText("The departing employee cannot be the new owner").waitFor()
        await dialog.getByLabel("Email").fill("hr@larkspur.example")
        await page.keyboard.press("Enter")
        await row(page, "Design system").getByText("(hr@larkspur.example) has been asked to take over").waitFor()
        // Whoever named them does not accept for them: it blocks revocation.
        await page.getByRole("button", { name: "Actions for Design system" }).click()
        assert.strictEqual(await page.getByRole("button", { name: "Accept on their behalf" }).count(), 0)
        await page.keyboard.press("Escape")

        // They do it themselves, and may do nothing else.
        const theirs = row(hr.page, "Design system")
        await theirs.getByRole("button", { name: "Take over" }).click()
        await hr.page.getByRole("dialog").getByRole("button", { name: "Take over" }).click()
        await stepUp(hr.page, password, theirs.getByText("accepted ownership."))
        assert.strictEqual(await hr.page.getByRole("button", { name: /^Actions for|^Scan again/ }).count(), 0)
        await loud.getByText("Last owner of Design system").waitFor({ state: "detached" })

        // A Super Admin lets the cut go on.
        await loud.getByRole("button", { name: "Revoke anyway: Release bot" }).click()
        await dialog.getByLabel("Reason").fill("no")
        await page.keyboard.press("Enter")
        await dialog.locator("[aria-invalid=true]").waitFor()
        await dialog.getByLabel("Reason").fill("Another sponsor is named tomorrow")
        await page.keyboard.press("Enter")
        const goesOn = row(page, "Release bot").getByText("Block overridden: Another sponsor")
        await stepUp(page, password, goesOn)
        assert.strictEqual(await loud.count(), 0)

        await act(page, "Key of the build", "Accept risk")
        await dialog.getByLabel("Reason").fill("It belongs to the build server")
        await page.keyboard.press("Enter")
        await row(page, "Key of the build").getByText("Accepted risk").waitFor()
        await row(page, "Key of the build").getByText("It belongs to the build server").waitFor()

        // Settled by somebody else meanwhile.
        await act(page, "Old workstation", "Accept risk")
        const { items } = await (await context.request.get(`/api/employees/${id}/left-behind`)).json()
        const old = items.find((item: { readonly label: string }) => item.label === "Old workstation")
        await context.request.post(`/api/left-behind/${old.id}/done`, { data: { reason: "Removed at the app" } })
        await dialog.getByLabel("Reason").fill("It does no harm")
        await page.keyboard.press("Enter")
        await dialog.getByRole("alert").getByText("This item is already resolved").waitFor()
        assert.strictEqual(await dialog.getByLabel("Reason").inputValue(), "It does no harm")
        await dialog.getByRole("button", { name: "Cancel" }).click()
        await row(page, "Old workstation").getByText("Removed at the app").waitFor()

        await page.getByRole("button", { name: "Scan again" }).click()
        await page.getByText("Last scan").first().waitFor()
      })
      assert.deepStrictEqual([...complaints, ...hr.complaints], [])
    }
  )

  // left-behind-8
  it.effect(
    "of all cases is narrowed, leads to its case, has what is asked of the reader, and names who takes over by default",
    function* () {
      const { openAs } = yield* OpenedDashboard
      const { complaints, page } = yield* openAs("superadmin", "/left-behind")
      yield* Effect.promise(async () => {
        await row(page, "Laptop of 2024").getByText("Personal token").waitFor()
        assert.strictEqual(await row(page, "Key of the build").count(), 0, "what is settled is not pending")
        assert.deepStrictEqual(await looks(page), [])
        await page.getByRole("button", { name: "Turn off scanning" }).click()
        await page.getByText("Scanning turned off").waitFor()
        await page.getByRole("button", { name: "Turn on scanning" }).click()
        await page.getByText("Scanning for orphaned items is on").waitFor()
        await page.getByLabel("State", { exact: true }).selectOption("Accepted risk")
        await page.waitForURL(/disposition=accepted/)
        await row(page, "Key of the build").waitFor()
        await page.getByLabel("Type", { exact: true }).selectOption("Email forwarding")
        await page.getByText("No results").waitFor()
        await page.getByRole("button", { name: "Clear" }).first().click()
        await page.getByLabel("App", { exact: true }).selectOption(vendorName)
        await row(page, "Laptop of 2024").getByRole("link", { name: "Laptop of 2024" }).click()
        await page.waitForURL(/\/offboardings\/.+\/left-behind$/)

        await page.goto("/left-behind?show=successors")
        await page.getByLabel("Agents").fill("nobody")
        await page.keyboard.press("Enter")
        await page.locator("[aria-invalid=true]").waitFor()
        await page.getByLabel("Agents").fill("admin@larkspur.example")
        await page.keyboard.press("Enter")
        await page.getByText("Default owners saved").waitFor()
      })
      yield* systemSql`
              UPDATE left_behind_items SET new_owner_email = 'hr@larkspur.example', new_owner_name = 'HR'
              WHERE label = 'Laptop of 2024'`
      const hr = yield* openAs("hr", "/left-behind?show=offered")
      yield* Effect.promise(async () => {
        const asked = row(hr.page, "Laptop of 2024")
        await asked.getByRole("button", { name: "Take over" }).waitFor()
        assert.strictEqual(await asked.getByRole("link").count(), 0, "it may be of a case that they do not see")
        assert.deepStrictEqual(await looks(hr.page), [])
        await asked.getByRole("button", { name: "Take over" }).click()
        await hr.page.getByRole("dialog").getByRole("button", { name: "Take over" }).click()
        await hr.page.getByText("Nothing assigned to you").waitFor()
        await hr.page.goto("/left-behind?show=successors")
        await hr.page.getByText("admin@larkspur.example").waitFor()
        assert.strictEqual(await hr.page.getByRole("textbox").count(), 0, "who may not change it reads it")
        await seen(hr.page)
      })
      assert.deepStrictEqual([...complaints, ...hr.complaints], [])
    }
  )

  it.effect("is an app's silence where nobody has looked, and of nobody where nobody leaves anything", function* () {
    const { openAs } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("admin", "/left-behind?disposition=transferred")
    yield* Effect.promise(async () => {
      await page.getByText("No results").waitFor()
      const { rows } = await (await context.request.get("/api/employees?status=pending")).json()
      for (const { apps_to_revoke: apps, id } of rows) {
        await page.goto(`/offboardings/${id}/left-behind`)
        const orphaned = page.getByRole("group").filter({ has: page.getByRole("heading", { name: "Orphaned items" }) })
        await orphaned.getByText(apps.length === 0 ? "No apps selected" : "Check it manually").waitFor()
      }
    })
    assert.deepStrictEqual(complaints, [])
  })

  // left-behind-11
  it.effect("is listed with its calls, app by app, before somebody revokes", function* () {
    const { openAs, password } = yield* OpenedDashboard
    const { complaints, context, page } = yield* openAs("superadmin", "/")
    const id = yield* Effect.promise(async () => {
      const post = async (path: string, data: object) => {
        const answer = await context.request.post(path, { data })
        assert.isBelow(answer.status(), 300, await answer.text())
        return answer.json()
      }
      await post("/api/auth/step-up", { password })
      await post("/api/integrations", {
        service_name: "github",
        connection_status: true,
        config: { access_token: "ghp_lab", organization: "acme" }
      })
      const created = await post("/api/employees", {
        employee_name: "Nils Berg",
        exit_date: "2031-03-14",
        employee_email: "nils.berg@larkspur.example",
        apps_to_revoke: ["github", "Corporate Directory"]
      })
      await context.request.put("/api/left-behind/settings", { data: { on: true } })
      return String(created.id)
    })
    yield* systemSql`
              INSERT INTO left_behind_items (org_id, id, offboarding_id, service_name, kind, external_id, label, risk,
                closing, first_seen_at, last_seen_at)
              SELECT org_id, gen_random_uuid(), id, 'github', 'personal_token', 'fine-grained:4711', 'Laptop of 2025', 'high',
                'revoke', now(), now()
              FROM offboardings WHERE id = ${id}::uuid`
    yield* Effect.promise(async () => {
      await page.goto(`/offboardings/${id}/access`)
      await page.getByRole("button", { name: "Revoke access now" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("Personal token “Laptop of 2025” is ended").waitFor()
      await dialog.getByText("Revoke Nils Berg’s access now?").waitFor()
      const row = dialog.getByRole("listitem").filter({ has: page.getByRole("checkbox", { name: "GitHub" }) })
      await row.getByText(/removes the person from the organization, then verifies the result\.$/).waitFor()
      await row.getByText("The personal account stays with the person.").waitFor()
      await row.getByText("Needs a new invitation").waitFor()
      await dialog.getByText("Orphaned items are handled before the account.").waitFor()
      await row.getByText(/calls to the app$/).click()
      // Those of the item come first, as it is handled first.
      const first = row.getByText(/^(?:GET|POST|DELETE) http/).first()
      assert.match(String(await first.textContent()), /^POST .+\/orgs\/acme\/personal-access-tokens\/4711$/)
      await dialog.getByText(/^DELETE .+\/orgs\/acme\/memberships\/\{username\}$/).waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await dialog.getByRole("button", { name: "Cancel" }).click()
    })
    // A blocking item disables the row of its app: the run of the other apps continues.
    yield* systemSql`
              INSERT INTO left_behind_items (org_id, id, offboarding_id, service_name, kind, external_id, label, risk,
                closing, stops_the_cut, first_seen_at, last_seen_at)
              SELECT org_id, gen_random_uuid(), id, 'github', 'ownership', 'org:acme', 'acme', 'high', 'by_hand',
                'Last owner of acme', now(), now()
              FROM offboardings WHERE id = ${id}::uuid`
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Revoke access now" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("Blocks revocation: Last owner of acme").waitFor()
      const blocked = dialog.getByRole("checkbox", { name: "GitHub" })
      assert.isTrue(await blocked.isDisabled())
      assert.isFalse(await blocked.isChecked())
      await dialog.getByText("1 of 2 apps").waitFor()
      assert.deepStrictEqual(await faults(page), [])
      await dialog.getByRole("button", { name: "Revoke access in 1 app" }).click()
      await page.getByRole("dialog", { name: "No account found" }).waitFor()
    })
    assert.deepStrictEqual(complaints, [])
  })
})
