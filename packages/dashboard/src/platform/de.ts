import type * as en from "./en.ts"
import { unfit } from "./unfit.de.ts"

export const common: typeof en.common = {
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

export const failures: typeof en.failures = {
  unreachable: {
    title: "Der Dienst antwortet nicht",
    text: "Prüfe deine Verbindung. Dieser Teil lädt neu, sobald der Dienst wieder antwortet.",
    unsaved:
      "Deine Änderung ist vielleicht nicht gespeichert. Prüfe deine Verbindung und sieh nach, bevor du es noch einmal versuchst."
  },
  unexpected: {
    title: "Etwas hat nicht gepasst",
    text: "Vielleicht wurde der Dienst erneuert, seit diese Seite offen ist."
  },
  denied: {
    title: "Das darfst du nicht sehen",
    text: (permission) =>
      permission === undefined
        ? "Bitte die Verwaltung deiner Organisation um Zugang."
        : `Es braucht das Recht „${permission}“. Bitte die Verwaltung deiner Organisation darum.`
  },
  plan: {
    title: "Nicht in eurem Tarif",
    text: (feature, from, now) => `„${feature}“ gehört zum Tarif ${from}. Eurer jetzt: ${now}.`
  },
  suspended: { title: "Eure Organisation ist gesperrt", text: "Wende dich an den Support." },
  noOrganisation: {
    title: "Du gehörst zu keiner Organisation",
    text: "Öffne die Einladung, die dir zugesandt wurde. Bis dahin kannst du dein eigenes Konto verwalten."
  },
  limited: { title: "Zu viele Anfragen", text: "Warte eine Minute und versuche es noch einmal." },
  readOnly: {
    title: "Eure Organisation kann nur lesen",
    text: "Ihre Probezeit oder ihr Tarif ist zu Ende. Ein Super-Admin kann dafür sorgen, dass sie wieder einen hat; dann lässt sich wieder ändern."
  },
  notFound: {
    title: "Nicht gefunden",
    text: "Gelöscht, aus einer anderen Organisation, oder nicht für dich zu sehen."
  }
}

export const plans: typeof en.plans = {
  names: { none: "Kein Tarif", trial: "Probe", starter: "Starter", team: "Team", enterprise: "Enterprise" },
  features: {
    identityProviders: "Anmeldung und Entzug über Identitätsdienste",
    checklistTemplates: "Eigene Checklisten",
    fileUploads: "Hochgeladene Dokumente",
    slackNotifications: "Mitteilungen in Slack und Teams",
    publicApi: "Öffentliche API",
    webhooks: "Webhooks",
    managerInitiation: "Anträge von Führungskräften und ihre Freigabe",
    pdfExport: "Berichte als PDF",
    esignature: "Elektronische Unterschrift",
    tamperEvidentAudit: "Fälschungssicheres Protokoll",
    azureAd: "Microsoft Entra ID",
    hrisIntegration: "Anbindung von HR-Systemen",
    itTickets: "Tickets der IT",
    scheduledReports: "Regelmäßige Berichte",
    exitInterviewScheduling: "Austrittsgespräche",
    smsNotifications: "Mitteilungen per SMS",
    scim: "SCIM",
    siem: "Weitergabe an ein SIEM",
    extendedIdentityProviders: "Weitere Identitätsdienste",
    slaComplianceDashboard: "Auswertung der Fristen"
  },
  from: (plan) => `Ab ${plan}`,
  see: "Tarif ansehen"
}
