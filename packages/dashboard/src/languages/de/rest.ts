import type { RestWords } from "../en.ts"
import { accounts } from "./accounts.ts"
import { apiKeys } from "./api-keys.ts"
import { assets } from "./assets.ts"
import { caseDetail } from "./case-detail.ts"
import { connecting } from "./connecting.ts"
import { documents } from "./documents.ts"
import { employees } from "./employees.ts"
import { exports } from "./exports.ts"
import { hris } from "./hris.ts"
import { imports } from "./imports.ts"
import { initiations } from "./initiations.ts"
import { integrations } from "./integrations.ts"
import { leaverTest } from "./leaver-test.ts"
import { newCase } from "./new-case.ts"
import { organisationSettings } from "./organisation-settings.ts"
import { ownAccount } from "./own-account.ts"
import { revocations } from "./revocations.ts"
import { scim } from "./scim.ts"
import { sso } from "./sso.ts"
import { webhooks } from "./webhooks.ts"

export const rest: RestWords = {
  accounts,
  apiKeys,
  assets,
  caseDetail,
  connecting,
  documents,
  employees,
  exports,
  hris,
  imports,
  initiations,
  integrations,
  leaverTest,
  newCase,
  organisationSettings,
  ownAccount,
  revocations,
  scim,
  sso,
  webhooks
}
