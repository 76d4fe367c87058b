import { assert, describe, it } from "@effect/vitest"
import { isSecretName } from "#connections/integrations/secret-names"

describe("a configuration's secrets go by their names", () => {
  const secret = [
    "token",
    "access_token",
    "refreshToken",
    "BOT-TOKEN",
    "tokens",
    "api_key",
    "apiKey",
    "apikey",
    "x-api-key",
    "key",
    "private_key",
    "secret",
    "client_secret",
    "clientSecret2",
    "signing_secret",
    "password",
    "PASSWD",
    "passphrase",
    "credentials",
    "authorization",
    "auth_token",
    "webhook_url",
    "api_key_v2",
    "client_secret_value",
    "passwordHash",
    "access_token_old",
    "service_account",
    "service_account_json"
  ]
  it.each(secret)("%s is one", (name) => assert.isTrue(isSecretName(name)))

  const open = [
    "org",
    "domain",
    "base_url",
    "client_id",
    "tenant_id",
    "expires_at",
    "token_url",
    "token_expires_at",
    "project_key",
    "public_key",
    "integration_key",
    "private_key_id",
    "service_account_email",
    "client_secret_id",
    "client_secret_expires_at",
    "password_policy",
    "keyboard",
    "channel"
  ]
  it.each(open)("%s is none", (name) => assert.isFalse(isSecretName(name)))
})
