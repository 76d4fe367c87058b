import type { FunctionComponent } from "preact"
import lazy from "preact-iso/lazy"
import { exec } from "preact-iso/router"
import { withWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { Broken } from "#frame/Boundary.tsx"

/** What stands as `:name` in the path of a screen. */
interface InPath {
  readonly id: string
  readonly tab?: string
  readonly kind?: string
  readonly part?: string
}

/** Loaded when it is first needed; where that fails something is seen all the same. */
const first = (load: () => Promise<FunctionComponent<InPath>>) => lazy(() => load().catch(() => Broken))

const screen = (load: () => Promise<FunctionComponent<InPath>>) => first(withWords(load))

/** Which screen stands at which page. Each, and the schemas of its domain, is loaded when somebody is about to go there. */
export const screens = [
  { path: pages.home.path, Screen: first(() => import("#home/Home.tsx").then(({ Home }) => Home)) },
  {
    path: pages.offboardings.path,
    Screen: screen(() => import("#offboarding/cases/Cases.tsx").then(({ Cases }) => Cases))
  },
  {
    path: pages.newOffboarding.path,
    Screen: screen(() => import("#offboarding/cases/NewCase.tsx").then(({ NewCase }) => NewCase))
  },
  {
    path: pages.importOffboardings.path,
    Screen: screen(() => import("#offboarding/cases/ImportCases.tsx").then(({ ImportCases }) => ImportCases))
  },
  ...[pages.offboarding.path, pages.offboardingTab.path, pages.employee.path].map((path) => ({
    path,
    Screen: screen(() => import("#offboarding/cases/CaseDetail.tsx").then(({ CaseDetail }) => CaseDetail))
  })),
  {
    path: pages.initiations.path,
    Screen: screen(() => import("#offboarding/initiations/Initiations.tsx").then(({ Initiations }) => Initiations))
  },
  {
    path: pages.newInitiation.path,
    Screen: screen(() =>
      import("#offboarding/initiations/NewInitiation.tsx").then(({ NewInitiation }) => NewInitiation)
    )
  },
  {
    path: pages.initiation.path,
    Screen: screen(() =>
      import("#offboarding/initiations/InitiationDetail.tsx").then(({ InitiationDetail }) => InitiationDetail)
    )
  },
  {
    path: pages.people.path,
    Screen: screen(() => import("#screens/People.tsx").then(({ People }) => People))
  },
  {
    path: pages.person.path,
    Screen: screen(() => import("#screens/Person.tsx").then(({ Person }) => Person))
  },
  {
    path: pages.assets.path,
    Screen: screen(() => import("#work/assets/Assets.tsx").then(({ Assets }) => Assets))
  },
  {
    path: pages.documents.path,
    Screen: screen(() => import("#work/documents/Documents.tsx").then(({ Documents }) => Documents))
  },
  ...[pages.templates.path, pages.templatesOf.path].map((path) => ({
    path,
    Screen: screen(() => import("#offboarding/approval-chains/Templates.tsx").then(({ Templates }) => Templates))
  })),
  {
    path: pages.template.path,
    Screen: screen(() => import("#offboarding/approval-chains/Template.tsx").then(({ Template }) => Template))
  },
  {
    path: pages.notifications.path,
    Screen: screen(() => import("#outgoing/notifications/Notifications.tsx").then(({ Notifications }) => Notifications))
  },
  {
    path: pages.ownAccount.path,
    Screen: screen(() => import("#organisation/own-account/OwnAccount.tsx").then(({ OwnAccount }) => OwnAccount))
  },
  {
    path: pages.ownAccountTab.path,
    Screen: screen(() => import("#organisation/own-account/OwnAccount.tsx").then(({ OwnAccount }) => OwnAccount))
  },
  {
    path: pages.settings.path,
    Screen: screen(() => import("#organisation/organisation-settings/Settings.tsx").then(({ Settings }) => Settings))
  },
  {
    path: pages.exports.path,
    Screen: screen(() => import("#exports/Exports.tsx").then(({ Exports }) => Exports))
  },
  {
    path: pages.settingsPart.path,
    Screen: screen(() => import("#organisation/organisation-settings/Settings.tsx").then(({ Settings }) => Settings))
  },
  {
    path: pages.members.path,
    Screen: screen(() => import("#organisation/members/Members.tsx").then(({ Members }) => Members))
  },
  {
    path: pages.roles.path,
    Screen: screen(() => import("#organisation/members/Roles.tsx").then(({ Roles }) => Roles))
  },
  {
    path: pages.role.path,
    Screen: screen(() => import("#organisation/members/RoleEditor.tsx").then(({ RoleEditor }) => RoleEditor))
  },
  {
    path: pages.integrations.path,
    Screen: screen(() => import("#connections/integrations/Integrations.tsx").then(({ Integrations }) => Integrations))
  },
  {
    path: pages.timeToCut.path,
    Screen: screen(() => import("#reports/time-to-cut/TimeToCut.tsx").then(({ TimeToCut }) => TimeToCut))
  },
  {
    path: pages.evidenceReadiness.path,
    Screen: screen(() =>
      import("#evidence/evidence-readiness/EvidenceReadiness.tsx").then(({ EvidenceReadiness }) => EvidenceReadiness)
    )
  },
  {
    path: pages.residualAccess.path,
    Screen: screen(() =>
      import("#access-removal/residual-access/StillAccess.tsx").then(({ StillAccess }) => StillAccess)
    )
  },
  {
    path: pages.leftBehind.path,
    Screen: screen(() => import("#access-removal/left-behind/LeftBehind.tsx").then(({ LeftBehind }) => LeftBehind))
  },
  {
    path: pages.reports.path,
    Screen: screen(() => import("#reports/reports/Reports.tsx").then(({ Reports }) => Reports))
  },
  {
    path: pages.slaCompliance.path,
    Screen: screen(() => import("#reports/sla-compliance/SlaCompliance.tsx").then(({ SlaCompliance }) => SlaCompliance))
  },
  {
    path: pages.scheduledReports.path,
    Screen: screen(() =>
      import("#reports/scheduled-reports/ScheduledReports.tsx").then(({ ScheduledReports }) => ScheduledReports)
    )
  },
  {
    path: pages.hrReviews.path,
    Screen: screen(() => import("#offboarding/hris/Reviews.tsx").then(({ Reviews }) => Reviews))
  },
  {
    path: pages.scim.path,
    Screen: screen(() => import("#offboarding/scim/Provisioning.tsx").then(({ Provisioning }) => Provisioning))
  },
  {
    path: pages.signOn.path,
    Screen: screen(() => import("#organisation/sso/SignOn.tsx").then(({ SignOn }) => SignOn))
  },
  {
    path: pages.integration.path,
    Screen: screen(() => import("#screens/Integration.tsx").then(({ Integration }) => Integration))
  },
  {
    path: pages.leaverTest.path,
    Screen: screen(() => import("#evidence/leaver-test/LeaverTests.tsx").then(({ LeaverTests }) => LeaverTests))
  },
  {
    path: pages.auditLog.path,
    Screen: screen(() => import("#audit/log/AuditLog.tsx").then(({ AuditLog }) => AuditLog))
  },
  {
    path: pages.auditEntry.path,
    Screen: screen(() => import("#audit/log/EntryDetail.tsx").then(({ EntryDetail }) => EntryDetail))
  },
  {
    path: pages.auditIntegrity.path,
    Screen: screen(() => import("#audit/verification/Integrity.tsx").then(({ Integrity }) => Integrity))
  },
  {
    path: pages.auditArchives.path,
    Screen: screen(() => import("#audit/archives/Archives.tsx").then(({ Archives }) => Archives))
  },
  {
    path: pages.leaverTestDetail.path,
    Screen: screen(() =>
      import("#evidence/leaver-test/LeaverTestDetail.tsx").then(({ LeaverTestDetail }) => LeaverTestDetail)
    )
  },
  {
    path: pages.webhooks.path,
    Screen: screen(() => import("#outgoing/webhooks/Webhooks.tsx").then(({ Webhooks }) => Webhooks))
  },
  ...[pages.webhook.path, pages.webhookTab.path].map((path) => ({
    path,
    Screen: screen(() => import("#outgoing/webhooks/WebhookDetail.tsx").then(({ WebhookDetail }) => WebhookDetail))
  })),
  {
    path: pages.apiKeys.path,
    Screen: screen(() => import("#organisation/api-keys/ApiKeys.tsx").then(({ ApiKeys }) => ApiKeys))
  },
  { path: pages.siem.path, Screen: screen(() => import("#outgoing/siem/Siem.tsx").then(({ Siem }) => Siem)) },
  {
    path: pages.developers.path,
    Screen: screen(() => import("#organisation/api-keys/Developers.tsx").then(({ Developers }) => Developers))
  },
  {
    path: pages.eventCatalogue.path,
    Screen: screen(() => import("#outgoing/webhooks/EventCatalogue.tsx").then(({ EventCatalogue }) => EventCatalogue))
  }
]

/** Loads the screen of a path before it is needed. */
const preload = (path: string) => void screens.find((one) => exec(path, one.path) !== undefined)?.Screen.preload()

/** The first screen while it is still being asked who is there, and every other as soon as somebody points at a link to it. */
export const preloadScreens = () => {
  preload(location.pathname)
  addEventListener("pointerover", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null
    if (link !== null && link.origin === location.origin) preload(link.pathname)
  })
}
