import type { Words } from "../en.ts"
import { unfit } from "./unfit.ts"

export const common: Words["common"] = {
  retry: "Noch einmal versuchen",
  undo: "Rückgängig",
  cancel: "Abbrechen",
  needed: "wird gebraucht",
  unfit,
  findZone: "Nach Stadt, Region oder Abweichung suchen",
  copy: "Kopieren",
  copied: "Kopiert",
  asTable: "Als Tabelle",
  withoutTable: "Ohne Tabelle",
  reload: "Seite neu laden",
  pager: {
    label: "Seiten",
    before: "Zurück",
    after: "Weiter",
    range: (from, to, total) => `${from}–${to} von ${total.toLocaleString("de")}`
  }
}
