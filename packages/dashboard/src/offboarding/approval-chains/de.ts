import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const approvalChains: typeof en.approvalChains = {
  about: "Wer nacheinander zustimmen muss, bevor ein Austritt beginnt.",
  none: "Noch keine Freigabeketten",
  noneText: "Ohne eine entscheidet HR oder ein Admin allein. Mach eine Kette, wo mehrere zustimmen sollen.",
  name: "Name",
  nameHelp: "Danach wählt sie, wer einen Austritt beantragt.",
  steps: "Schritte",
  isDefault: "Standard",
  changed: "Geändert",
  somebody: "jemand",
  holders: (role) => `Wer ${role} ist`,
  forWhat: "Wann sie gilt",
  makeDefault: "Anträge ohne eigene Kette laufen über diese",
  makeDefaultHelp: "Das ist immer nur eine; wird es diese, dann keine andere mehr.",
  step: (place) => `Schritt ${place}`,
  who: "Wer entscheidet",
  stepName: "Wie der Schritt heißt",
  stepNameHelp: "Zum Beispiel „Abteilungsleitung“; darf leer bleiben.",
  addStep: "Schritt hinzufügen",
  removeStep: (place) => `Schritt ${place} entfernen`,
  moveUp: (place) => `Schritt ${place} nach oben`,
  moveDown: (place) => `Schritt ${place} nach unten`,
  movedTo: (place, places) => `Jetzt Schritt ${place} von ${places}`,
  wrongSteps: (why) => `Die Schritte passen nicht: ${why}`,
  runningStay: "Anträge, die schon darüber laufen, behalten die Schritte, mit denen sie begannen.",
  save: "Kette speichern",
  saved: "Die Kette ist gespeichert",
  delete: "Löschen",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: "Die Kette ist endgültig weg. Was darüber entschieden wurde, bleibt.",
  deleted: (name) => `${name} wurde gelöscht`,
  inUse: "Diese Kette wird noch gebraucht",
  inUseDefault: "Anträge ohne eigene Kette laufen darüber: mach zuerst eine andere zum Standard.",
  inUsePending: (count) =>
    plural(count, {
      one: "# Antrag wartet darauf: entscheide ihn oder zieh ihn zuerst zurück.",
      other: "# Anträge warten darauf: entscheide sie oder zieh sie zuerst zurück."
    }),
  openPending: "Öffnen, was wartet"
}
