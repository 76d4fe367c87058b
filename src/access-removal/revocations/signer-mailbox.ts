import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import { SignerMailbox } from "#work/esignature/service"
import { holdsMailbox } from "./mailbox.ts"
import { Revocations } from "./service.ts"

/** Answers signing by the selected apps: one that holds the mailbox, or the sign-in to it, was revoked. */
export const SignerMailboxLayer = Layer.effect(
  SignerMailbox,
  Effect.map(Revocations, ({ selection }) => ({
    isRevoked: Effect.fn("SignerMailbox.isRevoked")(function* (offboardingId: OffboardingId) {
      return (yield* selection(offboardingId)).some(({ name, settled }) => settled && holdsMailbox(name))
    })
  }))
)
