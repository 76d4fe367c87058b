import { Layer } from "effect"
import { AccessLayer } from "./app-access.ts"
import { blockedAddressGuard, BlockedAddresses } from "./blocked-addresses.ts"
import { DecodingLayer } from "./decoding.ts"
import { KnownInputLayer } from "./known-input.ts"
import { endedKeyAnswers } from "./ended-keys.ts"
import { KnownDevice } from "./known-device.ts"
import { OpenAccessLayer } from "./open-access.ts"
import { RateLimits } from "./rate-limits.ts"
import { AccessRepo } from "./repo.ts"
import { RunningCalls } from "./running-calls.ts"
import { servedDocuments } from "./served-documents.ts"
import { SessionAuthLayer } from "./session-auth.ts"
import { SessionCookie } from "./session-cookie.ts"
import { Sessions } from "./sessions.ts"

/** Below every domain: limits, blocked addresses, sessions, calls in flight. */
export const services = Layer.mergeAll(
  BlockedAddresses.layerNoDeps.pipe(Layer.provideMerge(RateLimits.layer)),
  Sessions.layerNoDeps.pipe(Layer.provide(AccessRepo.layer)),
  SessionCookie.layer,
  KnownDevice.layer,
  RunningCalls.layer
)

/** Middleware of session routes, which reads every request. Other credentials have middleware in their domains. */
export const middlewares = Layer.mergeAll(
  SessionAuthLayer,
  AccessLayer,
  OpenAccessLayer,
  DecodingLayer,
  KnownInputLayer
)

/**
 * Middleware around every route: blocked addresses outside, the response of a call whose key ended inside, and
 * innermost the documents served from memory.
 */
export const guards = servedDocuments.pipe(Layer.provideMerge(endedKeyAnswers), Layer.provideMerge(blockedAddressGuard))
