import type { RestWords } from "../en.ts"
import { accounts } from "./accounts.ts"
import { apiKeys } from "./api-keys.ts"
import { assets } from "./assets.ts"
import { caseDetail } from "./case-detail.ts"
import { developers } from "./developers.ts"
import { documents } from "./documents.ts"
import { employees } from "./employees.ts"
import { exports } from "./exports.ts"
import { imports } from "./imports.ts"
import { initiations } from "./initiations.ts"
import { integrations } from "./integrations.ts"
import { leaverTest } from "./leaver-test.ts"
import { newCase } from "./new-case.ts"
import { organisationSettings } from "./organisation-settings.ts"
import { ownAccount } from "./own-account.ts"
import { revocations } from "./revocations.ts"
import { siem } from "./siem.ts"
import { webhooks } from "./webhooks.ts"

export const rest: RestWords = {
  accounts,
  apiKeys,
  assets,
  caseDetail,
  developers,
  documents,
  employees,
  exports,
  imports,
  initiations,
  integrations,
  leaverTest,
  newCase,
  organisationSettings,
  ownAccount,
  revocations,
  siem,
  webhooks
}
