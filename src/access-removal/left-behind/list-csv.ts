import type { LeftBehindItem } from "@svc/contract/left-behind/schema"
import { appName } from "@svc/contract/integrations/names"
import { joined, type ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const leftBehindFile: ListFile<LeftBehindItem> = {
  name: "orphaned-items",
  keyOf: ({ id }) => id,
  columns: [
    ["Item ID", "Objekt-ID", ({ id }) => id],
    ["Employee", "Person", ({ employee_name }) => employee_name],
    ["App", "App", ({ service }) => appName(service)],
    ["Type", "Art", ({ kind }) => kind],
    ["Item", "Objekt", ({ label }) => label],
    ["ID in the app", "ID in der App", ({ external_id }) => external_id],
    ["Risk", "Risiko", ({ risk }) => risk],
    ["Privileges", "Rechte", ({ privileges }) => joined(privileges)],
    ["Last used", "Zuletzt benutzt", ({ last_used_at }) => last_used_at],
    ["State", "Zustand", ({ disposition }) => disposition],
    ["Evidence", "Nachweis", ({ evidence }) => evidence],
    ["Blocks revocation", "Blockiert den Entzug", ({ stops_the_cut }) => stops_the_cut],
    ["New owner", "Neuer Eigentümer", ({ new_owner }) => new_owner?.email ?? null],
    ["Accepted", "Angenommen", ({ new_owner }) => new_owner?.accepted_at ?? null],
    ["First seen", "Zuerst gesehen", ({ first_seen_at }) => first_seen_at],
    ["Last seen", "Zuletzt gesehen", ({ last_seen_at }) => last_seen_at],
    ["Resolved", "Gelöst", ({ settled_at }) => settled_at],
    ["Reason", "Grund", ({ reason }) => reason],
    ["Offboarding ID", "Austritts-ID", ({ offboarding_id }) => offboarding_id]
  ]
}
