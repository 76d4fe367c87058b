import type { Permission } from "@svc/contract/kernel/permissions"
import { useMay } from "#access/data.ts"
import type { IconName } from "#design/icons.ts"
import type { FirstWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"

type Name = (words: FirstWords["shell"]) => string

type Opens = (member: ReturnType<typeof useMay>) => boolean

/** A page of a place: its tab, and an entry of the palette. */
interface Part {
  readonly name: Name
  readonly href: string
  /** Members who can open it. */
  readonly opens: Opens
}

/** An entry of the navigation; it leads to its first part that the member can open. */
interface Place {
  readonly name: Name
  readonly icon: IconName
  readonly parts: ReadonlyArray<Part>
  /** For whom it is in the menu, if parts of it are open to every member. */
  readonly offered?: Opens
}

const always: Opens = () => true
const superAdmin: Opens = ({ isSuperAdmin }) => isSuperAdmin
const any =
  (...permissions: ReadonlyArray<Permission>): Opens =>
  ({ may }) =>
    permissions.some(may)
const every =
  (...permissions: ReadonlyArray<Permission>): Opens =>
  ({ may }) =>
    permissions.every(may)

const place = (name: Name, icon: IconName, ...parts: Place["parts"]): Place => ({ name, icon, parts })

const offeredTo = (offered: Opens, one: Place): Place => ({ ...one, offered })

const part = (name: Name, href: string, opens: Opens): Part => ({ name, href, opens })

const single = (name: Name, icon: IconName, href: string, opens: Opens) => place(name, icon, part(name, href, opens))

/** The tabs of the settings page itself, by the part of its URL. */
export const settingsParts = {
  rules: part(({ rules }) => rules, pages.settings(), always),
  approvals: part(({ approvals }) => approvals, pages.settingsPart({ part: "approvals" }), any("settings_manage")),
  retention: part(({ retention }) => retention, pages.settingsPart({ part: "retention" }), superAdmin),
  security: part(({ security }) => security, pages.settingsPart({ part: "security" }), any("members_manage")),
  plan: part(({ plan }) => plan, pages.settingsPart({ part: "plan" }), always)
} as const

/** URL of the reclaimed licenses, the lists of orphaned items, and the unverified removals. */
export const accessLists = {
  stillActive: pages.residualAccess(),
  neverVerified: `${pages.residualAccess()}?list=unverified`,
  leftBehind: pages.leftBehind(),
  offered: `${pages.leftBehind()}?show=offered`,
  freed: `${pages.leftBehind()}?show=freed`,
  successors: `${pages.leftBehind()}?show=successors`
} as const

/** URL of the events of the other stream. */
export const siemCatalogue = `${pages.eventCatalogue()}?stream=siem`

const viewsOffboardings = any("offboardings_view")
const analytics = any("analytics_view")
const develops = any("settings_manage")

interface Section {
  readonly name?: Name
  readonly places: ReadonlyArray<Place>
}

const sections: ReadonlyArray<Section> = [
  {
    places: [
      single(({ home }) => home, "house", pages.home(), always),
      single(({ offboardings }) => offboardings, "users", pages.offboardings(), viewsOffboardings),
      single(({ initiations }) => initiations, "inbox", pages.initiations(), always),
      single(({ people }) => people, "contact-round", pages.people(), viewsOffboardings),
      single(({ assets }) => assets, "laptop", pages.assets(), any("assets_view")),
      single(({ documents }) => documents, "file-text", pages.documents(), any("compliance_view"))
    ]
  },
  {
    name: ({ sections }) => sections.access,
    places: [
      place(
        ({ residualAccess }) => residualAccess,
        "shield-alert",
        part(({ stillActive }) => stillActive, accessLists.stillActive, viewsOffboardings),
        part(({ neverVerified }) => neverVerified, accessLists.neverVerified, viewsOffboardings),
        part(({ leftBehind }) => leftBehind, accessLists.leftBehind, viewsOffboardings),
        part(({ offered }) => offered, accessLists.offered, viewsOffboardings),
        part(({ freed }) => freed, accessLists.freed, viewsOffboardings),
        part(({ successors }) => successors, accessLists.successors, viewsOffboardings)
      ),
      offeredTo(
        any("integrations_manage", "settings_manage", "offboardings_create"),
        place(
          ({ integrations }) => integrations,
          "plug",
          part(({ apps }) => apps, pages.integrations(), always),
          part(({ hrReviews }) => hrReviews, pages.hrReviews(), any("offboardings_create")),
          part(({ scim }) => scim, pages.scim(), any("integrations_manage")),
          part(({ signOn }) => signOn, pages.signOn(), any("settings_manage"))
        )
      )
    ]
  },
  {
    name: ({ sections }) => sections.insights,
    places: [
      place(
        ({ reports }) => reports,
        "chart-column",
        part(({ overview }) => overview, pages.reports(), analytics),
        part(({ timeToCut }) => timeToCut, pages.timeToCut(), analytics),
        part(({ sla }) => sla, pages.slaCompliance(), analytics),
        part(({ evidenceReadiness }) => evidenceReadiness, pages.evidenceReadiness(), any("compliance_view")),
        part(({ leaverTest }) => leaverTest, pages.leaverTest(), every("compliance_view", "analytics_export")),
        part(({ scheduled }) => scheduled, pages.scheduledReports(), any("settings_manage"))
      ),
      place(
        ({ auditLog }) => auditLog,
        "scroll-text",
        part(({ entries }) => entries, pages.auditLog(), any("audit_view")),
        part(({ integrity }) => integrity, pages.auditIntegrity(), any("audit_view")),
        part(({ archives }) => archives, pages.auditArchives(), any("audit_view"))
      )
    ]
  },
  {
    name: ({ sections }) => sections.setup,
    places: [
      single(
        ({ templates }) => templates,
        "layout-template",
        pages.templates(),
        any("checklists_manage", "compliance_view", "offboardings_create")
      ),
      offeredTo(
        develops,
        place(
          ({ developers }) => developers,
          "code",
          part(({ apiKeys }) => apiKeys, pages.apiKeys(), superAdmin),
          part(({ webhooks }) => webhooks, pages.webhooks(), develops),
          part(({ siem }) => siem, pages.siem(), develops),
          part(({ webhookEvents }) => webhookEvents, pages.eventCatalogue(), always),
          part(({ siemEvents }) => siemEvents, siemCatalogue, always),
          part(({ reference }) => reference, pages.developers(), always)
        )
      )
    ]
  }
]

/** Always in sight, with Help. */
const pinned: Section = {
  places: [
    offeredTo(
      any("settings_manage", "members_manage"),
      place(
        ({ settings }) => settings,
        "settings",
        settingsParts.rules,
        part(({ members }) => members, pages.members(), any("members_manage")),
        part(({ roles }) => roles, pages.roles(), any("members_manage")),
        settingsParts.approvals,
        settingsParts.retention,
        settingsParts.security,
        settingsParts.plan,
        part(({ exports }) => exports, pages.exports(), every("audit_export", "settings_manage"))
      )
    )
  ]
}

/** Places with the parts that the member can open; empty places and sections are omitted. */
export const usePlaces = () => {
  const member = useMay()
  const opened = ({ places, ...section }: Section) => ({
    ...section,
    places: places.flatMap(({ offered, parts, ...one }) => {
      if (offered?.(member) === false) return []
      const open = parts.filter(({ opens }) => opens(member))
      const [first] = open
      return first === undefined ? [] : [{ ...one, href: first.href, parts: open }]
    })
  })
  return {
    sections: sections.map(opened).filter(({ places }) => places.length > 0),
    pinned: opened(pinned).places
  }
}

/** The place that a part belongs to. */
export const placeOf = (href: string): Place | undefined =>
  [...sections, pinned].flatMap(({ places }) => places).find(({ parts }) => parts.some((one) => one.href === href))
