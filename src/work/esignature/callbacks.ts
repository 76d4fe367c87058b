import { SignatureCallbackRefused } from "@svc/contract/esignature/errors"
import { ESignatureProvider } from "@svc/contract/esignature/schema"
import { Caller } from "@svc/contract/kernel/access"
import { noOrganisation } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Schema } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import type { SigningCallback, SigningProvider } from "#connections/vendors/protocol/signing-provider"
import { signingProviders } from "#connections/vendors/signing-providers"
import { Db } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { SigningAccounts } from "./accounts.ts"
import { CallbackAddresses } from "./callback-addresses.ts"
import { SignatureQueueRepo } from "./queue-repo.ts"
import { operatorAccount, serviceOf } from "./rules.ts"
import { signatureRequests } from "./topic.ts"

const asProvider = Schema.decodeUnknownOption(ESignatureProvider)

/** Which address was called, and with what. */
interface Call extends SigningCallback {
  /** The path segment of the URL. */
  readonly provider: string
  readonly token: string
}

/** The response to the provider. */
export type CallbackReceipt = ReturnType<SigningProvider["receipt"]>

/**
 * What providers call when something happens. A callback is a hint: of it no more is believed than which request it is about,
 * and that one is then read at the provider (signing-10).
 */
export class SignatureCallbacks extends Context.Service<
  SignatureCallbacks,
  {
    /** A provider verifies the URL. */
    verify(call: Call): Effect.Effect<CallbackReceipt, SignatureCallbackRefused>
    /** What is about no open request of this account is taken and changes nothing. */
    receive(call: Call): Effect.Effect<CallbackReceipt, SignatureCallbackRefused>
  }
>()("svc/esignature/SignatureCallbacks") {
  static readonly layerNoDeps = layerOf(SignatureCallbacks, function* () {
    const db = yield* Db
    const queue = yield* SignatureQueueRepo
    const accounts = yield* SigningAccounts
    const addresses = yield* CallbackAddresses
    const wakeups = yield* Wakeups

    /** Whose account the address is of, and whether its provider made the call. */
    const genuine = Effect.fnUntraced(function* (call: Call) {
      const named = asProvider(call.provider)
      if (Option.isNone(named)) return yield* new SignatureCallbackRefused()
      const name = named.value
      const connection = addresses.connectionOf(name, call.token)
      if (Option.isNone(connection)) return yield* new SignatureCallbackRefused()
      const fallback = connection.value === operatorAccount
      const owner = fallback ? Option.some(noOrganisation) : yield* queue.ownerOf(connection.value, serviceOf[name])
      if (Option.isNone(owner)) return yield* new SignatureCallbackRefused()
      const keys = yield* accounts
        .keys({ name, fallback })
        .pipe(Effect.provideService(Caller, systemCaller(owner.value)))
      const provider = signingProviders[name]
      if (Option.isNone(keys) || !provider.isGenuine(call, keys.value)) return yield* new SignatureCallbackRefused()
      return { provider, fallback, orgId: fallback ? undefined : owner.value }
    })

    const verify = Effect.fn("SignatureCallbacks.verify")(function* (call: Call) {
      const { provider } = yield* genuine(call)
      return provider.receipt(call)
    })

    const receive = Effect.fn("SignatureCallbacks.receive")(function* (call: Call) {
      const { fallback, orgId, provider } = yield* genuine(call)
      const externalId = provider.named(call)
      const named = Option.isNone(externalId)
        ? []
        : yield* queue.named({ orgId, provider: provider.name, externalId: externalId.value, fallback })
      const at = yield* DateTime.now
      for (const request of named) {
        yield* Effect.andThen(queue.hasten({ ...request, at }), wakeups.signal(signatureRequests)).pipe(
          db.transact,
          Effect.provideService(Caller, systemCaller(request.org_id))
        )
      }
      return provider.receipt(call)
    })

    return SignatureCallbacks.of({ verify, receive })
  })
}
