import { assert, describe, it } from "#test/support/suite"
import { docusign } from "@svc/lab/docusign"
import { Effect } from "effect"
import { browserPath, openBrowser } from "#test/verify/browser"
import { aCustomer, ask, running, textAt } from "./support.ts"

const aBrowser = Effect.acquireRelease(Effect.promise(openBrowser), (browser) => Effect.promise(() => browser.close()))

describe.skipIf(browserPath === undefined)("the signing page in a browser", () => {
  it.live("refuses a wrong code, signs by the right one, and leads back", function* () {
    const vendor = yield* running(docusign)
    const customer = yield* aCustomer(() => ({
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<title>Back at Acme</title>"
    }))
    const api = `${vendor.url}/restapi/v2.1/accounts/${vendor.state.accountId}`
    const post = (path: string, body: object) =>
      ask(`${api}${path}`, "POST", {
        headers: { authorization: "Bearer lab-docusign-token", "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    const signer = { name: "Ann <b>Lee", email: "ann@home.test", recipientId: "1", clientUserId: "c-1" }
    const made = yield* post("/envelopes", {
      status: "sent",
      emailSubject: "Release agreement",
      emailBlurb: "Please sign by Friday.",
      documents: [{ documentId: "1", name: "release.txt", documentBase64: Buffer.from("Agreed.").toString("base64") }],
      recipients: { signers: [{ ...signer, accessCode: "4711-x" }] }
    })
    const id = textAt(made.json, "envelopeId")
    const view = yield* post(`/envelopes/${id}/views/recipient`, {
      clientUserId: signer.clientUserId,
      userName: signer.name,
      email: signer.email,
      returnUrl: `${customer.url}/done?case=7`,
      authenticationMethod: "none"
    })
    const browser = yield* aBrowser
    const complaints: Array<string> = []
    yield* Effect.promise(async () => {
      const page = await browser.newPage()
      page.on("console", (message) => {
        if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
      })
      await page.goto(textAt(view.json, "url"))
      assert.strictEqual(await page.getByText("Ann <b>Lee").count(), 1)
      await page.getByLabel("Access code").fill("wrong")
      await page.getByRole("button", { name: "Sign" }).click()
      assert.include(await page.getByRole("alert").innerText(), "Nothing was signed")
      await page.getByLabel("Access code").fill("4711-x")
      await page.getByRole("button", { name: "Sign" }).click()
      assert.include(await page.getByRole("status").innerText(), "You have signed")
      await page.getByRole("link", { name: "Continue" }).click()
      await page.waitForURL(`${customer.url}/done?case=7&event=signing_complete`)
      assert.strictEqual(await page.title(), "Back at Acme")
    })
    assert.strictEqual(vendor.state.envelopes.get(id)?.status, "signed")
    assert.deepStrictEqual(complaints, [])
  })
})
