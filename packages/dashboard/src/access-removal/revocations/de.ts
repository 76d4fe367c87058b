import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"
import type { RevocationEffect, RevocationRemainder, RevocationUndo } from "@svc/contract/revocations/schema"
import type { Results } from "./result.ts"

const plural = plurals("de")

const revocationEffects: Readonly<Record<RevocationEffect, string>> = {
  sets_auto_reply: "Abwesenheitsnotiz einschalten",
  transfers_files: "Übertragung der Dateien an die hinterlegte Führungskraft starten",
  ends_sessions: "Sitzungen in der App beenden",
  signs_out_everywhere: "abmelden, auch bei Apps mit Universal Logout",
  revokes_tokens: "Tokens widerrufen",
  revokes_app_access: "Zugriff anderer Apps widerrufen",
  deletes_app_passwords: "App-Passwörter löschen",
  revokes_sso_credentials: "vorhandene, für Single Sign-on zugelassene Tokens und Schlüssel widerrufen",
  removes_sso_identity: "eine vorhandene Single-Sign-on-Identität entfernen",
  removes_membership: "Person aus der Organisation entfernen",
  suspends_account: "Konto sperren",
  suspends_or_deactivates_account: "Konto sperren oder, wo das nicht geht, deaktivieren",
  deactivates_account: "Konto deaktivieren",
  deactivates_or_removes_account: "Konto deaktivieren oder aus dem Workspace entfernen",
  disables_account: "Konto deaktivieren",
  requests_removal: "Aufforderung senden, den Zugriff zu entfernen",
  requests_token_revocation: "Aufforderung senden, Sitzungen und Tokens zu beenden",
  verifies_result: "danach das Ergebnis prüfen"
}

const remainders: Readonly<Record<RevocationRemainder, string>> = {
  sessions_outside_universal_logout: "Sitzungen in Apps ohne Universal Logout können bis zu ihrem Ablauf bestehen.",
  sessions_in_other_apps: "Sitzungen in anderen Apps werden nicht beendet.",
  open_sessions: "Offene Sitzungen lassen sich nicht beenden. Sie bestehen bis zu ihrem Ablauf.",
  sessions_for_minutes: "Bis die Sitzungen enden, können einige Minuten vergehen.",
  personal_account: "Das persönliche Konto bleibt bei der Person. Nur die Mitgliedschaft endet."
}

const undo: Readonly<Record<RevocationUndo, string>> = {
  restorable: "Wiederherstellbar",
  new_invitation: "Braucht eine neue Einladung"
}

const inApps = (count: number) => plural(count, { one: "# App", other: "# Apps" })

const resultOf = (
  { all, confirmed, failed, manual, revoked, skipped, verified }: Results,
  failedNames: ReadonlyArray<string>
) => {
  const some = `Zugriff auf ${revoked.length} von ${inApps(all)} entzogen`
  if (failed.length > 0) return `${some}, ${failed.length === 1 ? failedNames.join() : failed.length} fehlgeschlagen`
  if (manual.length > 0) return `${some}, ${inApps(manual.length)} manuell zu entfernen`
  if (skipped.length === all) return "Kein Konto gefunden"
  if (verified.length === all) return `Zugriff auf ${inApps(all)} entzogen und verifiziert`
  if (confirmed.length > 0) return `${some}, ${confirmed.length} manuell bestätigt`
  return revoked.length === all ? `Zugriff auf ${inApps(all)} entzogen` : some
}

const proofOf = (name: string, { confirmed, revoked, skipped, verified }: Results) => {
  const reported = revoked.length - verified.length
  const parts = [
    ...(verified.length > 0 ? [`in ${inApps(verified.length)} verifiziert`] : []),
    ...(reported > 0 ? [`von ${inApps(reported)} gemeldet`] : []),
    ...(confirmed.length > 0 ? [`für ${inApps(confirmed.length)} manuell bestätigt`] : []),
    ...(skipped.length > 0 ? [`kein Konto in ${inApps(skipped.length)} gefunden`] : [])
  ]
  return parts.length === 0 ? name : `${name}: ${parts.join(", ")}`
}

export const revocations: typeof en.revocations = {
  title: "Apps",
  none: "Keine Apps ausgewählt",
  noneText: "Wähle Apps aus, oder bestätige, dass es keinen Zugriff zu entziehen gibt.",
  app: "App",
  state: "Status",
  proof: "Beleg",
  when: "Zeitpunkt",
  outcomes: {
    revoked: "Entzogen",
    failed: "Fehlgeschlagen",
    manual_required: "Manuell",
    skipped: "Kein Konto gefunden",
    stopped: "Abgebrochen"
  },
  open: "Nicht gestartet",
  confirmed: "Manuell entfernt",
  verified: "In der App verifiziert",
  stillActive: "Noch aktiv",
  foundForFormer: "Frühere Person",
  seenActive: "In der App aktiv",
  claimed: "Von der App gemeldet",
  byHand: "Manuell bestätigt",
  dialogTitle: (name) => `Zugriff von ${name} jetzt entziehen?`,
  dialogText: "Gesendet wird erst, wenn du bestätigst. Apps ohne Konto werden übersprungen.",
  scheduled: (when) => `Der automatische Entzug ist für ${when} geplant.`,
  chosenApps: (chosen, all) => `${chosen} von ${inApps(all)}`,
  revokeIn: (count) => `Zugriff auf ${inApps(count)} entziehen`,
  dialogRunning: (name) => `Zugriff von ${name} wird entzogen`,
  staysRunning: (done, all) =>
    `${done} von ${inApps(all)} fertig. Der Lauf geht weiter, wenn du diesen Dialog schließt.`,
  doneOf: (done, all) => `${done} von ${inApps(all)} fertig`,
  appsDone: "Fertige Apps",
  waiting: "Wartet",
  revoking: "Wird entzogen",
  resultOf,
  proofOf,
  recorded: "Im Audit-Log festgehalten.",
  done: "Fertig",
  close: "Schließen",
  blocked: (why) => `Blockiert den Entzug: ${why}`,
  unsigned: (count) =>
    plural(count, {
      one: "# Dokument ist noch nicht unterschrieben",
      other: "# Dokumente sind noch nicht unterschrieben"
    }),
  mailboxGoes: (apps) =>
    `Dieser Lauf entzieht den Zugriff auf das Postfach (${apps}). Die Person sieht die Signaturanfrage dann möglicherweise nicht.`,
  seeDocuments: "Dokumente öffnen",
  survives: remainders,
  undo,
  effects: revocationEffects,
  effectsOf: ([first = "", ...rest]) => `${[first.slice(0, 1).toUpperCase() + first.slice(1), ...rest].join(", ")}.`,
  notVerified: "Die App zeigt keinen Kontostatus, deshalb wird das Ergebnis nicht verifiziert.",
  calls: (count) => plural(count, { one: "# Aufruf bei der App", other: "# Aufrufe bei der App" }),
  orphaned: (kind, label, newOwner) =>
    newOwner === null ? `${kind} „${label}“ wird beendet` : `${kind} „${label}“ wird an ${newOwner} übertragen`,
  orphanedText:
    "Verwaiste Objekte werden vor dem Konto bearbeitet. Findet die Prüfung direkt vor dem Entzug weitere, werden auch sie beendet.",
  seeLeftBehind: "Verwaiste Objekte öffnen",
  removedTitle: (service) => `${service} als entfernt markieren?`,
  removedText: "Wird unter deinem Namen als manuell bestätigt festgehalten, nicht als verifiziert.",
  removed: "Als entfernt markieren",
  reason: "Notiz (optional)",
  reasonHelp: "Wie oder warum du das Konto entfernt hast.",
  underWay: (done, all) => `Zugriff wird entzogen: ${done} von ${all} Apps fertig`,
  begins: "Entzug startet…",
  heldTitle: "Dieser Entzug muss manuell gestartet werden",
  heldText:
    "Ein API-Schlüssel hat diesen Austritt angelegt. Der Zugriff endet heute oder hätte schon enden sollen. Das heutige Limit für automatische Entzüge per API-Schlüssel ist erreicht. Prüfe die Person, dann starte den Entzug.",
  oneAtATime: "Wenn dieser Lauf fertig ist, kannst du einen weiteren starten oder die Apps ändern.",
  nothingConfirmed: "Bestätigt: kein Zugriff zu entziehen",
  confirmNothing: "Bestätigen: kein Zugriff",
  act: "Aktionen",
  again: "Erneut versuchen",
  activeText:
    "Das Konto war nach dem Entzug noch aktiv. Versuche es erneut, oder entferne es in der App und markiere es als entfernt.",
  doneForAnother:
    "Für ein anderes Konto entzogen: Die E-Mail-Adresse dieses Austritts wurde danach geändert. Entziehe den Zugriff erneut.",
  formerPerson: "für die frühere Person dieses Austritts",
  askedFor: (email) => `Angefordert für ${email}`,
  account: (name, id) => (name === null ? `Konto-ID ${id}` : `Konto ${name} (ID ${id})`),
  notRetried: "Kein automatischer neuer Versuch.",
  nextTry: (when) => `Neuer Versuch automatisch am ${when}, wenn der Zugriff endet.`,
  nextRetry: (when, retry) => `Neuer Versuch automatisch am ${when} (Versuch ${retry} von 7).`,
  retriesEnded: (when) =>
    `Automatische Versuche am ${when} beendet. Versuche es erneut, oder entferne das Konto in der App und markiere es als entfernt.`,
  removalsFailed: (failed, all) =>
    plural(all, { one: `${failed} von # Entzug fehlgeschlagen`, other: `${failed} von # Entzügen fehlgeschlagen` }),
  failedIn: (app) => `${app}: Entzug fehlgeschlagen.`,
  activeIn: (app) => `${app}: Konto noch aktiv.`,
  removedAndVerified: (app) => `${app}: Zugriff entzogen und verifiziert.`,
  removedUnverified: (app) => `${app}: Zugriff entzogen, laut Meldung der App.`,
  removedIn: (count, verified) =>
    `${plural(count, { one: "Zugriff in # App entzogen", other: "Zugriff in # Apps entzogen" })}, ${verified} verifiziert.`,
  noAccountIn: (apps) => `Kein Konto gefunden: ${apps}.`,
  details: "Details",
  whatHappened: "Was passiert ist",
  nextRetryTitle: "Nächster Versuch",
  accountTitle: "Konto",
  retry: "Erneut versuchen",
  markRemoved: "Als entfernt markieren",
  retryNow: "Jetzt wiederholen",
  markRemovedForm: "Als entfernt markieren…",
  endedFailed: (name, failed, all, apps) => `${name}: ${failed} von ${all} Entzügen fehlgeschlagen (${apps})`,
  endedManual: (name, apps) => `${name}: Zugriff manuell entfernen in ${apps}`,
  endedWell: (name, count) =>
    count === 0
      ? `${name}: kein Konto gefunden`
      : `${name}: ${plural(count, { one: "Zugriff auf # App entzogen", other: "Zugriff auf # Apps entzogen" })}`,
  viewResult: "Ergebnis ansehen",
  revoke: "Zugriff jetzt entziehen",
  started: (count) =>
    plural(count, { one: "Zugriff auf # App wird entzogen", other: "Zugriff auf # Apps wird entzogen" }),
  choose: "Apps auswählen",
  chooseTitle: "Apps für diesen Austritt auswählen",
  chooseText:
    "Der Zugriff auf die ausgewählten Apps wird entzogen, wenn der Zugriff der Person endet oder wenn jemand einen Entzug startet.",
  nothingConnected: "Keine verbundene App unterstützt den Entzug.",
  staysChosen: "Erledigt; bleibt ausgewählt",
  staysActive: "Noch aktiv; bleibt ausgewählt",
  history: "Läufe",
  stepsOf: (when) => `Apps im Lauf vom ${when}`,
  waits: "Ausstehend",
  now: "jetzt",
  by: (name) => `durch ${name}`,
  byService: "automatischer Lauf",
  bySchedule: "geplanter Lauf",
  byRetry: (retry) => `automatischer Versuch ${retry} von 7`,
  came: (revoked, all) => `${revoked} von ${all} entzogen`,
  runs: "Läuft",
  foundActive: "Nach dem Entzug aktive Konten",
  lastSeen: "Zuletzt gesehen",
  resolve: "Klären",
  resolveTitle: (service) => `Konto in ${service} klären`,
  resolveText: "Es war entzogen, bei der letzten Prüfung der App aber aktiv.",
  resolution: "Ergebnis",
  resolutions: {
    revoked: "Erneut entzogen",
    gone: "Nicht mehr aktiv",
    removed: "Manuell entfernt",
    accepted: "Risiko akzeptiert"
  }
}
