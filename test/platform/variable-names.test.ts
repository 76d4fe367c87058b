import { assert, describe, it } from "@effect/vitest"
import { variableNames } from "#platform/config/variables"
import { lookalikes } from "#platform/variables/names"

// configuration-3: A name that looks like one of the service's and is none is told.
describe("a variable that is none of ours and looks as if it were meant to be", () => {
  it.each([
    ["SMPT_URL", "SMTP_URL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["MASTERKEY", "MASTER_KEY"],
    ["Log_Levels", "LOG_LEVEL"],
    ["TRUSTED_PROXY", undefined],
    ["VENDOR_OCTA_URL", "VENDOR_OKTA_URL"],
    ["OPERATOR_PASSWORD", undefined]
  ])("%s", (name, meant) => {
    assert.deepStrictEqual(lookalikes([name], variableNames), [{ name, meant }])
  })

  it("is none of ours, of the shell's, of Node's, of Kubernetes' and of libraries'", () => {
    const others =
      "HOME HOSTNAME PATH PWD SHELL USER LANG TERM PORTS NODE_OPTIONS NODE_EXTRA_CA_CERTS REDIS_SERVICE_HOST " +
      "REDIS_PORT_6379_TCP STORAGE_PORT OTEL_RESOURCE_ATTRIBUTES AWS_ACCESS_KEY_ID GOOGLE_APPLICATION_CREDENTIALS " +
      "SMTP_PASSWORD npm_config_cache DATABASE_HOST"
    assert.deepStrictEqual(lookalikes([...others.split(" "), ...variableNames], variableNames), [])
  })
})
