import type * as en from "./en.ts"

export const hris: typeof en.hris = {
  title: "HR-Prüfung",
  about: "Was ein Abgleich mit dem HR-System fand und dir überlässt.",
  none: "Nichts wartet auf dich",
  noneText: "Findet ein Abgleich jemanden, dessen Weggang unklar ist, steht es hier, bis jemand entscheidet.",
  noneSo: "In diesem Zustand ist keiner",
  connect: "HR-System verbinden",
  person: "Person",
  found: "Was gefunden wurde",
  lastDay: "Letzter Tag",
  notSaid: "nicht gesagt",
  at: "Gefunden",
  state: "Zustand",
  waitingOnly: "Wartet",
  actions: "Entscheiden",
  origins: { hris: "HR-System", "azure-ad": "Verzeichnis von Entra ID" },
  kinds: {
    left_without_date: {
      name: "Gegangen, ohne dass jemand sagte, wann",
      does: "Ein Austritt beginnt mit dem letzten Tag unten."
    },
    left_in_past: {
      name: "An einem vergangenen Tag gegangen",
      does: "Ein Austritt beginnt mit dem letzten Tag unten."
    },
    date_changed: {
      name: "Der letzte Tag änderte sich",
      does: "Der offene Austritt wird auf den letzten Tag unten verschoben."
    },
    rescinded: { name: "Bleibt doch", does: "Der offene Austritt wird abgebrochen." },
    account_disabled: { name: "Konto gesperrt", does: "Ein Austritt beginnt mit dem letzten Tag unten." },
    many_at_once: {
      name: "Viel mehr gehen auf einmal als sonst",
      does: "Ein Austritt beginnt mit dem letzten Tag unten. Prüfe vorher, ob die Quelle stimmt."
    }
  },
  statuses: { waiting: "Wartet", accepted: "Angenommen", dismissed: "Verworfen", withdrawn: "Gilt nicht mehr" },
  accept: "Annehmen",
  acceptTitle: (name) => `Übernehmen, was zu ${name} gefunden wurde?`,
  reason: "Warum",
  reasonHelp: "Steht dann im Austritt.",
  separation: "Grund des Weggangs",
  allApps: "Zugänge enden in jeder verbundenen App, die es erlaubt. Im Austritt lässt sich das ändern.",
  accepted: (name) => `Erledigt für ${name}`,
  dismiss: "Verwerfen",
  dismissTitle: (name) => `Verwerfen, was zu ${name} gefunden wurde?`,
  dismissText: "Sonst geschieht nichts, und dasselbe wird nicht noch einmal gefragt.",
  dismissReason: "Warum",
  dismissReasonHelp: "Steht dann im Protokoll.",
  dismissed: (name) => `${name} ist verworfen`,
  offboarding: "Austritt öffnen"
}
