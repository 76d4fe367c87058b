import type { Words } from "./en.ts"
import { accounts } from "./de/accounts.ts"
import { apiKeys } from "./de/api-keys.ts"
import { assets } from "./de/assets.ts"
import { caseDetail } from "./de/case-detail.ts"
import { cases } from "./de/cases.ts"
import { checklists } from "./de/checklists.ts"
import { common } from "./de/common.ts"
import { documents } from "./de/documents.ts"
import { employees } from "./de/employees.ts"
import { failures } from "./de/failures.ts"
import { home } from "./de/home.ts"
import { imports } from "./de/imports.ts"
import { initiations } from "./de/initiations.ts"
import { integrations } from "./de/integrations.ts"
import { leaverTest } from "./de/leaver-test.ts"
import { newCase } from "./de/new-case.ts"
import { notifications } from "./de/notifications.ts"
import { exports } from "./de/exports.ts"
import { organisationSettings } from "./de/organisation-settings.ts"
import { ownAccount } from "./de/own-account.ts"
import { revocations } from "./de/revocations.ts"
import { shell } from "./de/shell.ts"
import { webhooks } from "./de/webhooks.ts"

export const de: Words = {
  language: "de",
  accounts,
  apiKeys,
  assets,
  caseDetail,
  cases,
  checklists,
  common,
  documents,
  employees,
  failures,
  home,
  imports,
  initiations,
  integrations,
  leaverTest,
  newCase,
  notifications,
  exports,
  organisationSettings,
  ownAccount,
  revocations,
  shell,
  webhooks
}
