import type * as en from "./en.ts"

export const hris: typeof en.hris = {
  title: "HR-Prüfung",
  about: "Änderungen aus dem HR-System oder Verzeichnis, über die du entscheidest.",
  none: "Keine Änderungen zu prüfen",
  noneText: "Austritte, über die nach einem Abgleich zu entscheiden ist, erscheinen hier.",
  noneSo: "Keine Treffer",
  connect: "HR-System verbinden",
  person: "Person",
  found: "Befund",
  lastDay: "Letzter Tag",
  notSaid: "nicht angegeben",
  at: "Gefunden",
  state: "Status",
  waitingOnly: "Ausstehend",
  actions: "Aktionen",
  origins: { hris: "HR-System", "azure-ad": "Verzeichnis von Entra ID" },
  kinds: {
    left_without_date: {
      name: "Ausgeschieden, ohne letzten Tag",
      does: "Startet einen Austritt mit dem letzten Tag unten."
    },
    left_in_past: {
      name: "Letzter Tag in der Vergangenheit",
      does: "Startet einen Austritt mit dem letzten Tag unten."
    },
    date_changed: { name: "Letzter Tag geändert", does: "Verschiebt den offenen Austritt auf den letzten Tag unten." },
    rescinded: { name: "Scheidet doch nicht aus", does: "Bricht den offenen Austritt ab." },
    account_disabled: { name: "Konto deaktiviert", does: "Startet einen Austritt mit dem letzten Tag unten." },
    many_at_once: {
      name: "Ungewöhnlich viele Austritte",
      does: "Startet einen Austritt mit dem letzten Tag unten. Prüfe vorher, ob die Quelle stimmt."
    }
  },
  statuses: { waiting: "Ausstehend", accepted: "Angenommen", dismissed: "Verworfen", withdrawn: "Gilt nicht mehr" },
  accept: "Annehmen",
  acceptTitle: (name) => `Befund zu ${name} annehmen?`,
  reason: "Grund",
  reasonHelp: "Wird im Austritt festgehalten.",
  separation: "Austrittsgrund",
  allApps:
    "Der Zugriff wird in jeder verbundenen App entzogen, die das unterstützt. Im Austritt lässt sich das ändern.",
  accepted: (name) => `Befund zu ${name} angenommen`,
  dismiss: "Verwerfen",
  dismissTitle: (name) => `Befund zu ${name} verwerfen?`,
  dismissText: "Es ändert sich nichts, und dieser Befund wird nicht noch einmal gemeldet.",
  dismissReason: "Grund",
  dismissReasonHelp: "Optional. Wird im Audit-Log festgehalten.",
  dismissed: (name) => `Befund zu ${name} verworfen`,
  offboarding: "Austritt öffnen"
}
