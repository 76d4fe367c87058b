import type { Permission } from "@svc/contract/kernel/permissions"
import type { IconName } from "#design/icons.ts"
import type { FirstWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"

/** An entry of the navigation and the palette. */
interface Place {
  readonly name: (words: FirstWords["shell"]) => string
  readonly href: string
  readonly icon: IconName
  /** The entry is hidden without this permission. */
  readonly permission?: Permission
  /** Any one of these is enough. */
  readonly anyPermission?: ReadonlyArray<Permission>
  readonly superAdminOnly?: true
}

const sections: ReadonlyArray<{
  readonly name?: (words: FirstWords["shell"]) => string
  readonly places: ReadonlyArray<Place>
}> = [
  {
    places: [
      { name: ({ home }) => home, href: pages.home(), icon: "house" },
      {
        name: ({ offboardings }) => offboardings,
        href: pages.offboardings(),
        icon: "users",
        permission: "offboardings_view"
      },
      { name: ({ initiations }) => initiations, href: pages.initiations(), icon: "inbox" },
      { name: ({ people }) => people, href: pages.people(), icon: "contact-round", permission: "offboardings_view" },
      { name: ({ assets }) => assets, href: pages.assets(), icon: "laptop", permission: "assets_view" },
      {
        name: ({ documents }) => documents,
        href: pages.documents(),
        icon: "file-text",
        permission: "compliance_view"
      },
      {
        name: ({ templates }) => templates,
        href: pages.templates(),
        icon: "layout-template",
        anyPermission: ["checklists_manage", "compliance_view", "offboardings_create"]
      },
      { name: ({ notifications }) => notifications, href: pages.notifications(), icon: "bell" }
    ]
  },
  {
    name: (words) => words.sections.reports,
    places: [
      {
        name: ({ reports }) => reports,
        href: pages.reports(),
        icon: "chart-column",
        permission: "analytics_view"
      },
      { name: ({ timeToCut }) => timeToCut, href: pages.timeToCut(), icon: "clock", permission: "analytics_view" },
      {
        name: ({ residualAccess }) => residualAccess,
        href: pages.residualAccess(),
        icon: "shield-alert",
        permission: "offboardings_view"
      },
      {
        name: ({ leftBehind }) => leftBehind,
        href: pages.leftBehind(),
        icon: "footprints",
        permission: "offboardings_view"
      },
      {
        name: ({ evidenceReadiness }) => evidenceReadiness,
        href: pages.evidenceReadiness(),
        icon: "file-check",
        permission: "compliance_view"
      },
      {
        name: ({ leaverTest }) => leaverTest,
        href: pages.leaverTest(),
        icon: "shield-check",
        permission: "analytics_export"
      }
    ]
  },
  {
    name: (words) => words.sections.connect,
    places: [
      {
        name: ({ integrations }) => integrations,
        href: pages.integrations(),
        icon: "plug",
        permission: "integrations_manage"
      },
      { name: ({ webhooks }) => webhooks, href: pages.webhooks(), icon: "webhook", permission: "settings_manage" },
      { name: ({ apiKeys }) => apiKeys, href: pages.apiKeys(), icon: "key-round", superAdminOnly: true },
      { name: ({ siem }) => siem, href: pages.siem(), icon: "radio-tower", permission: "settings_manage" },
      { name: ({ developers }) => developers, href: pages.developers(), icon: "code", permission: "settings_manage" }
    ]
  },
  {
    name: (words) => words.sections.organisation,
    places: [
      {
        name: ({ members }) => members,
        href: pages.members(),
        icon: "user-cog",
        permission: "members_manage"
      },
      { name: ({ auditLog }) => auditLog, href: pages.auditLog(), icon: "scroll-text", permission: "audit_view" },
      { name: ({ settings }) => settings, href: pages.settings(), icon: "settings", permission: "settings_manage" }
    ]
  }
]

/** Sections with the entries this member has access to; empty sections are dropped. */
export const placesFor = (permissions: ReadonlyArray<Permission>, isSuperAdmin: boolean) =>
  sections
    .map(({ places, ...section }) => ({
      ...section,
      places: places.filter(
        ({ anyPermission, permission, superAdminOnly }) =>
          (permission === undefined || permissions.includes(permission)) &&
          (anyPermission === undefined || anyPermission.some((one) => permissions.includes(one))) &&
          (superAdminOnly !== true || isSuperAdmin)
      )
    }))
    .filter(({ places }) => places.length > 0)
