import { LegalHoldInForce, PermissionDenied, ReasonRequired } from "@svc/contract/kernel/errors"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import type { MemberRole } from "@svc/contract/kernel/permissions"
import { BoundedText } from "@svc/contract/kernel/text"
import { ReferenceRequired, SignerRequired, StatusInvalid, StorageQuotaReached } from "@svc/contract/documents/errors"
import { type ChangeDocument, DocumentStatus, type ListDocuments } from "@svc/contract/documents/schema"
import { holdsEveryCase, type RecordScope } from "@svc/contract/kernel/access"
import { ByteSize, DateTime, Equal, Option, Result, Schema } from "effect"

/** What of a document its signature consists of. */
interface SignatureState {
  readonly status: DocumentStatus
  readonly signed_by: string | null
  readonly signed_at: DateTime.Utc | null
  readonly signature_reference: string | null
  readonly expires_on: CalendarDate | null
}

export interface JudgedDocument extends SignatureState {
  readonly file_url: string | null
  /** Set once an e-signature provider has verified the signature. */
  readonly signature_verified_at: DateTime.Utc | null
}

interface Circumstances {
  readonly role: MemberRole | null
  /** The case is under legal hold, or was released less than 7 days ago. */
  readonly frozen: boolean
  readonly now: DateTime.Utc
}

interface DecidedChange {
  readonly after: SignatureState
  /** Names of the fields that change; none when nothing does. */
  readonly changed: ReadonlyArray<keyof SignatureState>
  /** It changes to `signed`, which is announced. */
  readonly becomesSigned: boolean
  /** Why a verified signature was changed; none where no reason is asked for. */
  readonly reason: Option.Option<string>
}

type Refusal = StatusInvalid | PermissionDenied | ReasonRequired | LegalHoldInForce | SignerRequired | ReferenceRequired

const decodeStatus = Schema.decodeUnknownOption(DocumentStatus)
const decodeReason = Schema.decodeUnknownOption(BoundedText(5, 500))

const textOrNone = (given: string | null): string | null =>
  given === null || given.trim() === "" ? null : given.trim()

const momentOf = (given: NonNullable<ChangeDocument["signed_at"]>): DateTime.Utc =>
  DateTime.makeUnsafe(given.includes("T") ? given : `${given}T00:00:00Z`)

const fields = ["status", "signed_by", "signed_at", "signature_reference", "expires_on"] as const

/** The document as requested. The status can be omitted only with another change. */
const wanted = (
  before: SignatureState,
  given: ChangeDocument,
  now: DateTime.Utc
): Result.Result<SignatureState, StatusInvalid> => {
  const others = fields.slice(1).some((field) => given[field] !== undefined)
  const status = given.status === undefined && others ? Option.some(before.status) : decodeStatus(given.status)
  return Option.match(status, {
    onNone: () => Result.fail(new StatusInvalid()),
    onSome: (status) => {
      const moves = status !== before.status && status !== "pending"
      const signedAt = given.signed_at
      const kept = moves && (before.signed_at === null || before.status === "pending") ? now : before.signed_at
      return Result.succeed({
        status,
        signed_by: given.signed_by === undefined ? before.signed_by : textOrNone(given.signed_by),
        signed_at: signedAt === undefined ? kept : signedAt === null ? null : momentOf(signedAt),
        signature_reference:
          given.signature_reference === undefined ? before.signature_reference : textOrNone(given.signature_reference),
        expires_on: given.expires_on === undefined ? before.expires_on : given.expires_on
      })
    }
  })
}

/**
 * The manual signature rules (papers-10, papers-11). Refusals in this order: the status, a verified signature (role,
 * then reason), legal hold, signer, reference.
 */
export const decideChange = (
  before: JudgedDocument,
  given: ChangeDocument,
  { frozen, now, role }: Circumstances
): Result.Result<DecidedChange, Refusal> =>
  Result.flatMap(wanted(before, given, now), (after): Result.Result<DecidedChange, Refusal> => {
    const changed = fields.filter((field) => !Equal.equals(before[field], after[field]))
    const touched = changed.filter((field) => field !== "expires_on")
    const verified = before.signature_verified_at !== null
    const reason = decodeReason(given.reason)
    if (touched.length > 0 && verified) {
      if (role !== "admin" && role !== "superadmin") {
        return Result.fail(
          new PermissionDenied({
            error: "This signature was verified by its provider. Only an Admin or a Super Admin can change it"
          })
        )
      }
      if (Option.isNone(reason)) return Result.fail(new ReasonRequired())
    }
    if (touched.length > 0 && frozen && (verified || before.status !== "pending")) {
      return Result.fail(new LegalHoldInForce())
    }
    if (touched.length > 0 && after.status !== "pending" && !verified) {
      if (after.signed_by === null) return Result.fail(new SignerRequired())
      if (before.file_url === null && Array.from(after.signature_reference ?? "").length < 3) {
        return Result.fail(new ReferenceRequired())
      }
    }
    return Result.succeed({
      after,
      changed,
      becomesSigned: after.status === "signed" && before.status !== "signed",
      reason: touched.length > 0 && verified ? reason : Option.none()
    })
  })

/** Whether a file fits in the organization's remaining storage; the quota itself may be reached. */
export const decideRoom = (
  file: ByteSize.ByteSize,
  { quota, stored }: { readonly stored: ByteSize.ByteSize; readonly quota: ByteSize.ByteSize }
): Result.Result<void, StorageQuotaReached> =>
  ByteSize.isLessThanOrEqualTo(ByteSize.sum(stored, file), quota)
    ? Result.void
    : Result.fail(
        new StorageQuotaReached({
          error:
            `This file of ${ByteSize.format(file)} exceeds the storage limit: your organization's documents use ` +
            `${ByteSize.format(stored)} of ${ByteSize.format(quota)}. Delete documents that are no longer ` +
            "needed, or contact support"
        })
      )

/** Lifetime of a link to a file. */
export const linkMinutes = 15

/** The key of a document's file: it contains no user input. */
export const storageKey = (
  of: { readonly orgId: string; readonly offboardingId: string; readonly id: string },
  extension: string
): string => `documents/${of.orgId}/${of.offboardingId}/${of.id}.${extension}`

/** What a browser calls the file of a document: its name, with the extension of what it is. */
export const downloadName = (name: string, key: string): string => {
  const extension = key.slice(key.lastIndexOf(".") + 1)
  const same = extension === "jpg" ? /\.jpe?g$/i : new RegExp(`\\.${extension}$`, "i")
  return same.test(name) ? name : `${name}.${extension}`
}

const ndaKinds = ["nda", "non-disclosure agreement"]

/** Whether the totals kept by state, signature and kind answer how many documents a list has; else they are counted. */
export const countedByKept = (
  records: RecordScope,
  { expiry, open, q }: Pick<ListDocuments, "expiry" | "open" | "q">
): boolean => holdsEveryCase(records) && expiry === undefined && open === undefined && q === undefined

/** What a document of this kind may call it, folded: a confidentiality agreement has two names, as in the reports. */
export const sameKinds = (kind: string): ReadonlyArray<string> => {
  const folded = kind.trim().toLowerCase()
  return ndaKinds.includes(folded) ? ndaKinds : [folded]
}
