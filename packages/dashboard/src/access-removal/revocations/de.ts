import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"
import type { RevocationEffect } from "@svc/contract/revocations/schema"

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

export const revocations: typeof en.revocations = {
  title: "Apps",
  none: "Keine Apps gewählt",
  noneText: "Bestätige, dass nichts zu entziehen ist, oder wähle Apps.",
  app: "App",
  state: "Stand",
  proof: "Beleg",
  when: "Wann",
  outcomes: {
    revoked: "Entzogen",
    failed: "Fehlgeschlagen",
    manual_required: "Von Hand",
    skipped: "Dort unbekannt",
    stopped: "Abgebrochen"
  },
  open: "Noch nicht",
  confirmed: "Von Hand entfernt",
  verified: "In der App nachgelesen",
  stillActive: "Noch aktiv",
  foundForFormer: "Frühere Person",
  seenActive: "Als aktiv nachgelesen",
  claimed: "Die App sagt es",
  byHand: "Jemand sagt es",
  previewTitle: "Zugang jetzt entziehen?",
  stopsTheCut: (service) => `Bei ${service} muss vorher jemand übernehmen`,
  previewText: (name) =>
    `Beendet den Zugriff von ${name} in diesen Apps. Apps ohne Konto werden übersprungen. Gesendet wird erst, wenn du bestätigst.`,
  effects: revocationEffects,
  effectsOf: (app, effects) => `${app}: ${effects.join(", ")}.`,
  notVerified: "Die App zeigt keinen Stand, deshalb wird das Ergebnis nicht geprüft.",
  calls: (count) => plural(count, { one: "# Aufruf bei der App", other: "# Aufrufe bei der App" }),
  orphaned: (kind, label, newOwner) =>
    newOwner === null ? `${kind} „${label}“ wird beendet` : `${kind} „${label}“ geht an ${newOwner}`,
  orphanedText:
    "Verwaiste Objekte kommen vor dem Konto an die Reihe. Findet die Prüfung direkt vor dem Entzug weitere, werden auch sie beendet.",
  seeLeftBehind: "Ansehen, was zurückbleibt",
  removedTitle: (service) => `Von Hand aus ${service} entfernt?`,
  removedText: "Es steht unter deinem Namen im Protokoll, als Aussage eines Menschen und nicht als nachgelesen.",
  removed: "Entfernung bestätigen",
  reason: "Warum oder wie",
  reasonHelp: "Für alle, die später nachsehen; kann leer bleiben.",
  underWay: (done, all) => `Zugang wird entzogen: ${done} von ${all} Apps sind fertig`,
  begins: "Gleich wird der Zugang entzogen",
  heldTitle: "Ein Admin startet diesen Entzug",
  heldText:
    "Ein API-Schlüssel hat diesen Austritt angelegt. Der Zugriff endet heute oder hätte schon enden sollen. Das Tageslimit für automatische Entzüge per API-Schlüssel ist erreicht. Prüf die Person, dann starte den Entzug.",
  oneAtATime: "Bis dieser Lauf zu Ende ist, lässt sich kein anderer beginnen, und die Apps bleiben, wie sie sind.",
  nothingConfirmed: "Bestätigt: Es gibt nichts zu entziehen",
  confirmNothing: "Bestätigen, dass es nichts gibt",
  act: "Zu tun",
  again: "Erneut versuchen",
  activeText:
    "Die App zeigt das Konto nach dem Entzug als aktiv. Versuch es erneut, oder entferne es dort und bestätige die Entfernung.",
  doneForAnother:
    "Für ein anderes Konto entzogen: Die E-Mail-Adresse dieses Austritts hat sich seitdem geändert. Entzieh den Zugang erneut.",
  formerPerson: "für die frühere Person dieses Austritts",
  askedFor: (email) => `Angefordert für ${email}`,
  account: (name, id) => (name === null ? `Konto-ID ${id}` : `Konto ${name} (ID ${id})`),
  notRetried: "Kein automatischer neuer Versuch.",
  nextTry: (when) => `Neuer Versuch automatisch am ${when}, wenn der Zugriff endet.`,
  nextRetry: (when, retry) => `Neuer Versuch automatisch am ${when} (Versuch ${retry} von 7).`,
  retriesEnded: (when) =>
    `Automatische Versuche am ${when} beendet. Versuch es erneut, oder entferne das Konto dort und bestätige es.`,
  removalsFailed: (failed, all) =>
    plural(all, { one: `${failed} von # Entzug fehlgeschlagen`, other: `${failed} von # Entzügen fehlgeschlagen` }),
  retry: "Noch einmal versuchen",
  markRemoved: "Als entfernt markieren",
  allFailed: (count) => `Alle ${count} fehlgeschlagenen Entzüge`,
  endedFailed: (name, failed, all, apps) => `${name}: ${failed} von ${all} Entzügen fehlgeschlagen (${apps})`,
  endedManual: (name, apps) => `${name}: Zugriff von Hand entfernen in ${apps}`,
  endedWell: (name, count) =>
    count === 0
      ? `${name}: kein Konto gefunden`
      : `${name}: ${plural(count, { one: "Zugriff auf # App entzogen", other: "Zugriff auf # Apps entzogen" })}`,
  revoke: "Zugang jetzt entziehen",
  started: (count) => plural(count, { one: "# App wird entzogen", other: "# Apps werden entzogen" }),
  choose: "Apps wählen",
  chooseTitle: "Apps dieses Austritts",
  chooseText: "Der Zugang zu diesen wird entzogen, wenn er endet, oder wenn es jemand sagt.",
  nothingConnected: "Es ist keine App verbunden, in der sich Zugang entziehen ließe.",
  staysChosen: "erledigt, bleibt also",
  staysActive: "dort noch aktiv, bleibt also",
  history: "Läufe",
  stepsOf: (when) => `Apps des Laufs vom ${when}`,
  waits: "Wartet",
  now: "jetzt",
  by: (name) => `durch ${name}`,
  byService: "durch den Dienst",
  bySchedule: "wie geplant",
  byRetry: (retry) => `automatischer Versuch ${retry} von 7`,
  came: (revoked, all) => `${revoked} von ${all} entzogen`,
  runs: "Läuft",
  foundActive: "Konten, die nach dem Entzug aktiv waren",
  lastSeen: "Zuletzt gesehen",
  resolve: "Klären",
  resolveTitle: (service) => `Was ist mit dem Konto in ${service}?`,
  resolveText: "Es war entzogen, und war nutzbar, als die App zuletzt gefragt wurde.",
  resolution: "Ergebnis",
  resolutions: {
    revoked: "Erneut entzogen",
    gone: "Von selbst weg",
    removed: "Von Hand entfernt",
    accepted: "Darf bleiben"
  }
}
