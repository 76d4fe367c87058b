import type { EvidenceDocuments } from "@svc/contract/evidence/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import type { PortalVisitRow } from "./repo.ts"

type PortalVisit = Omit<PortalVisitRow, "sealed_from"> & { readonly from: string }

/** The visits with their IP addresses readable, as far as the person was not erased. */
export const makePortalVisits = Effect.map(
  PersonKeys,
  (personKeys) => (orgId: OrgId, rows: ReadonlyArray<PortalVisitRow>) =>
    personKeys
      .reveal(
        orgId,
        rows.map(({ sealed_from }) => sealed_from)
      )
      .pipe(
        Effect.map((from) =>
          rows.map(({ sealed_from: _sealed, ...row }, index): PortalVisit => ({ ...row, from: from[index] ?? "" }))
        )
      )
)

type Document = EvidenceDocuments["documents"][number]

/** The documents, each with who came for it by the portal link, and the views of the page. */
export const withVisits = (
  documents: ReadonlyArray<Omit<Document, "portal_visits">>,
  visits: ReadonlyArray<PortalVisit>
): Omit<EvidenceDocuments, "note"> => ({
  documents: documents.map((document) => ({
    ...document,
    portal_visits: visits.flatMap(({ action, at, document_id, entry_id, from }) =>
      action === "portal_viewed" || document_id !== document.id ? [] : [{ action, entry_id, at, from }]
    )
  })),
  portal_views: visits.flatMap(({ action, at, entry_id, from }) =>
    action === "portal_viewed" ? [{ entry_id, at, from }] : []
  )
})
