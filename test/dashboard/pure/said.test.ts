import { assert, describe, it } from "@effect/vitest"
import { entryText } from "../../../packages/dashboard/src/audit/log/entry-text.de.ts"
import { said } from "../../../packages/dashboard/src/languages/said.de.ts"
import { sayIn } from "../../../packages/dashboard/src/languages/sentences.ts"

const say = sayIn(said)

describe("what the service sends in English, in German", () => {
  it("a text is translated sentence by sentence, with the values of the service", () => {
    const german = {
      "This release cannot scan this app. Check it manually":
        "Diese Version kann die App nicht prüfen. Prüfe sie manuell",
      "The account is disabled. Verified in Entra ID": "Das Konto ist deaktiviert. Verifiziert in Entra ID",
      "The endpoint answered 301, a redirect. Redirects are not followed":
        "Der Endpunkt antwortete mit 301, einer Weiterleitung. Weiterleitungen werden nicht befolgt",
      "token: is required for this type of destination": "Gib das Token ein"
    }
    for (const [english, theirs] of Object.entries(german)) assert.strictEqual(say(english), theirs)
  })

  it("a text with an unknown sentence stays whole: no text mixes two languages", () => {
    const text = "The account is disabled. It is a full moon"
    assert.strictEqual(say(text), text)
    assert.strictEqual(sayIn({})(text), text)
  })

  it("an entry of the audit log has a German target, and keeps the names in it", () => {
    assert.strictEqual(entryText.target("Offboarding of Dr. Jonas Berg"), "Austritt von Dr. Jonas Berg")
    assert.strictEqual(entryText.target("Organisation settings"), "Einstellungen der Organisation")
    assert.strictEqual(entryText.target("ada@acme.test"), "ada@acme.test")
  })

  it("its details are German where their form is known, else as stored", () => {
    assert.strictEqual(entryText.details("pending -> it_revocation"), "Angelegt → Zugriffsentzug")
    assert.strictEqual(
      entryText.details("source: app, exit date: 2026-12-02"),
      "Quelle: Dashboard, letzter Tag: 2026-12-02"
    )
    assert.strictEqual(
      entryText.details("Collect keys: by the record that it follows"),
      "Collect keys: automatisch erledigt"
    )
    assert.strictEqual(entryText.details("first -> second, oddity: 1"), "first -> second, oddity: 1")
  })
})
