import type { Words } from "../en.ts"

export const leaverTest: Words["leaverTest"] = {
  title: "Leaver-Test",
  about:
    "Alle Ausgeschiedenen eines Zeitraums geprüft statt einer Stichprobe: was sie hatten, wann es endete, wie belegt.",
  request: "Neuer Test",
  requestText: "Entsteht im Hintergrund als ein signiertes ZIP; du bekommst eine Mail, wenn es fertig ist.",
  start: "Test starten",
  from: "Letzte Arbeitstage ab",
  to: "Bis",
  preset: "Erlaubte Stunden",
  presetHelp: "Wie der Standard gewöhnlich gelesen wird: Identität, Mail und Code zuerst.",
  presets: { soc2: "SOC 2", nerc_cip_004: "NERC CIP-004", pci_dss: "PCI DSS", own: "Eigene Stunden" },
  auditorsWords: "Worte eures Prüfers",
  auditorsWordsHelp: "Aus ihnen folgt die Stichprobe, so dass niemand sie aussuchen kann.",
  none: "Noch keine Tests",
  noneText: "Fordere einen an und gib ihn eurem Prüfer: jede Zahl lässt sich nachzählen.",
  period: "Zeitraum",
  asked: (preset, by) => `${preset}, angefordert von ${by}`,
  state: "Zustand",
  states: {
    queued: "Wartet",
    running: "Entsteht",
    ready: "Fertig",
    failed: "Gescheitert",
    expired: "Abgelaufen",
    withdrawn: "Zurückgezogen"
  },
  progress: (done, total) => `${done} von ${total}`,
  requested: "Gestartet",
  download: "Herunterladen"
}
