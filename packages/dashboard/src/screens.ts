import type { FunctionComponent } from "preact"
import lazy from "preact-iso/lazy"
import { exec } from "preact-iso/router"
import { withWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { Broken } from "#frame/Boundary.tsx"

/** The `:name` parameters in the path of a screen. */
interface InPath {
  readonly id: string
  readonly tab?: string
  readonly kind?: string
  readonly part?: string
}

/** Loaded when first needed; on a failure an error is shown. */
const first = (load: () => Promise<FunctionComponent<InPath>>) => lazy(() => load().catch(() => Broken))

const screen = ({ path }: { readonly path: string }, load: () => Promise<FunctionComponent<InPath>>) => ({
  path,
  Screen: first(withWords(load))
})

/** The screen of each page. Each, with the schemas of its domain, is loaded when a person is about to open it. */
export const screens = [
  { path: pages.home.path, Screen: first(() => import("#home/Home.tsx").then((all) => all.Home)) },
  screen(pages.offboardings, () => import("#offboarding/cases/Cases.tsx").then((all) => all.Cases)),
  screen(pages.newOffboarding, () => import("#offboarding/cases/NewCase.tsx").then((all) => all.NewCase)),
  screen(pages.importOffboardings, () => import("#offboarding/cases/ImportCases.tsx").then((all) => all.ImportCases)),
  ...[pages.offboarding, pages.offboardingTab, pages.employee].map((page) =>
    screen(page, () => import("#offboarding/cases/CaseDetail.tsx").then((all) => all.CaseDetail))
  ),
  screen(pages.initiations, () => import("#offboarding/initiations/Initiations.tsx").then((all) => all.Initiations)),
  screen(pages.newInitiation, () =>
    import("#offboarding/initiations/NewInitiation.tsx").then((all) => all.NewInitiation)
  ),
  screen(pages.initiation, () =>
    import("#offboarding/initiations/InitiationDetail.tsx").then((all) => all.InitiationDetail)
  ),
  screen(pages.people, () => import("#screens/People.tsx").then((all) => all.People)),
  screen(pages.person, () => import("#screens/Person.tsx").then((all) => all.Person)),
  screen(pages.assets, () => import("#work/assets/Assets.tsx").then((all) => all.Assets)),
  screen(pages.documents, () => import("#work/documents/Documents.tsx").then((all) => all.Documents)),
  ...[pages.templates, pages.templatesOf].map((page) =>
    screen(page, () => import("#offboarding/approval-chains/Templates.tsx").then((all) => all.Templates))
  ),
  screen(pages.template, () => import("#offboarding/approval-chains/Template.tsx").then((all) => all.Template)),
  screen(pages.notifications, () =>
    import("#outgoing/notifications/Notifications.tsx").then((all) => all.Notifications)
  ),
  screen(pages.ownAccount, () => import("#organisation/own-account/OwnAccount.tsx").then((all) => all.OwnAccount)),
  screen(pages.ownAccountTab, () => import("#organisation/own-account/OwnAccount.tsx").then((all) => all.OwnAccount)),
  screen(pages.settings, () => import("#organisation/organisation-settings/Settings.tsx").then((all) => all.Settings)),
  screen(pages.exports, () => import("#exports/Exports.tsx").then((all) => all.Exports)),
  screen(pages.settingsPart, () =>
    import("#organisation/organisation-settings/Settings.tsx").then((all) => all.Settings)
  ),
  screen(pages.members, () => import("#organisation/members/Members.tsx").then((all) => all.Members)),
  screen(pages.roles, () => import("#organisation/members/Roles.tsx").then((all) => all.Roles)),
  screen(pages.role, () => import("#organisation/members/RoleEditor.tsx").then((all) => all.RoleEditor)),
  screen(pages.integrations, () =>
    import("#connections/integrations/Integrations.tsx").then((all) => all.Integrations)
  ),
  screen(pages.timeToCut, () => import("#reports/time-to-cut/TimeToCut.tsx").then((all) => all.TimeToCut)),
  screen(pages.evidenceReadiness, () =>
    import("#evidence/evidence-readiness/EvidenceReadiness.tsx").then((all) => all.EvidenceReadiness)
  ),
  screen(pages.residualAccess, () =>
    import("#access-removal/residual-access/StillAccess.tsx").then((all) => all.StillAccess)
  ),
  screen(pages.leftBehind, () => import("#access-removal/left-behind/LeftBehind.tsx").then((all) => all.LeftBehind)),
  screen(pages.reports, () => import("#reports/reports/Reports.tsx").then((all) => all.Reports)),
  screen(pages.slaCompliance, () =>
    import("#reports/sla-compliance/SlaCompliance.tsx").then((all) => all.SlaCompliance)
  ),
  screen(pages.scheduledReports, () =>
    import("#reports/scheduled-reports/ScheduledReports.tsx").then((all) => all.ScheduledReports)
  ),
  screen(pages.hrReviews, () => import("#offboarding/hris/Reviews.tsx").then((all) => all.Reviews)),
  screen(pages.scim, () => import("#offboarding/scim/Provisioning.tsx").then((all) => all.Provisioning)),
  screen(pages.signOn, () => import("#organisation/sso/SignOn.tsx").then((all) => all.SignOn)),
  screen(pages.integration, () => import("#screens/Integration.tsx").then((all) => all.Integration)),
  screen(pages.leaverTest, () => import("#evidence/leaver-test/LeaverTests.tsx").then((all) => all.LeaverTests)),
  screen(pages.auditLog, () => import("#audit/log/AuditLog.tsx").then((all) => all.AuditLog)),
  screen(pages.auditEntry, () => import("#audit/log/EntryDetail.tsx").then((all) => all.EntryDetail)),
  screen(pages.auditIntegrity, () => import("#audit/verification/Integrity.tsx").then((all) => all.Integrity)),
  screen(pages.auditArchives, () => import("#audit/archives/Archives.tsx").then((all) => all.Archives)),
  screen(pages.leaverTestDetail, () =>
    import("#evidence/leaver-test/LeaverTestDetail.tsx").then((all) => all.LeaverTestDetail)
  ),
  screen(pages.webhooks, () => import("#outgoing/webhooks/Webhooks.tsx").then((all) => all.Webhooks)),
  ...[pages.webhook, pages.webhookTab].map((page) =>
    screen(page, () => import("#outgoing/webhooks/WebhookDetail.tsx").then((all) => all.WebhookDetail))
  ),
  screen(pages.apiKeys, () => import("#organisation/api-keys/ApiKeys.tsx").then((all) => all.ApiKeys)),
  screen(pages.siem, () => import("#outgoing/siem/Siem.tsx").then((all) => all.Siem)),
  screen(pages.developers, () => import("#organisation/api-keys/Developers.tsx").then((all) => all.Developers)),
  screen(pages.eventCatalogue, () => import("#outgoing/webhooks/EventCatalogue.tsx").then((all) => all.EventCatalogue))
]

/** Loads the screen of a path before it is needed. */
const preload = (path: string) => void screens.find((one) => exec(path, one.path) !== undefined)?.Screen.preload()

/** Preloads the first screen during the session check, and every other one when the pointer is on its link. */
export const preloadScreens = () => {
  preload(location.pathname)
  addEventListener("pointerover", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null
    if (link !== null && link.origin === location.origin) preload(link.pathname)
  })
}
