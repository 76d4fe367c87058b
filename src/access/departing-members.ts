import type { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { MemberHandover } from "@svc/contract/offboardings/errors"
import type { DepartingMember } from "@svc/contract/offboardings/lifecycle-schema"
import { Context, type Effect } from "effect"
import type { Transaction } from "#platform/database/db"

/**
 * Port: what the completion of an offboarding ends for a member of the organization. Offboardings call it, and the
 * members' module, which is above them, implements it (`src/organisation/members/departures.ts`).
 */
export class DepartingMembers extends Context.Service<
  DepartingMembers,
  {
    /** The members whom the offboarding is about, with what they hand over first; mostly none. */
    of(id: OffboardingId): Effect.Effect<ReadonlyArray<DepartingMember>, never, Caller | Transaction>
    /** Whether the caller is an API key that a member created whom the offboarding is about. */
    createdKey(id: OffboardingId): Effect.Effect<boolean, never, Caller | Transaction>
    /**
     * Ends membership, sessions, and API keys in the running transaction, or refuses with what must be handed over
     * first.
     */
    end(id: OffboardingId): Effect.Effect<void, MemberHandover, Caller | Transaction>
  }
>()("svc/access/DepartingMembers") {}
