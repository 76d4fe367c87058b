import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const approvalChains: typeof en.approvalChains = {
  about: "Wer Austrittsanträge freigeben muss, und in welcher Reihenfolge.",
  none: "Noch keine Freigabeketten",
  noneText: "Ohne Kette entscheidet HR oder ein Admin. Lege eine an, wenn mehrere Personen freigeben müssen.",
  name: "Name",
  nameHelp: "Sichtbar für alle, die einen Austritt beantragen.",
  steps: "Schritte",
  isDefault: "Standard",
  changed: "Geändert",
  somebody: "ein anderes Mitglied",
  holders: (role) => `Jede Person mit der Rolle ${role}`,
  forWhat: "Allgemein",
  makeDefault: "Als Standardkette verwenden",
  makeDefaultHelp: "Gilt für Anträge, die keine Kette wählen. Nur eine Kette kann Standard sein.",
  step: (place) => `Schritt ${place}`,
  who: "Freigebende Person",
  stepName: "Name des Schritts",
  stepNameHelp: "Optional. Beispiel: „Abteilungsleitung“.",
  addStep: "Schritt hinzufügen",
  removeStep: (place) => `Schritt ${place} entfernen`,
  moveUp: (place) => `Schritt ${place} nach oben`,
  moveDown: (place) => `Schritt ${place} nach unten`,
  movedTo: (place, places) => `Verschoben auf Schritt ${place} von ${places}`,
  wrongSteps: (why) => `Prüfe die Schritte: ${why}`,
  runningStay: "Ausstehende Anträge behalten ihre bisherigen Schritte.",
  save: "Kette speichern",
  saved: "Kette gespeichert",
  delete: "Löschen",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: "Das lässt sich nicht rückgängig machen. Entschiedene Anträge behalten ihre Entscheidung.",
  deleted: (name) => `${name} gelöscht`,
  inUse: "Diese Kette wird noch verwendet",
  inUseDefault: "Sie ist die Standardkette. Mach zuerst eine andere zum Standard.",
  inUsePending: (count) =>
    plural(count, {
      one: "# ausstehender Antrag nutzt sie. Entscheide ihn zuerst, oder zieh ihn zurück.",
      other: "# ausstehende Anträge nutzen sie. Entscheide sie zuerst, oder zieh sie zurück."
    }),
  openPending: "Ausstehende Anträge ansehen"
}
