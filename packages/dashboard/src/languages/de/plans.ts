import type { Words } from "../en.ts"

export const plans: Words["plans"] = {
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
