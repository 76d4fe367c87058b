import { assert, describe, it } from "@effect/vitest"
import { whyEnded } from "#platform/dashboard/built-files"
import { adminCommandOf } from "#platform/process/commands"

describe("the operator's command in the hints of a start", () => {
  it.each([
    ["npm run -s admin --", "/srv/dist/service/1/main.mjs", "/srv", { npm_lifecycle_event: "start" }],
    ["npm run -s admin --", "/srv/src/main.ts", "/srv", {}],
    ["node admin.mjs", "/app/service/main.mjs", "/app/service", {}],
    ["node dist/current/admin.mjs", "/opt/offboarding/dist/current/main.mjs", "/opt/offboarding", {}],
    [
      "offboarding-admin",
      "/opt/offboarding/dist/current/main.mjs",
      "/opt/offboarding",
      { CREDENTIALS_DIRECTORY: "/run/credentials/offboarding.service" }
    ]
  ] as const)("is %s where %s runs in %s with %j", (command, program, folder, environment) => {
    assert.strictEqual(adminCommandOf({ program, folder, environment }), command)
  })
})

describe("a build of the dashboard that failed", () => {
  it("says what it wrote, else which status or signal ended it", () => {
    assert.strictEqual(whyEnded(" no such module\n", 1, null), "no such module")
    assert.strictEqual(whyEnded("", null, "SIGTERM"), "SIGTERM ended its process")
    assert.strictEqual(whyEnded("", 2, null), "its process ended with status 2")
  })
})
