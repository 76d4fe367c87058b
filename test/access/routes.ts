import { randomUUID } from "node:crypto"
import type { ContractRoute } from "#test/support/contract-routes"
import { send } from "#test/support/requests"

/** A body that the route's schema takes, so that what is answered is about access and not about the body. */
export const bodies: Readonly<Record<string, unknown>> = {
  "POST /api/v1/offboardings": { employee_name: "Ada", exit_date: "2026-04-30" },
  "PATCH /api/v1/offboardings/{id}": { status: "notice_period" },
  "POST /api/employees": { employee_name: "Ada", exit_date: "2026-04-30" },
  "POST /api/employees/bulk": { employees: [{ employee_name: "Ada", exit_date: "2026-04-30" }] },
  "POST /api/employees/import": { csv: "employee_name,exit_date\nAda,2026-04-30\n" },
  "POST /api/employees/{id}/clone": { employee_name: "Bo", exit_date: "2026-04-30" },
  "PATCH /api/employees/{id}": { employee_role: "Engineer" },
  "POST /api/employees/{id}/checklist": { task: "Collect the badge" },
  "PATCH /api/employees/checklist/{itemId}": { task: "Collect the badge" },
  "DELETE /api/employees/checklist/{itemId}": { reason: "entered twice" },
  "POST /api/checklist-templates": { name: "Engineers", items: [{ task: "Hand over the pager" }] },
  "PATCH /api/checklist-templates/{id}": { name: "Engineers" },
  "POST /api/v1/webhooks": { url: "https://example.com/hook", events: ["offboarding.created"] },
  "PATCH /api/employees/{id}/status": { status: "notice_period" },
  "POST /api/employees/bulk-status": { ids: [randomUUID()], status: "notice_period" },
  "DELETE /api/employees/{id}": { reason: "was entered by mistake" },
  "POST /api/employees/bulk-delete": { ids: [randomUUID()], reason: "was entered by mistake" },
  "PUT /api/employees/{id}/legal-hold": { held: true, reason: "a lawsuit is pending" },
  "POST /api/webhooks": { url: "https://example.com/hook", events: ["offboarding.created"] },
  "PATCH /api/webhooks/{id}": { active: false },
  "POST /api/siem-targets": {
    name: "Collector",
    type: "generic",
    endpoint_url: "https://127.0.0.1:9/events",
    token: "token-of-the-collector",
    allEvents: true
  },
  "PATCH /api/siem-targets/{id}": { name: "Another collector" },
  "POST /api/siem-targets/batch-export": { target_id: randomUUID(), from: "2026-03-01", to: "2026-03-31" },
  "POST /api/keys": { name: "CI", scopes: ["employees:read"], expires_at: null },
  "POST /api/keys/{keyId}/rotate": {},
  "POST /api/integrations": { service_name: "payroll", config: { token: "secret" } },
  "PATCH /api/integrations/{id}": { connection_status: false },
  "PATCH /api/integrations/{id}/auto-reply-setting": { enabled: false },
  "PATCH /api/integrations/{id}/drive-transfer-setting": { enabled: true },
  "POST /api/integrations/okta/connect": { domain: "https://127.0.0.1:9", api_token: "token" },
  "POST /api/integrations/azure-ad/connect": { tenant_id: "tenant", client_id: "client", client_secret: "secret" },
  "POST /api/integrations/jumpcloud/connect": { api_key: "key" },
  "POST /api/integrations/onelogin/connect": { subdomain: "acme", client_id: "client", client_secret: "secret" },
  "POST /api/integrations/ping/connect": { environment_id: "env", client_id: "client", client_secret: "secret" },
  "POST /api/integrations/slack/connect": { bot_token: "xoxb-1" },
  "POST /api/integrations/docusign/connect": { access_token: "token" },
  "POST /api/integrations/adobe-sign/connect": { access_token: "token" },
  "POST /api/integrations/dropbox-sign/connect": { api_key: "key" },
  "POST /api/integrations/alumni/connect": { base_url: "https://127.0.0.1:9/", token: "token" },
  "POST /api/integrations/saas-revocation/connect": {
    service_name: "crm",
    protocol: "webhook",
    base_url: "https://example.com/revoke",
    token: "token-of-the-target"
  },
  "POST /api/integrations/teams/connect": { webhook_url: "https://127.0.0.1:9/hook" },
  "POST /api/integrations/scim/setup": { mode: "compat" },
  "POST /api/integrations/hris/connect": {
    provider: "personio",
    client_id: "client-1",
    client_secret: "papi-secret"
  },
  "POST /api/integrations/hris/reviews/{id}/accept": { exit_date: "2026-04-30" },
  "POST /api/integrations/hris/reviews/{id}/dismiss": {},
  "POST /api/integrations/it-tickets/connect": {
    provider: "zendesk",
    subdomain: "https://127.0.0.1:9",
    email: "it@acme.test",
    api_token: "token-of-zendesk"
  },
  "POST /api/integrations/calendly/connect": {},
  "POST /api/integrations/sms/connect": { account_sid: "AC01", auth_token: "token-of-twilio" },
  "POST /api/employees/{id}/compliance": { name: "NDA" },
  "PATCH /api/employees/compliance/{docId}/status": { status: "pending" },
  "DELETE /api/employees/compliance/{docId}": { reason: "uploaded twice" },
  "POST /api/document-templates": { name: "Letter", body: "<p>{{employee_name}}</p>" },
  "PATCH /api/document-templates/{id}": { name: "Letter" },
  "POST /api/document-templates/{id}/generate": { offboardingId: randomUUID() },
  "POST /api/offboarding-initiations": { employee_name: "Ada", exit_date: "2026-04-30", no_apps: true },
  "PATCH /api/offboarding-initiations/settings": { require_initiation_approval: true },
  "PATCH /api/offboarding-initiations/{id}": { employee_role: "Engineer" },
  "POST /api/offboarding-initiations/{id}/approve": {},
  "POST /api/offboarding-initiations/{id}/reject": { rejection_reason: "Not agreed" },
  "POST /api/offboarding-initiations/{id}/delegate": { delegate_id: randomUUID() },
  "POST /api/approval-chains": { name: "HR first", steps: [{ approver_role: "hr" }] },
  "PATCH /api/approval-chains/{id}": { name: "HR first" },
  "POST /api/revoke-access": { offboardingId: randomUUID() },
  "POST /api/residual-access/{id}/resolve": { reason: "Removed in the admin console" },
  "PATCH /api/auth/notification-preferences": { preferences: { "offboarding.created": { email: true } } },
  "POST /api/account/transfer-and-delete": { user_id: randomUUID() },
  "PATCH /api/organizations/me": { name: "Acme" },
  "PUT /api/organizations/me/retention": { offboarding_retention_months: 12 },
  "PUT /api/audit-log/retention": { audit_retention_months: 12 },
  "PUT /api/audit-log/archive-retention": { audit_archive_retention_days: 400 },
  "PUT /api/organizations/me/sso": {
    entry_point: "https://idp.example.com/sso",
    idp_issuer: "https://idp.example.com/metadata",
    certificates: ["MII="],
    enforce_sso: false
  },
  "POST /api/org-employees": { full_name: "Ada", email: "ada@acme.test" },
  "POST /api/org-employees/import": { csv: "full_name,email\nAda,ada@acme.test\n" },
  "PATCH /api/org-employees/{id}": { role: "Lead" },
  "POST /api/assets": { itemName: "Laptop", serialNumber: "SN-1" },
  "POST /api/assets/bulk": { assets: [{ itemName: "Laptop", serialNumber: "SN-2" }] },
  "PATCH /api/assets/bulk-return": { ids: [randomUUID()] },
  "PATCH /api/assets/{id}": { itemName: "Laptop", serialNumber: "SN-3" },
  "PATCH /api/assets/{id}/return": {},
  "POST /api/employees/{id}/portal-link": {},
  "POST /api/employees/{id}/exit-interview": {},
  "PATCH /api/employees/{id}/exit-interview": { completed: true },
  "PATCH /api/portal/{token}/tasks/{id}": { completed: true },
  "PATCH /api/portal/{token}/assets/{id}": { trackingNumber: "1Z" },
  "POST /api/auth/login": { email: "ada@acme.test", password: "correct horse battery" },
  "POST /api/auth/accept-invite": { token: "unknown", fullName: "Ada", password: "correct horse battery" },
  "PATCH /api/members/{userId}": { role: "hr" },
  "POST /api/invites": { email: "ada@acme.test", role: "hr" },
  "POST /api/roles": { name: "Auditor", permissions: ["audit_view"], scope: "all" },
  "PATCH /api/roles/{id}": { name: "Auditor" },
  "POST /api/auth/step-up": { password: "correct horse battery" },
  "POST /api/auth/2fa/verify": { challengeToken: "token", code: "123456" },
  "POST /api/auth/2fa/enable": { code: "123456" },
  "POST /api/auth/2fa/disable": { password: "correct horse battery", code: "123456" },
  "POST /api/auth/2fa/recovery-codes": { password: "correct horse battery", code: "123456" },
  "POST /api/auth/register": {
    fullName: "Ada Lovelace",
    email: "ada@acme.test",
    password: "correct horse battery",
    orgName: "Acme",
    acceptPrivacy: true
  },
  "POST /api/auth/verify-email": { token: "token-of-a-mail" },
  "POST /api/auth/forgot-password": { email: "ada@acme.test" },
  "POST /api/auth/reset-password": { token: "token-of-a-mail", password: "correct horse battery" },
  "POST /api/auth/change-password": { currentPassword: "correct horse battery", newPassword: "another horse" },
  "PATCH /api/auth/profile": { theme: "dark" },
  "POST /api/auth/switch-org": { orgId: randomUUID() }
}

/** The route's path with ids of nothing. */
export const pathOf = (route: ContractRoute) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "service" ? "crm" : randomUUID()))

/** Calls the route with ids of nothing and a body that it takes. */
export const call = (route: ContractRoute, bearer?: string) =>
  send(route.method, pathOf(route), {
    ...(bearer === undefined ? {} : { bearer }),
    ...(bodies[route.name] === undefined ? {} : { body: bodies[route.name] })
  })
