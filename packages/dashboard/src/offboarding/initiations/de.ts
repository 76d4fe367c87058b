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
  about: "Bitten um einen Austritt, und wer ihnen zustimmt.",
  create: "Um einen Austritt bitten",
  createText: "Ist er genehmigt, entsteht der Austritt von selbst.",
  submit: "Antrag senden",
  views: { all: "Alle", mine: "Meine", to_decide: "Zu entscheiden" },
  states: { pending: "Wartet auf Zustimmung", approved: "Genehmigt", rejected: "Abgelehnt" },
  none: {
    all: "Noch kein Antrag",
    mine: "Du hast noch um keinen Austritt gebeten",
    to_decide: "Nichts wartet auf dich"
  },
  noneText: "Bitte hier um den Austritt von jemandem aus deinem Team.",
  state: "Stand",
  anyState: "Jeder Stand",
  step: (step, of) => `Schritt ${step} von ${of}`,
  person: "Person",
  by: "Beantragt von",
  asked: "Beantragt",
  you: "dir",
  gone: "jemand, der nicht mehr da ist",
  lastDay: "Letzter Tag",

  notes: "Notizen",
  notesHelp: "Bleiben versiegelt beim Antrag.",
  sealed: "aufbewahrt, hier niemandem gezeigt",
  chain: "Wer zustimmen muss",
  noChain: "HR oder Administration",
  defaultChain: (name) => `${name} (wie üblich)`,
  chooseApps: "Wähl mindestens eine App, oder sag, dass es nichts zu entziehen gibt",
  chooseAppsFirst: "Keine App ist gewählt: bearbeite zuerst den Antrag",

  asksFor: "Worum gebeten wird",
  approval: "Zustimmung",
  roles: { superadmin: "Super-Admins", admin: "Admins", hr: "HR", manager: "Führungskräften" },
  ownRole: "denen mit einer eigenen Rolle",
  turnOf: (who) => `Es liegt bei ${who}`,
  orDelegate: (who, delegate) => `${delegate}, übergeben, oder bei ${who}`,
  later: "noch nicht",
  decidedBy: (who, when) => `${who}, ${when}`,
  stepsLeft: (count) => plural(count, { one: "danach noch # Schritt", other: "danach noch # Schritte" }),
  anyHr: "HR oder die Administration entscheidet.",
  notRequired: "Es war keine Zustimmung nötig.",
  begun: "Der Austritt hat begonnen",
  openCase: "Austritt öffnen",
  rejectedFor: "Abgelehnt, aus diesem Grund",
  more: "Mehr",

  approve: "Zustimmen",
  approveTitle: (name) => `Dem Austritt von ${name} zustimmen?`,
  approveText: "Der Austritt entsteht sofort, mit seinen Aufgaben, und der Zugang endet, wann er es sagt.",
  approveStepText: "Er geht weiter zum nächsten Schritt seiner Kette.",
  note: "Notiz",
  noteHelp: "Für den Verlauf; kann leer bleiben.",
  approved: (name) => `Genehmigt: der Austritt von ${name} hat begonnen`,
  stepApproved: "Zugestimmt: er wartet auf den nächsten Schritt",
  reject: "Ablehnen",
  rejectTitle: (name) => `Den Austritt von ${name} ablehnen?`,
  rejectText: "Das ist endgültig, und es entsteht kein Austritt. Wer darum bat, erfährt es und kann neu bitten.",
  reason: "Grund",
  reasonHelp: "Wer darum bat, liest ihn.",
  rejected: "Abgelehnt",
  delegate: "Übergeben",
  delegateTitle: "Diesen Schritt übergeben",
  delegateText: "Nur diesen Schritt. Du kannst weiter selbst entscheiden.",
  delegateTo: "An",
  choose: "Wählen",
  delegated: (name) => `Übergeben an ${name}`,
  edit: "Bearbeiten",
  editTitle: "Antrag bearbeiten",
  editText: "Ein anderer Name, Tag, eine andere Adresse oder Wahl von Apps nimmt die bisherigen Zustimmungen zurück.",
  save: "Speichern",
  saved: "Gespeichert",
  withdraw: "Zurückziehen",
  withdrawTitle: (name) => `Den Antrag für ${name} zurückziehen?`,
  withdrawText: "Es bleibt nur der Eintrag im Protokoll. Die Person bleibt unberührt.",
  withdrawn: "Zurückgezogen",

  proposal: {
    by: (agent) => `Von einem Assistenten vorgeschlagen: ${agent}`,
    kinds: {
      offboarding: "Genehmigt wird daraus ein Austritt.",
      revocation: "Genehmigt wird der Zugang sofort entzogen. Den Austritt gibt es schon."
    },
    revocation: {
      approveTitle: (name) => `Den Zugang von ${name} jetzt entziehen?`,
      approveText: "Der Entzug beginnt sofort, an den Apps des Plans. Es entsteht kein Austritt: Es gibt schon einen.",
      approved: (name) => `Genehmigt: der Zugang von ${name} wird entzogen`
    },
    unproved: (key) =>
      `Er kam mit dem API-Schlüssel ${key}. Den Namen gibt sich der Assistent selbst. Zum Genehmigen wird dein Passwort verlangt.`,
    changed: "Der Plan wäre inzwischen ein anderer, darum lässt er sich nicht genehmigen",
    change: (part, was, is) => (was === null && is === null ? part : `${part}: ${was ?? "–"} → ${is ?? "–"}`),
    plan: "Der Plan, dem zugestimmt wird",
    part: (name) => parts.get(name) ?? name,
    asShown: "wie hier gezeigt",
    digest: "SHA-256"
  }
}
