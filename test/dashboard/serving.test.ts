import { assert, describe, it, layer } from "#test/support/suite"
import { Effect } from "effect"
import { offboarding, pages } from "@svc/dashboard/pages"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"

/** What a first visit may weigh on its way, compressed, without fonts; Home is the heaviest of the pages. */
const budget = 150_000

/** As a browser that is on its way to a page. */
const look = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { redirect: "manual", headers: { accept: "text/html,*/*;q=0.8", ...headers } })

layer(LiveServices, { timeout: "120 seconds", excludeTestServices: true })("GET / and its assets", (it) => {
  it.status(200, "one document for every page, under a policy that lets nothing in but its own files", function* () {
    const { baseUrl } = yield* aServiceProcess()
    yield* Effect.promise(async () => {
      const answers = await Promise.all(pages.map(({ path }) => look(baseUrl + path.replaceAll(/:\w+/g, "anything"))))
      const documents = new Set(await Promise.all(answers.map((answer) => answer.text())))
      assert.strictEqual(documents.size, 1)
      const policy = answers[0]?.headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'; script-src 'self'; style-src 'self'")
      assert.notInclude(policy, "unsafe")
      assert.strictEqual(answers[0]?.headers.get("cache-control"), "no-cache")
      assert.strictEqual((await look(`${baseUrl}/nowhere`)).status, 404)
      assert.strictEqual((await fetch(`${baseUrl}/offboardings`, { method: "POST" })).status, 405)

      const [document = ""] = documents
      assert.notMatch(document, /<style|style=|<script(?![^>]*src=)/)
      const assets = [...document.matchAll(/(?:src|href)="(\/static\/[^"]+\.(?:js|css))"/g)].map(
        ([, path]) => path ?? ""
      )
      let weight = 0
      for (const path of assets) {
        const answer = await fetch(baseUrl + path, { headers: { "accept-encoding": "gzip" } })
        assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=31536000, immutable")
        assert.strictEqual(answer.headers.get("content-encoding"), "gzip")
        weight += Number(answer.headers.get("content-length"))
      }
      assert.isBelow(weight, budget)

      const inTheme = async (theme: string) => (await look(baseUrl, { cookie: `theme=${theme}` })).text()
      assert.include(await inTheme("dark"), '<html data-theme="dark" ')
      assert.strictEqual(await inTheme("blue"), document)

      assert.strictEqual((await fetch(`${baseUrl}/static/../package.json`)).status, 404)
    })
  })
})

describe("links", () => {
  it("are filled and escaped", () => {
    assert.strictEqual(offboarding({ id: "a/b" }), "/offboardings/a%2Fb")
  })
})
