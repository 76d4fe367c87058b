import { accounts } from "./en/accounts.ts"
import { apiKeys } from "./en/api-keys.ts"
import { assets } from "./en/assets.ts"
import { caseDetail } from "./en/case-detail.ts"
import { cases } from "./en/cases.ts"
import { checklists } from "./en/checklists.ts"
import { common } from "./en/common.ts"
import { documents } from "./en/documents.ts"
import { employees } from "./en/employees.ts"
import { failures } from "./en/failures.ts"
import { home } from "./en/home.ts"
import { imports } from "./en/imports.ts"
import { initiations } from "./en/initiations.ts"
import { integrations } from "./en/integrations.ts"
import { leaverTest } from "./en/leaver-test.ts"
import { newCase } from "./en/new-case.ts"
import { notifications } from "./en/notifications.ts"
import { exports } from "./en/exports.ts"
import { organisationSettings } from "./en/organisation-settings.ts"
import { ownAccount } from "./en/own-account.ts"
import { revocations } from "./en/revocations.ts"
import { shell } from "./en/shell.ts"
import { webhooks } from "./en/webhooks.ts"

/** What the dashboard says. English is the measure: every other language has the same shape, or does not compile. */
export const en = {
  language: "en",
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

export type Words = typeof en
