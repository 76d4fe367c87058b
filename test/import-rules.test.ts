import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** What lint says of one file at this place of the tree. */
const lint = (file: string, text: string) => {
  const root = mkdtempSync(join(tmpdir(), "svc-lint-"))
  try {
    copyFileSync(".oxlintrc.json", join(root, ".oxlintrc.json"))
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    const { stdout } = spawnSync("oxlint", ["."], { cwd: root, encoding: "utf8" })
    return stdout
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const using = (specifier: string) => `import { thing } from "${specifier}"\n\nexport const other = thing\n`

describe("the import rules bite", () => {
  it.each([
    ["src/work/assets/service.ts", "effect/sql", "Only repo.ts speaks SQL."],
    ["src/work/assets/extra.ts", "@effect/sql-pg", "Only repo.ts speaks SQL."],
    ["src/exports/extra.ts", "effect/sql", "Only repo.ts speaks SQL."],
    ["src/operations/backup/settle.ts", "#erasure/repo", "Enter another domain through its service."],
    ["src/work/assets/service.ts", "#outgoing/webhooks/repo", "Enter another domain through its service."],
    ["src/work/assets/extra.ts", "#outgoing/webhooks/rules", "Enter another domain through its service."],
    ["src/work/assets/http.ts", "./repo.ts", "Handlers call the service."],
    ["src/exports/http.ts", "./repo.ts", "Handlers call the service."],
    ["src/work/assets/http.ts", "#outgoing/webhooks/rules", "Enter another domain through its service."],
    ["src/work/assets/rules.ts", "#platform/database/db", "Rules are pure: contract types in, decision out."],
    ["src/exports/rules.ts", "./service.ts", "Rules are pure: contract types in, decision out."],
    ["src/work/assets/rules.ts", "./service.ts", "Rules are pure: contract types in, decision out."],
    [
      "src/work/assets/repo.ts",
      "#outgoing/webhooks/service",
      "A repo knows its tables and the platform, no other domain's code."
    ],
    ["src/erasure/copies-repo.ts", "#work/assets/repo", "Erasure knows of other domains what they declare"],
    ["src/exports/builds-repo.ts", "./service.ts", "A repo is below its service."],
    ["src/work/assets/repo.ts", "./service.ts", "A repo is below its service."],
    ["src/platform/database/db.ts", "#work/assets/service", "The platform knows no domain."],
    ["src/outgoing/deliveries/engine.ts", "#outgoing/webhooks/service", "The engine of deliveries knows no domain."],
    ["src/outgoing/deliveries/engine.ts", "effect/sql", "Only repo.ts speaks SQL."],
    ["src/work/assets/service.ts", "#outgoing/deliveries/queue-repo", "Enter another domain through its service."],
    [
      "src/work/assets/repo.ts",
      "#access/sessions",
      "A repo knows its tables and the platform, no other domain's code."
    ],
    ["src/demo/seed.ts", "#work/assets/service", "The demo is a client: it knows the contract, never the service."],
    ["src/connections/vendors/protocol/calls.ts", "#access/requirements", "Vendors' protocols know no domain."],
    ["src/connections/vendors/cards.ts", "#access/requirements", "Vendors' protocols know no domain."],
    ["src/connections/vendors/okta/connector.ts", "#access/requirements", "Vendors' protocols know no domain."],
    ["src/connections/vendors/slack/inventory/lists.ts", "#access/requirements", "Vendors' protocols know no domain."],
    [
      "src/connections/vendors/okta/connector.ts",
      "#connections/integrations/service",
      "Vendors' protocols know no domain."
    ],
    ["src/platform/mail/mail.ts", "#access/requirements", "The platform knows no domain."],
    ["packages/contract/src/assets/api.ts", "node:fs", "The contract is shared with clients: pure `effect` only."],
    ["packages/contract/src/assets/api.ts", "effect/sql", "The contract is shared with clients: pure `effect` only."],
    ["packages/client/src/app.ts", "#work/assets/service", "A client knows the contract, never the service."],
    ["packages/dashboard/src/design/Icon.tsx", "#platform/atoms.ts", "The design knows no domain"],
    ["packages/dashboard/src/design/Icon.tsx", "#languages/refused.ts", "The design knows no domain"],
    ["packages/dashboard/src/design/Icon.tsx", "#work/assets/parts.tsx", "The design knows no domain"],
    ["packages/verify/src/extra.ts", "effect", "The verifier stands without the service"],
    ["packages/verify/src/extra.ts", "@svc/contract/audit/files", "The verifier stands without the service"]
  ])("%s may not import %s", (file, specifier, sentence) => {
    assert.include(lint(file, using(specifier)), sentence)
  })

  it.each([
    ["src/work/assets/repo.ts", "effect/sql"],
    ["src/exports/builds-repo.ts", "effect/sql"],
    ["src/operations/backup/settle.ts", "#erasure/service"],
    ["src/erasure/copies-repo.ts", "#work/sms/copies-repo"],
    ["src/work/assets/repo.ts", "#platform/database/db"],
    ["src/work/assets/service.ts", "#outgoing/webhooks/service"],
    ["src/work/assets/repo.ts", "#records/record-scope"],
    ["src/work/assets/repo.ts", "#records/case-facts"],
    ["src/records/case-facts.ts", "effect/sql"],
    ["src/work/assets/service.ts", "#audit/record/text"],
    ["src/work/assets/service.ts", "#outgoing/deliveries/engine"],
    ["src/connections/vendors/okta/connector.ts", "#connections/vendors/protocol/calls"],
    ["src/connections/vendors/slack/connector.ts", "#connections/vendors/scim/connector"],
    ["src/outgoing/deliveries/queue-repo.ts", "effect/sql"],
    ["src/work/assets/rules.ts", "effect"],
    ["packages/dashboard/src/design/Icon.tsx", "#languages/words.ts"],
    ["packages/dashboard/src/design/Icon.tsx", "#design/Badge.tsx"],
    ["packages/verify/src/extra.ts", "@svc/contract/audit/chain"],
    ["src/work/assets/http.ts", "./service.ts"]
  ])("%s may import %s", (file, specifier) => {
    assert.notInclude(lint(file, using(specifier)), "no-restricted-imports")
  })

  it("any, non-null assertions and default exports are refused", () => {
    assert.include(lint("src/work/assets/service.ts", "export const f = (x: any) => x\n"), "no-explicit-any")
    assert.include(lint("src/work/assets/service.ts", "export const f = (x?: string) => x!\n"), "no-non-null-assertion")
    assert.include(lint("src/work/assets/service.ts", "export default 1\n"), "no-default-export")
  })
})
