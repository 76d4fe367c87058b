import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const leaverTest: typeof en.leaverTest = {
  title: "Leaver-Test",
  about: "Prüft Zugriffe, Entzug und Nachweise aller Ausgeschiedenen eines Zeitraums, nicht nur einer Stichprobe.",
  request: "Test starten",
  requestText: "Läuft im Hintergrund und ergibt ein signiertes ZIP. Du bekommst eine E-Mail, wenn es fertig ist.",
  start: "Test starten",
  from: "Letzter Tag ab",
  to: "Bis",
  preset: "Erlaubte Stunden",
  presetHelp: "Stunden nach üblicher Auslegung des Standards. Für Identität, E-Mail und Code gelten die kürzesten.",
  presets: { soc2: "SOC 2", nerc_cip_004: "NERC CIP-004", pci_dss: "PCI DSS", own: "Eigene Stunden" },
  auditorsWords: "Startphrase der Prüfung",
  auditorsWordsHelp: "Bestimmt die Stichprobe, damit niemand sie auswählen kann.",
  none: "Noch keine Tests",
  noneText: "Starte einen Test und gib ihn an die Prüfer weiter. Jede Zahl lässt sich nachrechnen.",
  period: "Zeitraum",
  asked: (preset, by) => `${preset}, angefordert von ${by}`,
  state: "Status",
  states: {
    queued: "In Warteschlange",
    running: "Läuft",
    ready: "Fertig",
    failed: "Fehlgeschlagen",
    expired: "Abgelaufen",
    withdrawn: "Zurückgezogen"
  },
  progress: (done, total) => `${done} von ${total}`,
  requested: "Gestartet",
  download: "Herunterladen",
  clock: "Beginn der Frist",
  clocks: {
    notice: "Ab Bekanntwerden des Austritts",
    last_working_moment: "Ab dem Zugriffsende",
    end_of_employment: "Ab dem Ende der Beschäftigung"
  },
  sampleSize: "Stichprobe",
  sampleSizeHelp: "Alle werden geprüft. Manche Prüfverfahren verlangen zusätzlich eine Stichprobe.",
  drawn: (count) => (count === 0 ? "Keine" : plural(count, { one: "# Person", other: "# Personen" })),
  all: "Alle Tests",
  ofPeriod: (period) => `Ausgeschiedene, ${period}`,
  open: "Bericht öffnen",
  underWay: "Läuft",
  underWayText: "Du kannst die Seite verlassen. Du bekommst eine E-Mail, wenn der Test fertig oder fehlgeschlagen ist.",
  steps: {
    population: "Alle Ausgeschiedenen werden ausgewertet",
    sample: "Die Stichprobe wird gezogen",
    writing: "Die Dateien werden geschrieben und signiert"
  },
  stepStates: { done: "erledigt", now: "läuft", later: "ausstehend" },
  waits: "Wartet auf einen freien Worker.",
  leaversDone: (done, total) => `${done} von ${plural(total, { one: "# Person", other: "# Personen" })}`,
  failedText: "Davon bleibt nichts erhalten. Starte einen neuen Test.",
  expiredText:
    "Das ZIP ist abgelaufen und wurde gelöscht. Die Zahlen bleiben. Für ein neues ZIP starte einen neuen Test.",
  withdrawnText:
    "Eine darin genannte Person wurde gelöscht, daher ist auch das ZIP gelöscht. Die Zahlen nennen niemanden und bleiben.",
  until: (when) => `Das ZIP lässt sich bis ${when} herunterladen. Die Zahlen bleiben.`,
  rate: "Ausnahmen",
  rateBeside: (exceptions, tested) => `${exceptions} von ${tested} geprüften`,
  rateText: (bound) =>
    `Geprüft wurden alle, deren erlaubte Stunden abgelaufen sind: Die Rate ist gezählt, nicht geschätzt. Für den Ablauf dahinter liegt sie mit 95 % Sicherheit unter ${bound}.`,
  noRate: "Für diesen Zeitraum gibt es noch kein Ergebnis und daher keine Rate.",
  results: {
    in_time: "Rechtzeitig",
    late: "Zu spät",
    open: "Offen",
    not_due: "Noch nicht fällig",
    no_access: "Ohne Zugriff",
    no_case: "Ohne Austritt"
  },
  leavers: "Personen",
  removals: "Entzüge",
  noAccess: (count) => plural(count, { one: "# hatte keinen Zugriff", other: "# hatten keinen Zugriff" }),
  curve: "Zugriffe im Zeitverlauf",
  curveText:
    "Verbliebene Zugriffe nach der Zeit seit Beginn der Frist. Offene Entzüge gelten als nicht entzogen. Die ersten Stunden sind breiter dargestellt.",
  curveNone: "In diesem Zeitraum gab es keine Zugriffe zu entziehen.",
  after: "Nach",
  hours: (hours) => `${hours} Std.`,
  days: (days) => `${days} T.`,
  allowed: (hours) => `${hours} Std. erlaubt`,
  exceptions: "Zu spät und offen",
  noExceptions: "Nichts ist zu spät oder offen",
  noExceptionsText: "Zu jeder ausgeschiedenen Person gibt es einen Austritt.",
  firstOf: (shown, all) => `Die ersten ${shown} von ${all}. Das ZIP enthält alle.`,
  leaver: "Person",
  app: "App",
  accepted: "Risiko akzeptiert",
  allowedHours: "Erlaubt",
  causes: {
    no_case: "Kein Austritt",
    residual: "Aktiv vorgefunden",
    told_late: "Spät bekannt",
    approval_waited: "Späte Freigabe",
    vendor_failed: "Fehler der App",
    not_connected: "Nicht verbunden",
    by_hand: "Manueller Entzug",
    not_started: "Nicht gestartet"
  },
  cause: "Ursache",
  breakdown: "Zahlen",
  breakdowns: { by_app: "Nach App", by_tier: "Nach Stufe", by_month: "Nach Monat", by_cause: "Nach Ursache" },
  total: "Gesamt",
  exceptionCount: "Ausnahmen",
  median: "Median",
  leaversLate: "Personen zu spät",
  leaversOpen: "Personen offen",
  evidence: "Nachweise",
  evidenceLevels: {
    read_back: {
      name: "Verifiziert",
      said: "Die App wurde danach gelesen und zeigte das Konto deaktiviert oder entfernt."
    },
    vendor_answer: { name: "Von der App gemeldet", said: "Die App hat den Entzug angenommen; nicht verifiziert." },
    confirmed_by_hand: { name: "Manuell bestätigt", said: "Von einem Mitglied bestätigt." },
    not_observed: { name: "Nicht belegt", said: "Kein Nachweis: gilt als nicht entzogen." }
  },
  share: "Anteil",
  afterwards: (accounts, leavers) =>
    `Nach dem Entzug wieder aktiv vorgefundene Konten: ${accounts}. Im Verzeichnis wieder aktiv gesetzte Personen: ${leavers}.`,
  leftPending: (pending, tested, share) => `Bei ${pending} von ${tested} geprüften ist etwas offen (${share})`,
  leftNotSeen: (count) =>
    plural(count, {
      one: "# Person zählt nicht zur Rate, weil nicht alles sichtbar war.",
      other: "# Personen zählen nicht zur Rate, weil nicht alles sichtbar war."
    }),
  leftThings: { found: "Gefunden" },
  leftUnseen: (app, kind, leavers) =>
    `${kind === null ? `${app}: nicht geprüft` : `${kind} bei ${app}: nicht sichtbar`} bei ${plural(leavers, { one: "# Person", other: "# Personen" })}`,
  completeness: "Vollständigkeit",
  complete: "Nach allen Quellen vollständig",
  incomplete: "Vollständigkeit nicht belegt",
  noHr: "Vollständigkeit nicht belegt: kein HR-System verbunden",
  missing: {
    leavers_without_case: "Ausgeschieden ohne Austritt",
    cases_without_record: "Austritte ohne Eintrag",
    accounts_off_without_case: "Inaktiv ohne Austritt",
    terminated_but_active: "Ausgeschieden, aber aktiv",
    deleted_cases: "Gelöschte Austritte",
    cancelled_cases: "Abgebrochene Austritte",
    deleted_records: "Gelöschte Verzeichniseinträge",
    leavers_without_day: "Ausgeschieden ohne letzten Tag",
    withdrawn_leavers: "Zurückgenommene Austritte"
  },
  whyIncomplete: "Warum die Vollständigkeit nicht belegt ist",
  incompleteReasons: {
    leavers_without_case: ({ count }) =>
      plural(count, {
        one: "Zu # ausgeschiedenen Person gibt es keinen Austritt.",
        other: "Zu # ausgeschiedenen Personen gibt es keinen Austritt."
      }),
    cases_without_record: ({ count }) =>
      plural(count, {
        one: "# Austritt nennt eine Person, die nicht im Verzeichnis steht.",
        other: "# Austritte nennen Personen, die nicht im Verzeichnis stehen."
      }),
    accounts_off_without_case: ({ count }) =>
      plural(count, {
        one: "# Eintrag im Verzeichnis wurde im Zeitraum ohne Austritt inaktiv gesetzt.",
        other: "# Einträge im Verzeichnis wurden im Zeitraum ohne Austritt inaktiv gesetzt."
      }),
    terminated_but_active: ({ count }) =>
      plural(count, {
        one: "# ausgeschiedene Person ist im Verzeichnis noch aktiv.",
        other: "# ausgeschiedene Personen sind im Verzeichnis noch aktiv."
      }),
    deleted_cases: ({ count }) =>
      plural(count, {
        one: "# gelöschter Austritt kann in den Zeitraum fallen.",
        other: "# gelöschte Austritte können in den Zeitraum fallen."
      }),
    deleted_records: ({ count }) =>
      plural(count, {
        one: "# Eintrag einer Person, die im Zeitraum ausgeschieden sein kann, wurde im Verzeichnis gelöscht.",
        other: "# Einträge von Personen, die im Zeitraum ausgeschieden sein können, wurden im Verzeichnis gelöscht."
      }),
    leavers_without_day: ({ count }) =>
      plural(count, {
        one: "# Person ist an einem Tag ausgeschieden, den keine Quelle nennt. Er kann im Zeitraum liegen.",
        other: "# Personen sind an einem Tag ausgeschieden, den keine Quelle nennt. Er kann im Zeitraum liegen."
      }),
    withdrawn_leavers: ({ count }) =>
      plural(count, {
        one: "Die Quelle hat # Ausscheiden im Zeitraum nach dem letzten Tag zurückgenommen, und es gibt dazu keinen Austritt.",
        other:
          "Die Quellen haben das Ausscheiden von # Personen im Zeitraum nach deren letztem Tag zurückgenommen, und es gibt dazu keine Austritte."
      }),
    log_starts_late: ({ at }) =>
      at === null
        ? "Das Audit-Log hat keine Einträge, daher sind Löschungen im Zeitraum nicht sichtbar."
        : `Das Audit-Log beginnt am ${at}, nach dem ersten Tag des Zeitraums. Frühere Einträge wurden entfernt, daher können Löschungen fehlen.`,
    leavings_expired: ({ at }) =>
      `Gemeldete Austritte werden ab dem ${at ?? "–"} aufbewahrt. Der Zeitraum beginnt früher.`,
    no_source_read: () => "Kein HR-System ist verbunden, und kein Verzeichnis wurde vollständig gelesen.",
    source_never_read: ({ source }) => `${source} wurde nie vollständig gelesen.`,
    source_not_read_since: ({ at, source }) =>
      `${source} wurde zuletzt am ${at ?? "–"} vollständig gelesen. Synchronisiere nach dem Ende des Zeitraums oder, solange er läuft, in den 48 Stunden vor dem Test.`,
    source_starts_late: ({ at, source }) =>
      `${source} wurde erstmals am ${at ?? "–"} gelesen, nach dem ersten Tag des Zeitraums. Wer damals schon ausgeschieden war, wird dort nicht gemeldet.`,
    source_left_out: ({ at, source }) => `${source} hat am ${at ?? "–"} mehr Austritte gemeldet, als aufbewahrt werden.`
  },
  source: (name, kind, at) =>
    at === null ? `${name} (${kind}): nie vollständig gelesen` : `${name} (${kind}): vollständig gelesen am ${at}`,
  sourceKinds: { hr_system: "HR-System", directory: "Verzeichnis" },
  sample: "Stichprobe",
  sampleText: (size, all) =>
    `${size} von ${all} gezogen. Niemand konnte sie auswählen: Die Ziehung folgt aus den Werten unten.`,
  noSample: "Keine Stichprobe angefordert. Die Werte unten stehen fest, damit sich später eine ziehen lässt.",
  populationHash: "Grundgesamtheit, SHA-256",
  fixedBy: "Festgehalten in",
  entry: (number) => `Eintrag ${number} im Audit-Log`,
  anchor: "Anker",
  anchoredAt: "Verankert",
  noWords: "keine angegeben",
  seed: "Startwert",
  offline: "Offline prüfen",
  offlineText: "Zur Prüfung reichen das ZIP und ein Computer: ohne Netz und ohne Vertrauen in diesen Dienst.",
  offlineHash: "Den SHA-256 des ZIP vergleichen:",
  offlinePage: "verify.html aus dem ZIP im Browser öffnen und das ZIP auswählen. Die Seite nennt jede geänderte Datei.",
  offlineCommand: "Oder verify.mjs neben das ZIP entpacken und mit dem Schlüssel ausführen:",
  offlineKey: "Den Schlüssel als signing-key.pem unter Audit-Log, Integrität herunterladen",
  offlineSample: "Die Stichprobe erneut ziehen und vergleichen:",
  offlineRecount:
    "Jede Zahl aus population.csv und removals.csv nach der veröffentlichten Regel nachrechnen. Den Fingerabdruck des Signaturschlüssels mit einem aus einem Vertrag oder Anruf vergleichen.",
  links: "Prüfer-Links",
  noLinks: "Noch keine Links. Ein Link zeigt nur diesen Test und lädt ihn herunter.",
  makeLink: "Link erstellen",
  makeLinkTitle: "Prüfer-Link erstellen",
  makeLinkText:
    "Wer den Link hat, kann diesen Test ohne Konto ansehen und herunterladen. Jeder Aufruf wird protokolliert.",
  linkFor: "Für wen",
  linkForHelp: "Zum Beispiel Firma und Jahr. Steht auf der Seite.",
  expires: "Gültig für",
  inDays: (count) => plural(count, { one: "# Tag", other: "# Tage" }),
  linkMade: (label) => `Link für ${label}`,
  linkOnce: "Dieser Link wird nur einmal angezeigt. Kopiere ihn jetzt, oder widerrufe ihn und erstelle einen neuen.",
  linkUntil: (when) => `Gültig bis ${when}, wenn er nicht vorher widerrufen wird.`,
  close: "Fertig",
  works: "Aktiv",
  over: "Abgelaufen",
  revoked: "Widerrufen",
  linkBy: (name, until) => `von ${name}, bis ${until}`,
  neverViewed: "Noch nicht geöffnet",
  viewed: (views, last) => `${plural(views, { one: "Einmal geöffnet", other: "#-mal geöffnet" })}, ${last}`,
  revoke: "Link widerrufen",
  revokeTitle: (label) => `Den Link für ${label} widerrufen?`,
  revokeText: "Die Seite ist sofort nicht mehr erreichbar. Der Test und die protokollierten Aufrufe bleiben.",
  linkRevoked: "Link widerrufen"
}
