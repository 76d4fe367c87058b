import type { Words } from "../en.ts"
import { plurals } from "../plural.ts"

const plural = plurals("de")

export const webhooks: Words["webhooks"] = {
  title: "Webhooks",
  about: "Eigene Adressen, die erfahren, was geschieht.",
  none: "Noch keine Webhooks",
  noneText: "Füge eine Adresse hinzu: Sie bekommt für jedes gewählte Ereignis eine signierte Nachricht.",
  address: "Adresse",
  events: "Ereignisse",
  health: "Zustand",
  lastDelivered: "Zuletzt zugestellt",
  all: "Alle Ereignisse",
  someEvents: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  healthy: "Gesund",
  failing: (count) => `${count} heute fehlgeschlagen`,
  paused: "Angehalten",
  never: "nie",
  back: "Alle Webhooks",
  deliveries: "Zustellungen",
  noDeliveries: "Noch wurde nichts gesendet",
  noDeliveriesText: "Das nächste Ereignis für diesen Webhook erscheint hier.",
  event: "Ereignis",
  status: "Stand",
  anyStatus: "Jeder Stand",
  states: { pending: "Wartet", failed: "Wird wiederholt", delivered: "Zugestellt", dead: "Aufgegeben" },
  attempts: "Versuche",
  answer: "Antwort",
  at: "Wann",
  noAnswer: "keine Antwort",
  redeliver: "Noch einmal senden",
  redelivered: "Sie ist wieder unterwegs",
  ping: "Probe senden",
  pinged: (status) => `Die Probe wurde mit ${status} beantwortet`,
  pingFailed: (error) => `Die Probe schlug fehl: ${error}`,
  next: "nächster Versuch"
}
