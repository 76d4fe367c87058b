import { assert, it } from "@effect/vitest"
import { ProviderName, revocableProviders } from "@svc/contract/integrations/schema"
import { cards } from "#connections/vendors/cards"

it("the contract names the providers that access can be taken away at, and no other", () => {
  assert.deepStrictEqual(
    ProviderName.literals.filter((name) => cards[name].service._tag === "Revocable"),
    ProviderName.literals.filter((name) => revocableProviders.has(name))
  )
})
