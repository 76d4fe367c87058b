import type * as en from "./en.ts"
import { unfit } from "./unfit.de.ts"

export const common: typeof en.common = {
  retry: "Erneut versuchen",
  undo: "Rückgängig",
  cancel: "Abbrechen",
  needed: "Erforderlich",
  unfit,
  findZone: "Stadt, Region oder UTC-Abweichung",
  copy: "Kopieren",
  copied: "Kopiert",
  asTable: "Als Tabelle anzeigen",
  withoutTable: "Tabelle ausblenden",
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
    title: "Server nicht erreichbar",
    text: "Prüfe deine Verbindung. Dieser Teil lädt neu, sobald der Server antwortet.",
    unsaved:
      "Deine Änderung ist vielleicht nicht gespeichert. Prüfe Verbindung und Daten, bevor du es erneut versuchst."
  },
  unexpected: {
    title: "Unerwartete Antwort",
    text: "Der Dienst wurde möglicherweise aktualisiert. Lade die Seite neu."
  },
  denied: {
    title: "Du hast keinen Zugriff",
    text: (permission) =>
      permission === undefined
        ? "Bitte einen Admin um Zugriff."
        : `Du brauchst die Berechtigung „${permission}“. Wende dich an einen Admin.`
  },
  plan: {
    title: "Nicht in eurem Tarif enthalten",
    text: (feature, from, now) => `„${feature}“ ist im Tarif ${from} enthalten. Euer aktueller Tarif: ${now}.`
  },
  suspended: { title: "Eure Organisation ist gesperrt", text: "Wende dich an den Support, um sie zu reaktivieren." },
  noOrganisation: {
    title: "Du gehörst zu keiner Organisation",
    text: "Um beizutreten, öffne die Einladung in deinen E-Mails. Bis dahin kannst du dein Konto verwalten."
  },
  limited: { title: "Zu viele Anfragen", text: "Versuche es in einer Minute erneut." },
  readOnly: {
    title: "Eure Organisation ist schreibgeschützt",
    text: "Der Testzeitraum oder der Tarif ist abgelaufen. Bitte einen Super-Admin, den Tarif zu verlängern."
  },
  notFound: {
    title: "Nicht gefunden",
    text: "Diese Seite gibt es nicht, oder du hast keinen Zugriff darauf."
  }
}

export const plans: typeof en.plans = {
  names: { none: "Kein Tarif", trial: "Test", starter: "Starter", team: "Team", enterprise: "Enterprise" },
  features: {
    identityProviders: "Anmeldung und Entzug über Identitätsanbieter",
    checklistTemplates: "Eigene Checklisten",
    fileUploads: "Dokument-Uploads",
    slackNotifications: "Mitteilungen in Slack und Teams",
    publicApi: "Öffentliche API",
    webhooks: "Webhooks",
    managerInitiation: "Anträge und Freigaben für Führungskräfte",
    pdfExport: "PDF-Berichte",
    esignature: "Elektronische Signatur",
    tamperEvidentAudit: "Manipulationssicheres Audit-Log",
    azureAd: "Microsoft Entra ID",
    hrisIntegration: "HR-Systeme",
    itTickets: "IT-Tickets",
    scheduledReports: "Geplante Berichte",
    exitInterviewScheduling: "Austrittsgespräche",
    smsNotifications: "Mitteilungen per SMS",
    scim: "SCIM",
    siem: "Weiterleitung an ein SIEM",
    extendedIdentityProviders: "Weitere Identitätsanbieter",
    slaComplianceDashboard: "Berichte zu Aufgabenfristen"
  },
  from: (plan) => `Ab ${plan}`,
  see: "Tarif ansehen"
}
