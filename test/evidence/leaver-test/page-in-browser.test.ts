import { afterAll, assert, beforeAll, describe, layer } from "#test/support/suite"
import { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import { HttpServer } from "effect/http"
import type { Browser } from "playwright-core"
import { extractText } from "unpdf"
import { leaverTestDocument } from "#evidence/leaver-test/report-document"
import { Typesetter } from "#platform/pdf/typesetter"
import { AppWithFolder } from "#test/exports/support"
import { aCase } from "#test/support/cases"
import { aSuperAdmin } from "#test/support/people"
import { readPdf } from "#test/support/pdf"
import { browserPath, openBrowser, openPage } from "#test/verify/browser"
import { anAuditorLink, anException, aResult, aStoredTest, parameters } from "./stored.ts"

const longName = "Katherine Johnson of the Very Long Surname-Hyphenated-Without-An-End"

describe.skipIf(browserPath === undefined)(
  browserPath === undefined
    ? "the auditor's room in a browser: SKIPPED, there is none (set CHROME_PATH)"
    : "the auditor's room in a browser",
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await openBrowser()
    })
    afterAll(() => browser.close())

    layer(AppWithFolder, { timeout: "120 seconds" })("over its own address", (it) => {
      // leaver-links-5
      it.effect(
        "by day, by night and at 390 px: nothing refused, nothing scrolls sideways, and it prints",
        function* () {
          const by = yield* aSuperAdmin()
          const { id } = yield* aCase(by, { employee_name: longName })
          const exceptions = [
            anException(id, { app: "an-app-of-which-the-name-has-no-end-anywhere-at-all", accepted: true }),
            anException(id, { result: "open", cause: "vendor_failed", hours: 12_345.67 })
          ]
          const test = yield* aStoredTest(by.orgId, { result: aResult({ exceptions }) })
          const link = yield* anAuditorLink(by, test.id)
          const { address } = yield* HttpServer.HttpServer
          const port = "port" in address ? address.port : 0
          const grounds = new Set<string>()
          for (const look of [{}, { dark: true }, { width: 390 }, { width: 390, dark: true }, { width: 768 }]) {
            yield* Effect.promise(async () => {
              const { complaints, page, requests } = await openPage(
                browser,
                `http://127.0.0.1:${port}/auditor/${link.token}`,
                look
              )
              const wide: unknown = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
              assert.strictEqual(wide, 0, JSON.stringify(look))
              assert.deepStrictEqual(complaints, [])
              assert.deepStrictEqual(
                requests.filter((url) => !url.startsWith("data:")),
                []
              )
              assert.strictEqual(await page.getByRole("heading", { level: 1 }).count(), 1)
              assert.strictEqual(await page.getByRole("main").count(), 1)
              assert.strictEqual(await page.getByText(longName).count(), 2)
              assert.isTrue(await page.getByRole("link", { name: /^Download ZIP/ }).isVisible())
              grounds.add(String(await page.evaluate("getComputedStyle(document.body).backgroundColor")))
              if (look.width === undefined && look.dark !== true) {
                const printed = await extractText(new Uint8Array(await page.pdf({ format: "A4" })), {
                  mergePages: true
                })
                assert.include(printed.text.replaceAll(/\s+/g, ""), "70removalswerenotobserved.")
                assert.notInclude(printed.text, "Download ZIP,")
              }
              await page.context().close()
            })
          }
          assert.strictEqual(grounds.size, 2, "by day and by night")
        }
      )
    })
  }
)

describe("a leaver test on paper", () => {
  const decoded = {
    result: Schema.decodeUnknownSync(Schema.toCodecJson(LeaverTestResult)),
    parameters: Schema.decodeUnknownSync(Schema.toCodecJson(LeaverTestParameters))
  }

  layer(Typesetter.layer)("as PDF", (it) => {
    it.effect(
      "says what the page says: rate and bound, what was never observed, who was late, how to verify",
      function* () {
        const leaver = "0b0a1c0e-8a7a-4b6e-9a61-0a5b7f8f4c11"
        const created_at = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
        const document = leaverTestDocument({
          organisation: "Acme",
          test: { id: leaver, parameters: decoded.parameters(parameters), created_at },
          result: decoded.result(aResult({ exceptions: [anException(leaver), anException("gone")] })),
          names: new Map([[leaver, "Ada <b>Lovelace</b>"]])
        })
        const typesetter = yield* Typesetter
        const read = yield* readPdf(
          yield* typesetter.set(document, {
            orgId: OrgId.make(leaver),
            documentId: leaver,
            createdAt: created_at
          })
        )
        assert.isTrue(read.isTagged)
        for (const told of [
          "18 of 480 leavers tested are exceptions",
          "11.3%",
          "70 removals were not observed.",
          "Ada <b>Lovelace</b>",
          "[deleted]",
          "Random sample"
        ]) {
          assert.include(read.letters, told.replaceAll(" ", ""))
        }
        const { population_sha256, seed } = aResult().sample
        for (const hash of [population_sha256, seed]) assert.include(read.letters, hash)
      }
    )
  })
})
