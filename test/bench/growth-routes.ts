import type { ScimApi } from "@svc/contract/scim-api"
import type { RouteName, RouteNameOf } from "#test/support/route-cards/card"
import { endpointId, idOf, rare } from "./growth-seed.ts"

type Reading = Extract<RouteName | RouteNameOf<typeof ScimApi>, `GET ${string}`>

/** What a route is asked: its parameters of each time, and what stands for a name in its path. */
interface Asked {
  readonly id: string
  readonly queries: ReadonlyArray<string>
}

const list = (...queries: ReadonlyArray<string>): Asked => ({ id: "", queries: ["", ...queries] })
const of = (id: string, ...queries: ReadonlyArray<string>): Asked => ({ id, queries: ["", ...queries] })
const only = (...queries: ReadonlyArray<string>): Asked => ({ id: "", queries })

const word = rare.word
const someCase = idOf("case", 500)
const somebody = idOf("person", 500)
const lately = "from=2026-01-01&to=2026-03-31"

const answersAPage = "a page for a person, or the way to another site"
const file = "a file"
const settings = "settings: one record of the organisation"
const people = "as many as people, places or contracts, which do not grow with use"
const built = "what somebody had built, one after the other, each for a time"
const stream = "a stream"

/** Reading routes that are asked something else than by default, or why they are not asked. */
const differing: Readonly<Partial<Record<Reading, Asked | string>>> = {
  "GET /api/v1/offboardings": list(
    "?status=it_revocation",
    "?department=Department%203",
    "?status=asset_recovery&department=Department%203"
  ),
  "GET /api/v1/offboardings/{id}": of(someCase),
  "GET /api/v1/webhooks/{id}/deliveries": of(endpointId, "?status=dead", "?status=failed"),
  "GET /api/employees": list(
    "?status=it_revocation",
    "?department=Department%203",
    "?open=true",
    "?open=false&sort=updated_at",
    "?sort=exit_date",
    "?sort=employee_name",
    "?sort=status",
    "?separation_type=layoff",
    "?manager_email=manager3@example.test",
    "?exit_date_from=2026-05-01&exit_date_to=2026-05-01",
    "?exit_date_from=2026-11-01",
    "?legal_hold=true",
    "?sla=breached",
    "?sla=at_risk",
    "?revocation_failed=true",
    `?q=${word}`,
    `?q=${word}&open=true`,
    "?q=person500@example.test",
    "?q=nothing%20of%20the%20kind"
  ),
  "GET /api/employees/{id}": of(someCase),
  "GET /api/employees/{id}/timeline": of(someCase),
  "GET /api/employees/{id}/tickets": of(someCase),
  "GET /api/employees/{id}/revocation-runs": of(someCase),
  "GET /api/employees/{id}/compliance": of(someCase),
  "GET /api/employees/{id}/evidence": file,
  "GET /api/employees/sla-breaches": only("?limit=50"),
  "GET /api/employees/compliance": list(
    "?status=pending",
    "?kind=nda",
    "?signature=requested",
    "?signature=not_requested",
    "?expiry=expired",
    "?expiry=soon",
    "?open=true",
    `?q=${word}`,
    "?q=nothing%20of%20the%20kind"
  ),
  "GET /api/org-employees": list(
    "?status=active",
    "?department=Department%203",
    "?worker_type=contractor",
    "?manager_email=manager3@example.test",
    `?q=${word}`,
    "?q=person500@example.test",
    "?q=nothing%20of%20the%20kind"
  ),
  "GET /api/org-employees/{id}": of(somebody),
  "GET /api/org-employees/{id}/erasure": of(somebody),
  "GET /api/assets": list(
    "?state=deployed",
    "?category=laptop",
    `?holder=${somebody}`,
    `?q=${word}`,
    "?q=SN-500",
    "?q=nothing%20of%20the%20kind"
  ),
  "GET /api/audit-log": list(
    "?action=login_succeeded",
    `?offboardingId=${someCase}`,
    `?orgEmployeeId=${somebody}`,
    "?from=2026-05-01&to=2026-05-01",
    `?search=${word}`,
    "?search=nothing%20of%20the%20kind"
  ),
  "GET /api/audit-log/entries/{id}": of(idOf("entry", 500)),
  "GET /api/audit-log/anchors": list("?since=2026-10-01"),
  "GET /api/audit-log/export": file,
  "GET /api/audit-log/verify": "reads every entry, and is held by the bench verify",
  "GET /api/audit-log/archives": built,
  "GET /api/audit-log/signing-key": settings,
  "GET /.well-known/offboarding-signing-keys.json": settings,
  "GET /api/audit-log/retention": settings,
  "GET /api/audit-log/archive-retention": settings,
  "GET /api/notifications": list("?unread=true"),
  "GET /api/offboarding-initiations": list("?status=pending", "?status=approved", "?view=mine", "?view=to_decide"),
  "GET /api/offboarding-initiations/{id}": of(idOf("initiation", 500)),
  "GET /api/offboarding-initiations/settings": settings,
  "GET /api/integrations/hris/reviews": list("?status=accepted"),
  "GET /api/residual-access": list("?status=resolved", "?status=all", "?service=github", `?offboarding_id=${someCase}`),
  "GET /api/left-behind": list(
    "?disposition=all",
    "?kind=deploy_key",
    "?service=github",
    `?offboarding_id=${someCase}`
  ),
  "GET /api/left-behind/settings": settings,
  "GET /api/left-behind/successors": settings,
  "GET /api/employees/{id}/left-behind": of(someCase),
  "GET /api/employees/{id}/entitlements": of(someCase),
  "GET /api/employees/{id}/access-returns": of(someCase),
  "GET /api/entitlements/licence-prices": settings,
  "GET /api/entitlements/savings": settings,
  "GET /api/residual-access/unverified": list("?service=github", "?evidence=not_observed"),
  "GET /api/webhooks/{id}/deliveries": of(endpointId, "?status=dead", "?status=failed"),
  "GET /api/reports/upcoming-exits": list("?days=14"),
  "GET /api/reports/advanced": only(`?${lately}`),
  "GET /api/reports/time-to-cut": only(`?${lately}`),
  "GET /api/reports/evidence-readiness": only(`?${lately}&cases=all`),
  "GET /api/reports/evidence-readiness/cases": only(`?${lately}&cases=all`),
  "GET /api/reports/sla-compliance": only(`?${lately}`),
  "GET /api/reports/sla-compliance/export": file,
  "GET /api/reports/analytics-pdf": file,
  "GET /api/reports/offboarding/{id}/pdf": file,
  "GET /api/reports/leaver-test": built,
  "GET /api/reports/leaver-test/{id}": built,
  "GET /api/reports/leaver-test/{id}/download": file,
  "GET /api/reports/leaver-test/{id}/links": built,
  "GET /api/reports/leaver-test/{id}/page": answersAPage,
  "GET /scim/v2/Users": list("?count=100&startIndex=301", `?filter=userName%20eq%20%22person500@example.test%22`),
  "GET /scim/v2/Users/{id}": of(somebody),
  "GET /scim/v2/ServiceProviderConfig": settings,
  "GET /scim/v2/Schemas": settings,
  "GET /scim/v2/Schemas/{id}": settings,
  "GET /scim/v2/ResourceTypes": settings,
  "GET /scim/v2/ResourceTypes/{id}": settings,
  "GET /api/members": people,
  "GET /api/invites": people,
  "GET /api/roles": people,
  "GET /api/keys": people,
  "GET /api/integrations": people,
  "GET /api/integrations/credential-states": people,
  "GET /api/siem-targets": people,
  "GET /api/siem-targets/events": settings,
  "GET /api/approval-chains": people,
  "GET /api/checklist-templates": people,
  "GET /api/document-templates": people,
  "GET /api/scheduled-reports": people,
  "GET /api/scheduled-reports/{id}/preview": people,
  "GET /api/scheduled-reports/distribution-lists": people,
  "GET /api/account/memberships": people,
  "GET /api/auth/sessions": people,
  "GET /api/account/export": file,
  "GET /api/account/org-export": built,
  "GET /api/account/org-export/{id}/download": file,
  "GET /api/upload/files/*": file,
  "GET /api/upload/compliance-zip/{offboardingId}": file,
  "GET /api/esignature/connections": settings,
  "GET /api/esignature/settings": settings,
  "GET /api/esignature/callback/{provider}/{token}": answersAPage,
  "GET /api/integrations/scim/config": settings,
  "GET /api/auth/notification-preferences": settings,
  "GET /api/events": stream,
  "GET /api/organizations/me/retention": settings,
  "GET /api/organizations/me/retention/preview": only("?offboarding_retention_months=12"),
  "GET /api/organizations/me/sso": settings,
  "GET /api/organizations/me/sso/global-token-revocation": settings,
  "GET /api/auth/google": settings,
  "GET /api/auth/google/start": answersAPage,
  "GET /api/auth/google/callback": answersAPage,
  "GET /api/auth/register": settings,
  "GET /api/auth/saml/{orgId}/login": answersAPage,
  "GET /api/auth/saml/{orgId}/metadata": settings,
  "GET /api/portal/{token}": answersAPage,
  "GET /api/integrations/github/oauth/start": answersAPage,
  "GET /api/integrations/github/oauth/callback": answersAPage,
  "GET /api/integrations/google-workspace/oauth/start": answersAPage,
  "GET /api/integrations/google-workspace/oauth/callback": answersAPage,
  "GET /api/integrations/google-calendar/oauth/start": answersAPage,
  "GET /api/integrations/google-calendar/oauth/callback": answersAPage
}

const byName = new Map(Object.entries(differing))

/**
 * What a reading route is asked in an organisation with a thousand rows of everything and in one with a million, or why it is
 * not. Without an entry it is asked once, without parameters, so that a new route is measured from its first day.
 */
export const growthOf = ({ name, path }: { readonly name: string; readonly path: string }): Asked | string =>
  byName.get(name) ?? (path.includes("{") ? "its path names a record" : list())
