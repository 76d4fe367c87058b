import { Context, Effect, Redacted } from "effect"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"

/** What a link is for: the page that it opens, which is also the purpose of the digest. */
type LinkPurpose = "verify-email" | "reset-password"

/** Links for the reader of an email account. Only digests of their tokens are stored. */
export class MailedLinks extends Context.Service<
  MailedLinks,
  {
    /** The address to mail, and the digest to keep. */
    make(purpose: LinkPurpose): Effect.Effect<{ readonly url: string; readonly digest: string }>
    /** What the token may have been kept as. */
    digestsOf(purpose: LinkPurpose, token: Redacted.Redacted): ReadonlyArray<string>
  }
>()("svc/accounts/MailedLinks") {
  static readonly layerNoDeps = layerOf(MailedLinks, function* () {
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig
    return MailedLinks.of({
      make: (purpose) =>
        Effect.map(randomness.token(32), (token) => ({
          url: `${baseUrl}/${purpose}?token=${token}`,
          digest: secrets.hmac(purpose, token)
        })),
      digestsOf: (purpose, token) => secrets.hmacs(purpose, Redacted.value(token))
    })
  })
}
