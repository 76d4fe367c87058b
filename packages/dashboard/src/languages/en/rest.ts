import { accounts } from "./accounts.ts"
import { apiKeys } from "./api-keys.ts"
import { approvalChains } from "./approval-chains.ts"
import { assets } from "./assets.ts"
import { audit } from "./audit.ts"
import { caseDetail } from "./case-detail.ts"
import { checklistTemplates } from "./checklist-templates.ts"
import { documentTemplates } from "./document-templates.ts"
import { connecting } from "./connecting.ts"
import { developers } from "./developers.ts"
import { documents } from "./documents.ts"
import { employees } from "./employees.ts"
import { entitlements } from "./entitlements.ts"
import { evidenceReadiness } from "./evidence-readiness.ts"
import { exports } from "./exports.ts"
import { hris } from "./hris.ts"
import { imports } from "./imports.ts"
import { initiations } from "./initiations.ts"
import { integrations } from "./integrations.ts"
import { leaverTest } from "./leaver-test.ts"
import { leftBehind } from "./left-behind.ts"
import { members } from "./members.ts"
import { newCase } from "./new-case.ts"
import { organisationSettings } from "./organisation-settings.ts"
import { ownAccount } from "./own-account.ts"
import { places } from "./places.ts"
import { residualAccess } from "./residual-access.ts"
import { revocations } from "./revocations.ts"
import { timeToCut } from "./time-to-cut.ts"
import { reports } from "./reports.ts"
import { scheduledReports } from "./scheduled-reports.ts"
import { slaCompliance } from "./sla-compliance.ts"
import { trends } from "./trends.ts"
import { scim } from "./scim.ts"
import { sso } from "./sso.ts"
import { siem } from "./siem.ts"
import { universalLogout } from "./universal-logout.ts"
import { webhooks } from "./webhooks.ts"

/** What the other screens say: loaded with the first of them. */
export const rest = {
  accounts,
  apiKeys,
  approvalChains,
  assets,
  audit,
  caseDetail,
  checklistTemplates,
  documentTemplates,
  connecting,
  developers,
  documents,
  employees,
  entitlements,
  evidenceReadiness,
  exports,
  hris,
  imports,
  initiations,
  integrations,
  leaverTest,
  leftBehind,
  members,
  newCase,
  organisationSettings,
  ownAccount,
  places,
  residualAccess,
  revocations,
  timeToCut,
  reports,
  scheduledReports,
  slaCompliance,
  trends,
  scim,
  sso,
  siem,
  universalLogout,
  webhooks
}
