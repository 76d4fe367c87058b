import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

const parts: ReadonlyMap<string, string> = new Map([
  ["kind", "Art"],
  ["person", "Person"],
  ["last day", "Letzter Tag"],
  ["reason", "Grund"],
  ["apps", "Apps"],
  ["case", "Austritt"]
])

export const initiations: typeof en.initiations = {
  title: "Anträge",
  about: "Austrittsanträge und ihre Freigaben.",
  create: "Austritt beantragen",
  createText: "Der Austritt wird mit der Freigabe angelegt.",
  submit: "Antrag stellen",
  views: { all: "Alle", mine: "Meine", to_decide: "Zu prüfen" },
  states: { pending: "Ausstehend", approved: "Freigegeben", rejected: "Abgelehnt" },
  none: {
    all: "Noch keine Anträge",
    mine: "Du hast noch keine Anträge",
    to_decide: "Keine Anträge zu prüfen"
  },
  noneText: "Anträge und der Stand ihrer Freigabe erscheinen hier.",
  state: "Status",
  anyState: "Alle Status",
  step: (step, of) => `Schritt ${step} von ${of}`,
  person: "Person",
  by: "Beantragt von",
  asked: "Beantragt",
  you: "dir",
  gone: "ehemaliges Mitglied",
  lastDay: "Letzter Tag",

  notes: "Notizen",
  notesHelp: "Werden verschlüsselt mit dem Antrag gespeichert.",
  sealed: "Verschlüsselt gespeichert; hier nicht angezeigt",
  chain: "Freigabekette",
  noChain: "HR oder ein Admin",
  defaultChain: (name) => `${name} (Standard)`,
  chooseApps: "Wähle mindestens eine App, oder bestätige, dass es keinen Zugriff zu entziehen gibt",
  chooseAppsFirst: "Keine Apps ausgewählt. Bearbeite zuerst den Antrag.",

  asksFor: "Angaben zum Antrag",
  approval: "Freigabe",
  roles: { superadmin: "Super-Admin", admin: "Admin", hr: "HR", manager: "Führungskraft" },
  ownRole: "Mitglieder mit eigener Rolle",
  turnOf: (who) => `Wartet auf ${who}`,
  orDelegate: (who, delegate) => `${delegate} (Vertretung) oder ${who}`,
  later: "nicht entschieden",
  decidedBy: (who, when) => `${who}, ${when}`,
  stepsLeft: (count) => plural(count, { one: "danach noch # Schritt", other: "danach noch # Schritte" }),
  anyHr: "HR oder ein Admin entscheidet.",
  notRequired: "Keine Freigabe erforderlich.",
  begun: "Austritt gestartet",
  openCase: "Austritt öffnen",
  rejectedFor: "Grund der Ablehnung",
  more: "Mehr",

  approve: "Freigeben",
  approveIt: "Antrag freigeben",
  approveTitle: (name) => `Antrag für ${name} freigeben?`,
  approveText:
    "Mit der Freigabe wird der Austritt mit seinen Aufgaben angelegt. Der Zugriff endet wie im Antrag angegeben.",
  approveStepText: "Der Antrag geht zum nächsten Schritt der Freigabe.",
  note: "Notiz (optional)",
  noteHelp: "Erscheint im Verlauf des Antrags.",
  approved: (name) => `Freigegeben: Austritt von ${name} gestartet`,
  stepApproved: "Schritt freigegeben",
  reject: "Ablehnen",
  rejectIt: "Antrag ablehnen",
  rejectTitle: (name) => `Antrag für ${name} ablehnen?`,
  rejectText:
    "Es wird kein Austritt angelegt. Antragsteller:in wird benachrichtigt und kann einen neuen Antrag stellen.",
  reason: "Grund",
  reasonHelp: "Sichtbar für Antragsteller:in.",
  rejected: "Antrag abgelehnt",
  delegate: "Delegieren",
  delegateTitle: "Schritt delegieren",
  delegateText: "Gilt nur für diesen Schritt. Du kannst weiterhin entscheiden.",
  delegateTo: "Delegieren an",
  choose: "Wählen",
  delegated: (name) => `An ${name} delegiert`,
  edit: "Bearbeiten",
  editTitle: "Antrag bearbeiten",
  editText: "Änderst du Name, E-Mail, letzten Tag oder Apps, verfallen die bisherigen Freigaben.",
  save: "Speichern",
  saved: "Gespeichert",
  withdraw: "Zurückziehen",
  withdrawIt: "Antrag zurückziehen",
  withdrawTitle: (name) => `Antrag für ${name} zurückziehen?`,
  withdrawText: "Der Antrag wird gelöscht, bis auf seinen Eintrag im Audit-Log. Die Person ist nicht betroffen.",
  withdrawn: "Antrag zurückgezogen",

  proposal: {
    by: (agent) => `Vorgeschlagen von einem KI-Assistenten: ${agent}`,
    kinds: {
      offboarding: "Mit der Freigabe wird der Austritt angelegt.",
      revocation: "Mit der Freigabe wird der Zugriff sofort entzogen. Den Austritt gibt es schon."
    },
    revocation: {
      approveTitle: (name) => `Zugriff von ${name} jetzt entziehen?`,
      approveText: "Der Entzug startet sofort in den Apps des Plans. Es wird kein neuer Austritt angelegt.",
      approved: (name) => `Freigegeben: Zugriff von ${name} wird entzogen`
    },
    unproved: (key) =>
      `Gestellt mit dem API-Schlüssel ${key}. Den Namen gibt der Assistent selbst an. Zum Freigeben brauchst du dein Passwort.`,
    changed: "Der Plan hat sich geändert und lässt sich nicht freigeben",
    change: (part, was, is) => (was === null && is === null ? part : `${part}: ${was ?? "–"} → ${is ?? "–"}`),
    plan: "Plan zur Freigabe",
    part: (name) => parts.get(name) ?? name,
    asShown: "wie hier gezeigt",
    digest: "SHA-256"
  }
}
