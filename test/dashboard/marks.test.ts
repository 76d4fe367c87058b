import { assert, describe, it } from "@effect/vitest"
import { appName, appNames } from "@svc/contract/integrations/names"
import { ProviderName } from "@svc/contract/integrations/schema"
import { readFileSync } from "node:fs"
import { namesIn } from "../../packages/dashboard/src/connections/integrations/vendors.ts"
import { lettersOf, markOf, marks } from "../../packages/dashboard/src/design/app-marks.ts"
import { entryOf, markFiles } from "../../scripts/marks-files.ts"

describe("logos of apps", () => {
  it.each(["slack", "microsoftteams", "docusign", "twilio", "salesforce", "adobe"])(
    "a logo that its owner withdrew is refused: %s",
    (slug) => {
      assert.throws(() => entryOf(slug), /has no logo .*: never added, or withdrawn/)
    }
  )

  it("the sprites and the notice are those of the list, so an upgrade that loses a logo fails here (npm run marks)", () => {
    for (const [path, content] of markFiles) assert.strictEqual(readFileSync(path, "utf8"), content, path)
  })

  it("the notice names license and guidelines of each logo that has them", () => {
    const notice = markFiles.map(([, content]) => content).join("\n")
    const named = [...marks.provider, ...marks.named].flatMap((slug) => {
      const { guidelines, license } = entryOf(slug)
      return [guidelines, license?.url].filter((url) => url !== undefined)
    })
    assert.isAbove(named.length, 10)
    for (const url of named) assert.include(notice, `<${url}>`)
  })

  it("a provider has its own logo, a custom app that of its name in any case, and every other app letters", () => {
    assert.deepStrictEqual(markOf("google-workspace"), { sprite: "provider", name: "google" })
    assert.deepStrictEqual(markOf("GitLab"), { sprite: "named", name: "gitlab" })
    for (const service of ["slack", "azure-ad", "Corporate Directory", "constructor", "toString", ""]) {
      assert.isUndefined(markOf(service), service)
    }
  })

  it("one table has the name of every provider; a custom app keeps its own", () => {
    assert.deepStrictEqual(Object.keys(appNames), [...ProviderName.literals])
    assert.strictEqual(appName("azure-ad"), "Microsoft Entra ID")
    for (const own of ["Corporate Directory", "Okta", "constructor"]) assert.strictEqual(appName(own), own)
    assert.deepStrictEqual(
      [...ProviderName.literals].filter((one) => namesIn("en")[one].name !== appNames[one]),
      []
    )
  })

  it.each([
    ["Slack", "Sl"],
    ["Microsoft Entra ID", "ME"],
    ["JumpCloud", "JC"],
    ["HR system", "HR"],
    ["SCIM", "SC"],
    ["SMS", "SMS"],
    ["Corporate Directory", "CD"],
    ["payroll", "pa"],
    ["日本語システム", "日本"],
    ["🚀", "🚀"]
  ])("letters of %s are %s", (name, letters) => {
    assert.strictEqual(lettersOf(name), letters)
  })
})
