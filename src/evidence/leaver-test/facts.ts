import type { EvidenceLevel } from "@svc/contract/leaver-test/figures"
import type { PersonKeyId } from "@svc/contract/kernel/ids"
import type { VendorAccount } from "@svc/contract/revocations/account"
import type { DateTime } from "effect"
import type { LeftBehindFacts } from "./left-behind.ts"

/** A chain entry that records a fact. */
export interface Told {
  readonly seq: number
  readonly hash: string
}

/** The account of a removal as it is stored, with the key that opens it; null once that is destroyed. */
export interface SealedAccount {
  readonly keyId: PersonKeyId
  readonly wrappedKey: string | null
  readonly sealed: string
}

/** One app of one leaver, as the records have it. */
export interface AppFacts {
  readonly app: string
  /** The vendor's account that the latest run found; null where none was found or recorded. */
  readonly account: VendorAccount | null
  readonly sealedAccount?: SealedAccount
  readonly found: "yes" | "no" | "unknown"
  readonly requestedAt: number | null
  readonly actedAt: number | null
  readonly attempts: number
  readonly readBackAt: number | null
  readonly evidence: EvidenceLevel
  /** By that evidence; null for `not_observed`. */
  readonly removedAt: number | null
  /** A run called it, and failed or was stopped. */
  readonly vendorFailed: boolean
  /** A run found that it is not connected, or cannot be asked. */
  readonly notConnected: boolean
  readonly byHand: boolean
  /** The last time that it was found active after its removal. */
  readonly residualFoundAt: number | null
  readonly residual: "none" | "open" | "accepted"
  readonly acceptedBy: string | null
  readonly acceptedById: string | null
  readonly acceptedAt: number | null
  readonly told: Told | null
}

/** A name and an address as a source reported them, sealed under the person's key. */
export interface SealedNames {
  readonly keyId: PersonKeyId
  /** Null once the key is destroyed. */
  readonly wrappedKey: string | null
  readonly name: string | null
  readonly email: string | null
}

/** One leaver, as the records have them; moments are milliseconds since 1970. */
export interface LeaverFacts {
  readonly leaverId: string
  readonly employeeId: string | null
  readonly name: string
  readonly email: string
  /** For a person without a record: contains the name and the email. */
  readonly sealed?: SealedNames
  readonly department: string
  readonly separationType: string
  readonly lastWorkingDay: string
  readonly zone: string
  readonly firstKnownAt: number
  readonly firstKnownFrom: "hr_review" | "hr_record" | "initiation" | "case"
  /** None for a person whom only the HR system or the directory reports as having left. */
  readonly offboarding: {
    readonly source: string
    readonly status: string
    readonly createdAt: number
    readonly told: Told | null
    readonly accessEndsAt: DateTime.Utc | null
    readonly employmentEndsOn: string | null
    readonly nothingToRevoke: boolean
    readonly approvals: number
    readonly approvedAt: number | null
    readonly approvedBy: string
    readonly approvedById: string | null
    readonly approvalTold: Told | null
  } | null
  readonly residualFindings: number
  readonly residualOpen: number
  readonly reactivations: number
  readonly reactivatedAt: number | null
  readonly openTasks: number
  readonly openAssets: number
  readonly openDocuments: number
  /** By the bytes of their names. */
  readonly apps: ReadonlyArray<AppFacts>
  /** In the order of the apps; none if the organization never scanned. */
  readonly leftBehind: ReadonlyArray<LeftBehindFacts>
}
