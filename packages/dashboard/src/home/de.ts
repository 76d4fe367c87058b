import { plurals } from "#languages/plural.ts"
import type * as en from "./en.ts"

const plural = plurals("de")

export const home: typeof en.home = {
  title: "Start",
  hello: (name) => `Hallo, ${name}`,
  unsigned: "NDAs ohne Unterschrift",
  unsignedBeside: (closed) => (closed === 0 ? "keiner ohne NDA abgeschlossen" : `${closed} ohne NDA abgeschlossen`),
  start: "Neuer Austritt",
  request: "Austritt beantragen",
  headline: (today, failed) =>
    `${today === 0 ? "Heute hat niemand den letzten Tag" : plural(today, { one: "# Person hat heute den letzten Tag", other: "# Personen haben heute den letzten Tag" })}${failed === 0 ? "" : `, ${plural(failed, { one: "bei # Austritt ist ein Entzug fehlgeschlagen", other: "bei # Austritten sind Entzüge fehlgeschlagen" })}`}.`,
  open: "Offene Austritte",
  soon: (count) => plural(count, { one: "# in den nächsten 14 Tagen", other: "# in den nächsten 14 Tagen" }),
  late: (count) => `${count} nach dem letzten Tag`,
  sla: "Überfällige Aufgaben",
  slaBeside: "betroffene Austritte",
  atRisk: (count) => plural(count, { one: "# gefährdete Frist", other: "# gefährdete Fristen" }),
  attentionTitle: "Handlungsbedarf",
  attentionShow: "Anzeigen",
  attentionNone: "Kein Handlungsbedarf",
  attentionMore: "Alle anzeigen",
  attentionShown: (shown, total) => `${shown} von ${total} angezeigt`,
  views: { all: "Alle", access: "Zugriff", approvals: "Freigaben", overdue: "Überfällig" },
  attention: {
    failed_removal: {
      title: ({ person, subject }) => `${subject}: Zugriff von ${person} nicht entzogen`,
      below: ({ next }) =>
        next === null
          ? "Kein automatischer Versuch geplant. Versuche es erneut oder markiere ihn als entfernt."
          : `Nächster Versuch: ${next}`,
      act: "Prüfen"
    },
    reactivated: {
      title: ({ person, subject }) => `${subject}: Konto von ${person} ist nach dem Entzug aktiv`,
      below: () => "Entziehe den Zugriff erneut oder akzeptiere das Konto mit Begründung.",
      act: "Prüfen"
    },
    connection_refused: {
      title: ({ subject }) => `${subject} lehnt unsere Zugangsdaten ab`,
      below: ({ subject }) => `Verbinde ${subject} neu, damit dort Zugriff entzogen werden kann.`,
      act: "Neu verbinden"
    },
    deadline_missed: {
      title: ({ count, person }) =>
        `${person}: ${plural(count, { one: "# überfällige Aufgabe", other: "# überfällige Aufgaben" })}`,
      below: ({ count, subject }) => (count === 1 ? subject : `Zuerst: ${subject}`),
      act: "Aufgaben öffnen"
    },
    approval: {
      title: ({ person }) => `${person}: Antrag wartet auf deine Freigabe`,
      below: ({ day, subject }) =>
        subject === "" ? `Letzter Tag: ${day}` : `Beantragt von ${subject}, letzter Tag: ${day}`,
      act: "Antrag prüfen"
    },
    equipment_late: {
      title: ({ person, subject }) =>
        person === "" ? `${subject} nicht zurückgegeben` : `${person}: ${subject} nicht zurückgegeben`,
      below: ({ day }) => `Fällig am ${day}`,
      act: "Geräte öffnen"
    },
    document_unsigned: {
      title: ({ count, person }) =>
        `${person}: ${plural(count, { one: "# Dokument ohne Unterschrift", other: "# Dokumente ohne Unterschrift" })}`,
      below: ({ day, subject }) => `${subject}, letzter Tag: ${day}`,
      act: "Dokumente öffnen"
    },
    no_apps: {
      title: ({ person }) => `${person}: keine Apps ausgewählt`,
      below: ({ day }) => `Letzter Tag: ${day}. Wähle die Apps aus oder bestätige, dass es keine gibt.`,
      act: "Apps auswählen"
    }
  },
  strip: "Die nächsten 14 Tage",
  leavingOn: (day, people) => `${day}: ${plural(people, { one: "# Austritt", other: "# Austritte" })}`,
  today: "Heute",
  tomorrow: "Morgen",
  inDays: (days) => `In ${days} Tagen`,
  access: "Zugriff",
  appsFailed: (count) => plural(count, { one: "# Entzug fehlgeschlagen", other: "# Entzüge fehlgeschlagen" }),
  appsNone: "Keine Apps ausgewählt",
  appsClosed: (closed, all) => `${closed} von ${all} Apps entzogen`,
  endsAt: (moment) => `Zugriff endet ${moment}`,
  endsUnknown: "Kein Ende geplant",
  tasks: "Aufgaben",
  tasksDone: (done, all) => `${done} von ${all} erledigt`,
  myTasks: "Meine Aufgaben",
  myTasksNone: "Keine offenen Aufgaben",
  myTasksNoneText: "Aufgaben deiner Rolle erscheinen hier.",
  taskDone: "Aufgabe erledigt",
  allTasks: (count) => `Alle ${count} anzeigen`,
  fewerTasks: "Weniger anzeigen",
  activity: "Aktivität",
  activityNone: "Noch keine Aktivität",
  activityWhat: "Ereignis",
  activityWhen: "Zeit",
  setUp: "Erste Schritte",
  setUpDone: (done, all) => `${done} von ${all} erledigt`,
  stepDone: "Erledigt",
  stepOpen: "Zu tun",
  steps: {
    zone: { name: "Zeitzone festlegen, in der der Zugriff endet", act: "Zeitzone festlegen" },
    app: { name: "Die erste App verbinden", act: "App verbinden" },
    people: { name: "Personen ins Verzeichnis aufnehmen", act: "Personen hinzufügen" },
    members: { name: "Kollegin oder Kollegen einladen", act: "Einladen" },
    told: { name: "Identitätsanbieter verbinden oder Webhook hinzufügen", act: "Webhook hinzufügen" },
    first: { name: "Den ersten Austritt starten", act: "Starten" }
  },
  residual: "Restzugriff",
  residualBeside: "noch aktive Konten",
  equipment: "Geräte noch nicht zurück",
  equipmentBeside: (lost) => (lost === 0 ? "keine verloren" : `${lost} verloren`),
  nextTitle: "Anstehende Austritte",
  nextNone: "Keine Austritte in den nächsten 14 Tagen",
  nextNoneText: "14 Tage vor dem letzten Tag erscheinen Austritte hier mit ihren offenen Aufgaben.",
  recoveryTitle: "Ausstehende Geräte",
  recoveryText: "Ausstehende Geräte nach Rückgabetermin",
  recoveryNone: "Keine Rückgabe fällig",
  recoveryNoneText: "Geräte mit Rückgabetermin erscheinen hier.",
  buckets: {
    "overdue-30d+": "Über 30 Tage überfällig",
    "overdue-8-30d": "8–30 Tage überfällig",
    "overdue-1-7d": "1–7 Tage überfällig",
    "due-0-7d": "In 7 Tagen fällig",
    "due-8d+": "Später fällig"
  },
  late1: "Überfällig",
  due1: "Fällig",
  all: "Alle Austritte"
}
