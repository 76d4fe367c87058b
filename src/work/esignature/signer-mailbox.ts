import type { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Context, type Effect } from "effect"
import type { Transaction } from "#platform/database/db"

/** What signing asks about the departing person's mailbox. The module that revokes access answers. */
export class SignerMailbox extends Context.Service<
  SignerMailbox,
  {
    /** Whether the case's access to the mailbox was revoked, or confirmed removed: a mail to it would not be read. */
    isRevoked(offboardingId: OffboardingId): Effect.Effect<boolean, never, Caller | Transaction>
  }
>()("svc/esignature/SignerMailbox") {}
