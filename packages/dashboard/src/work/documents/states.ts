import { type ListedDocument, soonDays } from "@svc/contract/documents/schema"
import { daysUntil } from "#platform/format.ts"

/** What a document needs next. */
export const needs = ["open", "done", "expiring", "rejected"] as const
export type Need = (typeof needs)[number]

type Judged = Pick<ListedDocument, "status" | "esignature_status" | "expires_on">

export const isExpiring = ({ expires_on }: Judged) => expires_on !== null && daysUntil(expires_on) <= soonDays

/** Rejected or expired unsigned, and not signed since. */
export const isRejected = ({
  esignature_status,
  status
}: {
  readonly status: string
  readonly esignature_status: string | null
}) => status === "pending" && ["declined", "expired", "voided", "failed"].includes(esignature_status ?? "")

/** The provider is waiting for the signer. */
export const isOut = ({ esignature_status }: Pick<Judged, "esignature_status">) =>
  esignature_status === "sending" || esignature_status === "pending"

/** Such as a legally required document: it can be signed once it has a file. */
export const isWithoutFile = ({ file_url, status }: Pick<ListedDocument, "status" | "file_url">) =>
  status === "pending" && file_url === null

export const answers = (document: Judged, need: Need): boolean => {
  switch (need) {
    case "open":
      return document.status === "pending"
    case "done":
      return document.status !== "pending"
    case "expiring":
      return isExpiring(document)
    case "rejected":
      return isRejected(document)
  }
}
