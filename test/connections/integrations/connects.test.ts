import { assert } from "#test/support/suite"
import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import { appStandIns } from "@svc/lab/every-vendor"
import { oktaToken } from "@svc/lab/okta"
import { slackAdminToken, slackBotToken } from "@svc/lab/slack"
import { Effect, Option, Record, Redacted, Result, Struct } from "effect"
import { aReceiver } from "#test/access-removal/revocations/carrying-out"
import { entriesOf } from "#test/support/log"
import { withStatus } from "#test/support/requests"
import { layerOfFile } from "#test/support/layer-of-file"
import { adobeToken, docuSignKey, docuSignToken, dropboxKey } from "./e-signature-vendor.ts"
import { type Admin, aSignedInAdmin, bullets, listed, opened, patch, post, recordIn, storedText } from "./support.ts"
import { LabApp, VendorLab } from "./vendor-lab.ts"

type Body = Readonly<Record<string, unknown>>

/** What is shown of each connection, and what a connector is handed. */
const connected = Effect.fnUntraced(function* (
  admin: Admin,
  service: string,
  body: Body,
  expected: { readonly config: Body; readonly secrets: Readonly<Record<string, string>> }
) {
  const answer = yield* withStatus(201, post(admin, body, `/${service}/connect`))
  const record = yield* recordIn(answer)
  assert.deepInclude(record, { service_name: service, org_id: admin.orgId, connection_status: true, last_sync: null })
  assert.deepStrictEqual(record.config, expected.config)
  const text = `${answer.text}${yield* storedText(admin.orgId)}${JSON.stringify(yield* entriesOf(admin.orgId, { action: "integration%" }))}`
  for (const secret of Object.values(expected.secrets)) assert.notInclude(text, JSON.stringify(secret).slice(1, -1))
  const connection = Option.getOrThrow(yield* opened(admin.member, service))
  assert.strictEqual(connection.protocol, service)
  for (const [name, secret] of Object.entries(expected.secrets)) {
    const kept = connection.secrets.get(name)
    assert.strictEqual(kept === undefined ? undefined : Redacted.value(kept), secret)
  }
  assert.deepStrictEqual(
    (yield* entriesOf(admin.orgId, { action: "integration%" })).map(({ action, target }) => [action, target]),
    [["integration_connected", service]]
  )
  return record
})

const refusedWith = Effect.fnUntraced(function* (service: string, body: Body, code: string | undefined, named: string) {
  const admin = yield* aSignedInAdmin()
  const answer = yield* withStatus(400, post(admin, body, `/${service}/connect`))
  if (code !== undefined) assert.deepInclude(answer.body, { code })
  assert.include(answer.text, named)
  assert.lengthOf(yield* listed(admin), 0)
  assert.lengthOf(yield* entriesOf(admin.orgId, { action: "integration%" }), 0)
})

const withLabApp = layerOfFile(LabApp)

withLabApp("POST /api/integrations/okta/connect", (it) => {
  // connecting-5: A credential is proven at the vendor before it is saved; one that is refused is 400.
  // connecting-6: Okta takes `{ domain, api_token }`, where `domain` may be a whole `https://` address.
  it.status(201, "proven, then saved; a full address is as good as a name", function* () {
    const { okta } = yield* VendorLab
    const admin = yield* aSignedInAdmin()
    const { id } = yield* connected(
      admin,
      "okta",
      { domain: okta.url, api_token: oktaToken },
      { config: { domain: okta.url, api_token: bullets }, secrets: { api_token: oktaToken } }
    )
    assert.strictEqual(okta.writes(), 0)
    yield* patch(admin, id, { config: { deactivate_allowed: true } })
    const again = yield* recordIn(yield* post(admin, { domain: okta.url, api_token: oktaToken }, "/okta/connect"))
    assert.strictEqual(again.id, id)
  })

  // connecting-5
  it.status(
    400,
    "the token is refused, nobody answers, the address may not be called, a field is missing",
    function* () {
      const { okta } = yield* VendorLab
      yield* refusedWith("okta", { domain: okta.url, api_token: "wrong" }, "credential_refused", "okta: ")
      yield* refusedWith("okta", { domain: "http://127.0.0.1:9", api_token: "t" }, "vendor_unanswering", "okta: ")
      yield* refusedWith("okta", { domain: "https://10.0.0.7", api_token: "t" }, undefined, "domain: ")
      yield* refusedWith("okta", { domain: okta.url }, undefined, "api_token")
      yield* refusedWith("okta", { domain: okta.url, api_token: "a\nb" }, undefined, "api_token")
    }
  )
})

const secretFields = ["api_key", "client_secret"]

/** Each but Okta, whose address is typed. */
const others = Struct.pick(
  appStandIns,
  identityProviders.filter((provider) => provider !== "okta")
)

for (const [provider, { connect }] of Record.toEntries(others)) {
  const secrets = Record.filterMap(connect, (value, name) =>
    secretFields.includes(name) && typeof value === "string" ? Result.succeed(value) : Result.failVoid
  )

  // `test/every-status.test.ts` counts these for every identity provider.
  withLabApp(`POST /api/integrations/${provider}/connect`, (it) => {
    it.status(201, "proven, then saved", function* () {
      yield* connected(yield* aSignedInAdmin(), provider, connect, {
        config: { ...connect, ...Record.map(secrets, () => bullets) },
        secrets
      })
    })

    it.status(400, "the secret is refused", function* () {
      assert.lengthOf(Record.keys(secrets), 1)
      const wrong = Record.map(secrets, () => "wrong")
      yield* refusedWith(provider, { ...connect, ...wrong }, "credential_refused", `${provider}: `)
    })
  })
}

withLabApp("POST /api/integrations/slack/connect", (it) => {
  it.status(201, "proven, then saved, with the workspace that the token belongs to", function* () {
    const admin = yield* aSignedInAdmin()
    const answer = yield* post(
      admin,
      { bot_token: slackBotToken, admin_token: slackAdminToken, signing_secret: "canary-5", channel: "#it" },
      "/slack/connect"
    )
    assert.strictEqual(answer.status, 201, answer.text)
    const { config } = yield* recordIn(answer)
    assert.deepInclude(config, {
      channel: "#it",
      bot_token: bullets,
      admin_token: bullets,
      signing_secret: bullets
    })
    assert.isString(config?.["team_id"])
    assert.notInclude(yield* storedText(admin.orgId), "canary-5")
  })

  it.status(400, "a token is refused, or none is given", function* () {
    yield* refusedWith("slack", { bot_token: "xoxb-wrong" }, "credential_refused", "slack: ")
    yield* refusedWith("slack", { channel: "#it" }, undefined, "bot_token")
  })
})

withLabApp("POST /api/integrations/docusign/connect", (it) => {
  it.status(201, "by a token at hand, to the user's default account", function* () {
    yield* connected(
      yield* aSignedInAdmin(),
      "docusign",
      { access_token: docuSignToken },
      {
        config: {
          account_id: "a-2",
          account_name: "Acme",
          base_uri: "https://na2.docusign.net",
          access_token: bullets
        },
        secrets: { access_token: docuSignToken }
      }
    )
  })

  it.status(201, "by an integration key and its private key, to the account that is named", function* () {
    const given = {
      integration_key: "integration-key",
      user_id: "user-1",
      private_key: docuSignKey,
      account_id: "A-1"
    }
    yield* connected(yield* aSignedInAdmin(), "docusign", given, {
      config: {
        integration_key: "integration-key",
        user_id: "user-1",
        account_id: "a-1",
        account_name: "Old",
        base_uri: "https://na1.docusign.net",
        private_key: bullets
      },
      secrets: { private_key: docuSignKey }
    })
  })

  it.status(
    201,
    "the key is what is proven where a token is given beside it, for it is what signs in later",
    function* () {
      // As it stands in a JSON file, with its line breaks as letters.
      const secrets = { private_key: JSON.stringify(docuSignKey), access_token: "ended-token" }
      const key = { integration_key: "integration-key", user_id: "user-1" }
      yield* connected(
        yield* aSignedInAdmin(),
        "docusign",
        { ...key, ...secrets },
        {
          config: {
            ...key,
            account_id: "a-2",
            account_name: "Acme",
            base_uri: "https://na2.docusign.net",
            private_key: bullets,
            access_token: bullets
          },
          secrets
        }
      )
    }
  )

  it.status(400, "a key that is none, one that DocuSign does not know, a foreign account, no credential", function* () {
    const key = { integration_key: "integration-key", user_id: "user-1", private_key: docuSignKey }
    yield* refusedWith("docusign", { ...key, private_key: "no key" }, "credential_refused", "private_key")
    yield* refusedWith("docusign", { ...key, integration_key: "other" }, "credential_refused", "docusign: ")
    yield* refusedWith("docusign", { ...key, account_id: "a-9" }, "credential_refused", "account_id")
    yield* refusedWith("docusign", { user_id: "user-1" }, undefined, "access_token")
  })
})

withLabApp("POST /api/integrations/adobe-sign/connect", (it) => {
  it.status(201, "proven, with the address of the account's API", function* () {
    const expected = {
      config: { api_access_point: "https://api.eu1.adobesign.com/", access_token: bullets },
      secrets: { access_token: adobeToken }
    }
    yield* connected(yield* aSignedInAdmin(), "adobe-sign", { access_token: adobeToken }, expected)
    yield* connected(yield* aSignedInAdmin(), "adobe-sign", { integration_key: adobeToken }, expected)
  })

  it.status(400, "the token is refused", () =>
    refusedWith("adobe-sign", { access_token: "wrong" }, "credential_refused", "adobe-sign: ")
  )
})

withLabApp("POST /api/integrations/dropbox-sign/connect", (it) => {
  it.status(201, "proven, then saved", function* () {
    yield* connected(
      yield* aSignedInAdmin(),
      "dropbox-sign",
      { api_key: dropboxKey, client_id: "app-1" },
      {
        config: { client_id: "app-1", account_id: "acc-1", api_key: bullets },
        secrets: { api_key: dropboxKey }
      }
    )
  })

  it.status(400, "the key is refused", () =>
    refusedWith("dropbox-sign", { api_key: "wrong" }, "credential_refused", "dropbox-sign: ")
  )
})

withLabApp("POST /api/integrations/alumni/connect", (it) => {
  it.status(201, "whatever the plan, the address takes the token", function* () {
    const receiver = yield* aReceiver
    yield* connected(
      yield* aSignedInAdmin({ plan: "none" }),
      "alumni",
      { base_url: receiver.url, token: "canary-alumni" },
      { config: { base_url: receiver.url, token: bullets }, secrets: { token: "canary-alumni" } }
    )
  })

  it.status(400, "nobody answers, or the address may not be called", function* () {
    yield* refusedWith("alumni", { base_url: "http://127.0.0.1:9/", token: "t" }, "vendor_unanswering", "alumni: ")
    yield* refusedWith("alumni", { base_url: "http://8.8.8.8/", token: "t" }, undefined, "base_url: ")
  })
})
