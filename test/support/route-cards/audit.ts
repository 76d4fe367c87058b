import type { Cards } from "./card.ts"

export const auditCards = {
  // log-13: `audit_view` is asked for: Super Admin, Admin and HR hold it, a manager does not.
  "GET /api/audit-log": { permission: ["audit_view"] },
  "GET /api/audit-log/entries/{id}": { permission: ["audit_view"] },
  "GET /api/audit-log/export": { permission: ["audit_export"], also: ["recording"] },
  "GET /api/audit-log/verify": { permission: ["audit_view"], also: ["recording"] },
  "GET /api/audit-log/anchors": { permission: ["audit_view"] },
  "GET /api/audit-log/signing-key": { permission: ["audit_view"] },
  "GET /.well-known/offboarding-signing-keys.json": { permission: "open", also: ["crossSite"] },
  "GET /api/audit-log/retention": { permission: "superadmin" },
  "PUT /api/audit-log/retention": { permission: "superadmin", body: { audit_retention_months: 12 }, reach: "body" },
  "GET /api/audit-log/archive-retention": { permission: "superadmin" },
  "PUT /api/audit-log/archive-retention": {
    permission: "superadmin",
    body: { audit_archive_retention_days: 400 },
    reach: "body"
  },
  "GET /api/audit-log/archives": { permission: ["audit_view"] },
  "POST /api/audit-log/archive": { permission: ["audit_export"], also: ["superadminOrOwnRole"] }
} satisfies Cards
