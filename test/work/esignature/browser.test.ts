import { assert, layer } from "#test/support/suite"
import { docusign } from "@svc/lab/docusign"
import { Effect, Predicate } from "effect"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { entriesOf } from "#test/support/log"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { LiveServices } from "#test/support/TestApp"
import { running } from "#test/support/vendor-work"
import { aMailedLink } from "#test/offboarding/portal/support"
import { browserPath, openBrowser, openPage } from "#test/verify/browser"
import { tickAllBut } from "#test/work/checklists/support"
import { aDeskAt, aSite, followingTask, until } from "./processes.ts"

const textOf = (body: unknown, field: string) => {
  const value = Predicate.hasProperty(body, field) ? body[field] : undefined
  return typeof value === "string" ? value : assert.fail(`${JSON.stringify(body)} has no ${field}`)
}

const aBrowser = Effect.acquireRelease(Effect.promise(openBrowser), (browser) => Effect.promise(() => browser.close()))

const download = async (page: Page, name: string) => {
  const [given] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()])
  return { name: given.suggestedFilename(), bytes: await readFile(await given.path()) }
}

const title =
  browserPath === undefined
    ? "signing in a browser: SKIPPED, there is none (set CHROME_PATH)"
    : "signing in a browser, at the provider that the portal leads to"

layer(LiveServices, { timeout: "180 seconds", excludeTestServices: true })(title, (it) => {
  const inBrowser = it.effect.skipIf(browserPath === undefined)

  inBrowser(
    "HR asks for it, the person signs with their code, the document is signed and the case may be completed",
    () =>
      Effect.gen(function* () {
        const vendor = yield* running(docusign)
        const site = yield* aSite(vendor)
        const service = yield* site.start
        yield* Effect.gen(function* () {
          const desk = yield* aDeskAt(vendor)
          const ofCase = `/api/employees/${desk.offboardingId}`
          const complete = desk.me.patch(`${ofCase}/status`, { status: "completed" })
          // All that the case needs but the signature.
          assert.strictEqual((yield* desk.me.post(`${ofCase}/confirm-no-apps`, {})).status, 200)
          assert.strictEqual((yield* desk.me.post(`${ofCase}/confirm-asset-return`, {})).status, 200)
          yield* tickAllBut(desk.admin, desk.offboardingId, [followingTask])
          const before = yield* complete
          assert.deepInclude(Object(before.body), {
            code: "stage_gate",
            missing: [{ kind: "task", name: followingTask }]
          })

          yield* withStatus(200, desk.request({ access_code: "7391Q" }))
          const to = textOf((yield* desk.me.get(ofCase)).body, "employee_email")
          const token = yield* aMailedLink(desk.admin, desk.offboardingId, to)
          const portal = `${site.baseUrl}/portal/${token}`

          const browser = yield* aBrowser
          const { complaints, page, requests } = yield* Effect.promise(() => openPage(browser, portal))
          const signing = yield* Effect.promise(async () => {
            await page.getByRole("link", { name: "Sign at DocuSign" }).click()
            await page.getByRole("button", { name: "Sign", exact: true }).waitFor()
            return page.url()
          })
          assert.isTrue(signing.startsWith(`${vendor.url}/sign/`), signing)
          assert.deepStrictEqual(complaints, [])

          const refusal = yield* Effect.promise(async () => {
            await page.getByLabel("Access code").fill("wrong")
            await page.getByRole("button", { name: "Sign", exact: true }).click()
            return page.getByRole("alert").innerText()
          })
          assert.strictEqual(refusal, "The code is wrong. Nothing was signed.")
          assert.deepInclude(yield* desk.row, { status: "pending", document: "pending", task_is_done: false })
          // The stand-in refuses with 403, of which the browser complains; of nothing else, to the end.
          const [complaint = "", ...others] = complaints
          assert.match(complaint, /status of 403/)
          assert.deepStrictEqual(others, [])

          yield* Effect.promise(async () => {
            await page.getByLabel("Access code").fill("7391Q")
            await page.getByRole("button", { name: "Sign", exact: true }).click()
            await page.getByText("You have signed this document.").waitFor()
          })
          // DocuSign calls over HTTP by itself; the document is fetched thereupon.
          yield* Effect.promise(() => vendor.settled())
          assert.deepStrictEqual(
            vendor.deliveries.map(({ accepted, answer }) => [accepted, answer.status]),
            [[true, 200]]
          )
          const status = desk.me.get(`/api/esignature/status/${desk.documentId}`)
          yield* until(Effect.map(status, ({ body }) => textOf(body, "status") === "signed"))
          const [envelope] = vendor.state.envelopes.values()
          assert.deepInclude(yield* desk.row, {
            status: "signed",
            external_id: envelope?.id ?? "",
            document: "signed",
            task_is_done: true
          })

          // Back where the provider leads: the portal.
          yield* Effect.promise(() => page.getByRole("link", { name: "Continue" }).click())
          yield* Effect.promise(() => page.getByRole("heading", { name: "Your documents" }).waitFor())
          assert.strictEqual(new URL(page.url()).pathname, new URL(portal).pathname)
          const shown = yield* Effect.promise(() =>
            page.getByRole("listitem").filter({ hasText: "agreement.pdf" }).innerText()
          )
          assert.match(shown, /Signed/)
          assert.notMatch(shown, /Sign at/)
          const file = yield* Effect.promise(() => download(page, "agreement.pdf"))
          assert.strictEqual(file.name, "agreement.pdf")
          assert.deepStrictEqual(file.bytes, Buffer.from(envelope?.signed ?? []))
          assert.lengthOf(complaints, 1)

          yield* withStatus(200, complete)

          // The code was told to the signer and to the provider, and stays nowhere.
          const kept = yield* systemSql<{ readonly row: string }>`
            SELECT r::text AS row FROM esignature_requests r WHERE org_id = ${desk.orgId}
            UNION ALL SELECT e::text FROM audit_entries e WHERE org_id = ${desk.orgId}`
          assert.notInclude(JSON.stringify([kept, service.log()]), "7391Q")
          assert.lengthOf(yield* entriesOf(desk.orgId, { action: "signature_completed" }), 1)
          assert.deepStrictEqual(
            requests.filter((url) => !url.startsWith(site.baseUrl) && !url.startsWith(vendor.url)),
            []
          )
        }).pipe(site.here)
      }).pipe(Effect.scoped)
  )
})
