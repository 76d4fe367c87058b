import type { Notification, NotificationType } from "@svc/contract/notifications/schema"
import * as pages from "#platform/pages.ts"

type About = Notification["data"]

const toCase =
  (tab?: string) =>
  ({ offboardingId: id }: About) =>
    id === undefined ? undefined : tab === undefined ? pages.offboarding({ id }) : pages.offboardingTab({ id, tab })

const toInitiation = ({ initiationId: id }: About) => (id === undefined ? undefined : pages.initiation({ id }))

const places: Readonly<Record<NotificationType, (about: About) => string | undefined>> = {
  "offboarding.created": (about) => (about["imported"] === undefined ? toCase()(about) : pages.offboardings()),
  "offboarding.stage_changed": (about) => (about["moved"] === undefined ? toCase()(about) : pages.offboardings()),
  "offboarding.assigned": (about) =>
    about["assigned"] === undefined ? toCase()(about) : `${pages.offboardings()}?owner=me`,
  "revocation.failed": toCase("access"),
  "checklist.sla_breached": toCase("tasks"),
  "task.assigned": toCase("tasks"),
  "task.due": toCase("tasks"),
  "comment.mentioned": toCase("activity"),
  "comment.added": toCase("activity"),
  "asset.overdue": ({ serialNumber }) =>
    serialNumber === undefined ? pages.assets() : `${pages.assets()}?${new URLSearchParams({ q: serialNumber })}`,
  "asset.shipment_announced": toCase("assets"),
  "webhook.auto_disabled": ({ webhookId: id }) => (id === undefined ? undefined : pages.webhook({ id })),
  "initiation.waiting": toInitiation,
  "initiation.decided": toInitiation,
  "integration.credential_refused": ({ service: id }) =>
    id === undefined ? pages.integrations() : pages.integration({ id }),
  "residual_access.found": toCase("access"),
  "left_behind.waiting": (about) =>
    about["show"] === "offered" ? `${pages.leftBehind()}?show=offered` : toCase("left-behind")(about),
  "scim.deprovision_skipped": ({ employeeId: id }) => (id === undefined ? undefined : pages.person({ id })),
  "hris.review_waiting": () => pages.hrReviews(),
  "esignature.ended": toCase("documents"),
  "member.signed_out": () => `${pages.auditLog()}?action=global_token_revocation.received`,
  "member.became_superadmin": () => pages.members()
}

/** URL of the notification's record, for the app and for emails; undefined if an older one does not name it. */
export const leadsTo = ({ data, type }: Pick<Notification, "data" | "type">): string | undefined => places[type](data)
