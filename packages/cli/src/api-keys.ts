import { OperatorClient } from "@svc/client/operator"
import { CreateApiKey, CreatedApiKey } from "@svc/contract/api-keys/schema"
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { ApiScope } from "@svc/contract/kernel/permissions"
import { connection } from "./connection.ts"
import { importKey } from "./key-import.ts"
import { organisationFlag } from "./organisation-flag.ts"
import { print } from "./output.ts"

const encodeKey = (created: typeof CreatedApiKey.Type) =>
  Effect.orDie(Schema.encodeEffect(Schema.toCodecJson(CreatedApiKey))(created))

const create = Command.make(
  "create",
  {
    orgId: organisationFlag,
    name: Flag.String("name").pipe(Flag.withSchema(CreateApiKey.fields.name)),
    scopes: Flag.Literals("scope", ApiScope.literals).pipe(
      Flag.withDescription("Scope of the key; repeat the flag for each scope"),
      Flag.between(1, ApiScope.literals.length)
    ),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withSchema(CreateApiKey.fields.expires_at),
      Flag.withMetavar("TIMESTAMP"),
      Flag.withDescription("Expiry in RFC 3339 with a zone; default: never"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ expiresAt, ...input }) {
    const client = yield* OperatorClient
    const created = yield* client["keys.create"]({ ...input, expires_at: Option.getOrNull(expiresAt) })
    yield* print(yield* encodeKey(created))
  })
).pipe(Command.withDescription("Create an API key and print it; it is shown only once"), Command.provide(connection))

/** `key …` (operator-5, access-31). */
export const apiKeys = Command.make("key").pipe(
  Command.withDescription("API keys of an organization"),
  Command.withSubcommands([create, importKey])
)
