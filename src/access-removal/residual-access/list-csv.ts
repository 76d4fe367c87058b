import type { ResidualAccess, UnverifiedAccess } from "@svc/contract/residual-access/schema"
import { appName } from "@svc/contract/integrations/names"
import type { ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const residualAccessFile: ListFile<ResidualAccess> = {
  name: "residual-access",
  keyOf: ({ id }) => id,
  columns: [
    ["Finding ID", "Befund-ID", ({ id }) => id],
    ["Employee", "Person", ({ employee_name }) => employee_name],
    ["App", "App", ({ service }) => appName(service)],
    ["Account", "Konto", ({ account }) => account?.name ?? account?.id ?? null],
    ["Found", "Gefunden", ({ found_at }) => found_at],
    ["Last seen active", "Zuletzt aktiv gesehen", ({ last_seen_at }) => last_seen_at],
    ["Status", "Status", ({ status }) => status],
    ["Resolution", "Lösung", ({ resolution }) => resolution],
    ["Resolved", "Gelöst", ({ resolved_at }) => resolved_at],
    ["About a previous person", "Betrifft eine frühere Person", ({ former_identity }) => former_identity],
    ["Offboarding ID", "Austritts-ID", ({ offboarding_id }) => offboarding_id]
  ]
}

/** Unverified removals as CSV. */
export const unverifiedFile: ListFile<UnverifiedAccess> = {
  name: "unverified-removals",
  keyOf: ({ offboarding_id, service }) => `${offboarding_id} ${service}`,
  columns: [
    ["Offboarding ID", "Austritts-ID", ({ offboarding_id }) => offboarding_id],
    ["Employee", "Person", ({ employee_name }) => employee_name],
    ["App", "App", ({ service }) => appName(service)],
    ["Access ended", "Zugriff endete", ({ access_ended_at }) => access_ended_at],
    ["Evidence", "Nachweis", ({ evidence }) => evidence],
    ["Still active", "Noch aktiv", ({ still_active }) => still_active],
    ["Email used by another account", "Von anderem Konto verwendet", ({ other_account }) => other_account],
    ["Outcome", "Ergebnis", ({ outcome }) => outcome]
  ]
}
