import type { Asset } from "@svc/contract/assets/schema"
import type { ListFile } from "#platform/files/list-file"

/** The list as CSV. */
export const assetsFile: ListFile<Asset> = {
  name: "equipment",
  keyOf: ({ id }) => id,
  columns: [
    ["Item ID", "Gegenstands-ID", ({ id }) => id],
    ["Item", "Gegenstand", ({ item_name }) => item_name],
    ["Serial number", "Seriennummer", ({ serial_number }) => serial_number],
    ["Model", "Modell", ({ model }) => model],
    ["Type", "Art", ({ category }) => category],
    ["Condition", "Zustand", ({ condition }) => condition],
    ["Status", "Status", ({ status }) => status],
    ["Employee", "Person", ({ employee }) => employee.full_name],
    ["Email", "E-Mail", ({ employee }) => employee.email],
    ["Department", "Abteilung", ({ employee }) => employee.department],
    ["Return due", "Rückgabe fällig", ({ return_deadline }) => return_deadline],
    ["Tracking number", "Sendungsnummer", ({ tracking_number }) => tracking_number],
    ["Created", "Angelegt", ({ created_at }) => created_at]
  ]
}
