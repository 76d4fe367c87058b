import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Browser } from "playwright-core"
import { buildVerifier, digestsFile, digestsOf } from "../../scripts/verifier.ts"
import { browserPath, openBrowser, openPage } from "./browser.ts"
import { aLeaverTest, leaverTestFiles } from "./leaver-writing.ts"
import { aLog, anAnchor, anExport, aPage, aSigner, bundleFiles, zipOf } from "./writing.ts"

const file = pathToFileURL("packages/verify/dist/verify.html").href
const rows = aLog(20)
const orgId = rows[0]?.org_id ?? ""
const signer = aSigner()
const seventh = rows[6] ?? assert.fail("no entry 7")
const last = rows[19] ?? assert.fail("no entry 20")

const given = (name: string, content: unknown) => ({
  name,
  mimeType: "application/octet-stream",
  buffer:
    content instanceof Uint8Array
      ? Buffer.from(content)
      : Buffer.from(typeof content === "string" ? content : JSON.stringify(content))
})

describe("what is generated for auditors", () => {
  // verification-29: Every build of the verifier has the digests that git records.
  it("has the digests in git that every build of its sources has (npm run verify-page)", async () => {
    const files = await buildVerifier()
    assert.strictEqual(digestsOf(files), readFileSync(digestsFile, "utf8"))
    for (const [name, text] of files) {
      assert.isTrue(
        readFileSync(`packages/verify/dist/${name}`, "utf8") === text,
        `${name} that the tests use is another`
      )
    }
  })

  it("the page names no address, and its policy lets nothing in but its own script and style", () => {
    const page = readFileSync("packages/verify/dist/verify.html", "utf8")
    const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
    assert.match(
      policy,
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; worker-src blob:; base-uri 'none'; form-action 'none'$/
    )
    assert.notMatch(page.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""), /\b(?:src|href)="|url\(|@import/)
    assert.notMatch(page, /innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/)
  })
})

describe.skipIf(browserPath === undefined)(
  browserPath === undefined
    ? "verify.html in a browser: SKIPPED, there is none (set CHROME_PATH)"
    : "verify.html in a browser, from its file",
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await openBrowser()
    })
    afterAll(() => browser.close())

    /** The page with these files given and the key pasted, once it has answered. */
    const checked = async (contents: Readonly<Record<string, unknown>>, key = "") => {
      const opened = await openPage(browser, file)
      const { page } = opened
      if (key !== "") await page.getByRole("textbox", { name: "Public key that you trust" }).fill(key)
      await page
        .getByLabel("Choose files")
        .setInputFiles(Object.entries(contents).map(([name, content]) => given(name, content)))
      await page.locator("#result[aria-busy=false]").waitFor()
      return {
        ...opened,
        headline: await page.getByRole("status").getByRole("heading").textContent(),
        text: await page.locator("#result").innerText()
      }
    }

    // verification-11
    it("proves a signed bundle with anchors and the pasted key, asks nothing of any network and breaks no policy", async () => {
      const bundle = await zipOf(bundleFiles("audit-log.json", JSON.stringify(anExport(rows)), rows.length, signer))
      const anchors = aPage(orgId, [anAnchor(last, signer)], signer)
      const { complaints, headline, page, requests, text } = await checked(
        { "bundle.zip": bundle, "anchors.json": anchors },
        signer.pem
      )
      assert.strictEqual(headline, "All checks passed")
      assert.include(text, "Entries 1 to 20 are unchanged since they were anchored.")
      assert.include(text, `SHA-256 fingerprint of key ${signer.keyId}`)
      assert.deepStrictEqual(complaints, [])
      assert.deepStrictEqual(
        requests.filter((url) => !url.startsWith("blob:")),
        []
      )
      assert.isAbove(requests.length, 0, "the check ran in a worker")
      await page.context().close()
    })

    // verification-12
    it("proves a leaver test with the pasted key, and names the file in it of which a byte was changed", async () => {
      const { orgId: org, parts } = aLeaverTest({ signer })
      const files = leaverTestFiles(org, parts, signer)
      const genuine = await checked({ "test.zip": await zipOf(files) }, signer.pem)
      assert.strictEqual(genuine.headline, "All checks passed")
      assert.include(genuine.text, "The sample of 10 leavers is the one that the published rule draws.")
      await genuine.page.context().close()
      const { headline, page, text } = await checked({ "test.zip": await zipOf({ ...files, "removals.csv": "x" }) })
      assert.strictEqual(headline, "Verification failed")
      assert.include(text, "test.zip › removals.csv")
      await page.context().close()
    })

    it("names the one entry of which a byte was changed", async () => {
      const changed = rows.with(6, { ...seventh, details: "stage: 8" })
      const { headline, page, text } = await checked({ "export.json": anExport(changed) })
      assert.strictEqual(headline, "Verification failed")
      assert.include(text, `Entry 7 (${seventh.id}) was changed.`)
      await page.context().close()
    })

    it("says that nothing was proven of a file it does not know, and what stands in files stays text", async () => {
      const hostile = `<img src=x onerror="document.title='owned'">`
      const { complaints, headline, page, requests, text } = await checked({
        [`${hostile.replaceAll("/", "")}.json`]: anExport([{ ...seventh, id: hostile, org_id: hostile }])
      })
      assert.strictEqual(headline, "Verification failed")
      assert.include(text, "<img src=x")
      assert.strictEqual(await page.title(), "Verify audit files")
      assert.strictEqual(await page.locator("img").count(), 0)
      assert.deepStrictEqual([complaints, requests.filter((url) => !url.startsWith("blob:"))], [[], []])
      await page.context().close()
      const other = await checked({ "notes.txt": "hello" })
      assert.strictEqual(other.headline, "Nothing was proven")
      await other.page.context().close()
    })

    it("checks anew when the key is pasted or a file is taken away", async () => {
      const { page } = await checked({ "export.json": anExport(rows), "other.json": anExport(rows.slice(0, 3)) })
      assert.include(await page.getByRole("status").innerText(), "none of your keys vouches")
      await page.getByRole("textbox", { name: "Public key that you trust" }).fill("-----BEGIN NOTHING-----")
      await page.getByText("The key could not be used.").waitFor()
      await page.getByRole("button", { name: "Remove other.json" }).click()
      await page.getByText("other.json").waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Remove export.json" }).click()
      await page.locator("#result").waitFor({ state: "hidden" })
      await page.context().close()
    })

    it("stays alive while it checks 50,000 entries", async () => {
      const folder = mkdtempSync(join(tmpdir(), "svc-verify-"))
      const path = join(folder, "export.json")
      writeFileSync(path, JSON.stringify(anExport(aLog(50_000))))
      const { page } = await openPage(browser, file)
      // The page's own clock goes on ticking while the worker computes.
      await page.evaluate(`{
        let ticks = 0
        setInterval(() => {
          if (document.getElementById("result")?.getAttribute("aria-busy") === "true") ticks += 1
          document.body.dataset["ticks"] = String(ticks)
        }, 10)
      }`)
      await page.getByLabel("Choose files").setInputFiles(path)
      await page.locator("#result[aria-busy=false]").waitFor()
      assert.include(await page.locator("#result").innerText(), "50,000 entries are exactly as recorded.")
      assert.isAbove(Number(await page.locator("body").getAttribute("data-ticks")), 10)
      await page.context().close()
      rmSync(folder, { recursive: true })
    })
  }
)
