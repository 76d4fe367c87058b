import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const leaverTest: typeof en.leaverTest = {
  title: "Leaver-Test",
  about:
    "Alle Ausgeschiedenen eines Zeitraums geprüft statt einer Stichprobe: was sie hatten, wann es endete, wie belegt.",
  request: "Neuer Test",
  requestText: "Entsteht im Hintergrund als ein signiertes ZIP; du bekommst eine Mail, wenn es fertig ist.",
  start: "Test starten",
  from: "Letzte Arbeitstage ab",
  to: "Bis",
  preset: "Erlaubte Stunden",
  presetHelp: "Wie der Standard gewöhnlich gelesen wird: Identität, Mail und Code zuerst.",
  presets: { soc2: "SOC 2", nerc_cip_004: "NERC CIP-004", pci_dss: "PCI DSS", own: "Eigene Stunden" },
  auditorsWords: "Worte eures Prüfers",
  auditorsWordsHelp: "Aus ihnen folgt die Stichprobe, so dass niemand sie aussuchen kann.",
  none: "Noch keine Tests",
  noneText: "Fordere einen an und gib ihn eurem Prüfer: jede Zahl lässt sich nachzählen.",
  period: "Zeitraum",
  asked: (preset, by) => `${preset}, angefordert von ${by}`,
  state: "Zustand",
  states: {
    queued: "Wartet",
    running: "Entsteht",
    ready: "Fertig",
    failed: "Gescheitert",
    expired: "Abgelaufen",
    withdrawn: "Zurückgezogen"
  },
  progress: (done, total) => `${done} von ${total}`,
  requested: "Gestartet",
  download: "Herunterladen",
  clock: "Die Uhr",
  clocks: {
    notice: "Stunden zählen, seit das Ausscheiden bekannt war",
    last_working_moment: "Stunden zählen ab dem letzten Arbeitsmoment",
    end_of_employment: "Stunden zählen ab dem Ende der Anstellung"
  },
  sampleSize: "Stichprobe",
  sampleSizeHelp: "Geprüft werden alle; eine Stichprobe gibt es dazu, für Prüfer, deren Verfahren eine verlangt.",
  drawn: (count) => (count === 0 ? "Keine" : plural(count, { one: "# Person", other: "# Personen" })),
  all: "Leaver-Tests",
  ofPeriod: (period) => `Ausgeschiedene ${period}`,
  open: "Als Seite öffnen",
  underWay: "Entsteht",
  underWayText:
    "Du kannst die Seite verlassen: der Test läuft weiter, und du bekommst eine Mail, wenn er fertig oder gescheitert ist.",
  steps: {
    population: "Alle werden beurteilt",
    sample: "Die Stichprobe wird gezogen",
    writing: "Die Dateien werden geschrieben und signiert"
  },
  stepStates: { done: "erledigt", now: "jetzt", later: "kommt noch" },
  waits: "Wartet auf einen Worker.",
  leaversDone: (done, total) => `${done} von ${plural(total, { one: "# Person", other: "# Personen" })}`,
  failedText: "Davon bleibt nichts. Fordere einen neuen an.",
  expiredText: "Das ZIP ist abgelaufen und gelöscht. Die Zahlen bleiben; für ein neues fordere einen neuen Test an.",
  withdrawnText:
    "Jemand, den es nannte, wurde gelöscht, also ist auch das ZIP gelöscht. Die Zahlen, die niemanden nennen, bleiben.",
  until: (when) => `Das ZIP lässt sich bis ${when} herunterladen; die Zahlen bleiben.`,
  rate: "Ausnahmen",
  rateBeside: (exceptions, tested) => `${exceptions} von ${tested} geprüften`,
  rateText: (bound) =>
    `Geprüft wurden alle, deren Stunden um waren: die Rate ist gezählt, nicht geschätzt. Als Test des Ablaufs dahinter liegt sie mit 95 % Sicherheit unter ${bound}.`,
  noRate: "Noch niemand aus diesem Zeitraum hat ein Ergebnis, also gibt es keine Rate.",
  results: {
    in_time: "Rechtzeitig",
    late: "Zu spät",
    open: "Offen",
    not_due: "Noch nicht fällig",
    no_access: "Ohne Zugang",
    no_case: "Ohne Fall"
  },
  leavers: "Personen",
  removals: "Entfernungen",
  noAccess: (count) => plural(count, { one: "# hatte keinen Zugang", other: "# hatten keinen Zugang" }),
  curve: "Wie schnell Zugänge endeten",
  curveText:
    "Wer noch Zugang hat, nach der Zeit seit dem Start der Uhr. Was offen ist, gilt als nicht entfernt. Die ersten Stunden haben mehr Platz.",
  curveNone: "Niemand aus diesem Zeitraum hatte Zugang, der zu entfernen war.",
  after: "Nach",
  hours: (hours) => `${hours} Std.`,
  days: (days) => `${days} T.`,
  allowed: (hours) => `${hours} Std. erlaubt`,
  exceptions: "Zu spät und offen",
  noExceptions: "Nichts ist zu spät oder offen",
  noExceptionsText: "Und niemand ist ohne Fall.",
  firstOf: (shown, all) => `Die ersten ${shown} von ${all}; der Rest steht im ZIP.`,
  leaver: "Person",
  app: "App",
  accepted: "Akzeptiert",
  allowedHours: "Erlaubt",
  causes: {
    no_case: "Kein Fall",
    residual: "Aktiv gesehen",
    told_late: "Spät bekannt",
    approval_waited: "Freigabe stand aus",
    vendor_failed: "Die App scheiterte",
    not_connected: "Nicht verbunden",
    by_hand: "Von Hand",
    not_started: "Nicht begonnen"
  },
  cause: "Ursache",
  breakdown: "Zahlen",
  breakdowns: { by_app: "Nach App", by_tier: "Nach Stufe", by_month: "Nach Monat", by_cause: "Nach Ursache" },
  total: "Gesamt",
  exceptionCount: "Ausnahmen",
  median: "Median",
  leaversLate: "Personen zu spät",
  leaversOpen: "Personen offen",
  evidence: "Belege",
  evidenceLevels: {
    read_back: { name: "Zurückgelesen", said: "Die App wurde danach gefragt, und das Konto war weg." },
    vendor_answer: { name: "Antwort der App", said: "Die App sagte es; als entfernt nachgelesen wurde es nicht." },
    confirmed_by_hand: { name: "Von Hand bestätigt", said: "Ein Mitglied sagt es." },
    not_observed: { name: "Nie beobachtet", said: "Niemand und nichts hat es gesehen: nicht entfernt." }
  },
  share: "Anteil",
  afterwards: (accounts, leavers) =>
    `Nach der Entfernung wieder aktiv gefunden: ${accounts}. Im Verzeichnis wieder aktiv gesetzt: ${leavers}.`,
  leftPending: (pending, tested, share) => `Bei ${pending} von ${tested} geprüften ist etwas offen (${share})`,
  leftNotSeen: (count) =>
    plural(count, {
      one: "Bei # Person war nicht alles zu sehen: kein Teil der Rate.",
      other: "Bei # Personen war nicht alles zu sehen: kein Teil der Rate."
    }),
  leftThings: { found: "Gefunden" },
  leftUnseen: (app, kind, leavers) =>
    `${kind ?? "Alles"} bei ${app}: nicht gesehen bei ${plural(leavers, { one: "# Person", other: "# Personen" })}`,
  completeness: "Fehlt jemand?",
  complete: "Vollständig nach jeder Quelle",
  incomplete: "Vollständigkeit nicht gezeigt",
  noHr: "Kein HR-System ist verbunden, also lässt es sich nicht zeigen",
  missing: {
    leavers_without_case: "Ausgeschieden ohne Fall",
    cases_without_record: "Fälle ohne Eintrag",
    accounts_off_without_case: "Konten aus ohne Fall",
    terminated_but_active: "Ausgeschieden, aber aktiv",
    deleted_cases: "Gelöschte Fälle",
    cancelled_cases: "Abgebrochene Fälle",
    deleted_records: "Gelöschte Einträge im Verzeichnis",
    leavers_without_day: "Ausgeschieden ohne letzten Tag",
    withdrawn_leavers: "Zurückgenommene Austritte"
  },
  whyIncomplete: "Warum die Vollständigkeit nicht gezeigt ist",
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
        one: "# Austritt, der in den Zeitraum fallen kann, wurde gelöscht.",
        other: "# Austritte, die in den Zeitraum fallen können, wurden gelöscht."
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
        ? "Das Audit-Log hat keine Einträge, daher sind Löschungen im Zeitraum nicht zu sehen."
        : `Das Audit-Log beginnt am ${at}, nach dem ersten Tag des Zeitraums. Frühere Einträge wurden entfernt, daher können Löschungen fehlen.`,
    leavings_expired: ({ at }) =>
      `Gemeldete Austritte werden ab dem ${at ?? "–"} aufbewahrt. Der Zeitraum beginnt früher.`,
    no_source_read: () => "Kein HR-System ist verbunden, und kein Verzeichnis wurde ganz gelesen.",
    source_never_read: ({ source }) => `${source} wurde nie ganz gelesen.`,
    source_not_read_since: ({ at, source }) =>
      `${source} wurde zuletzt am ${at ?? "–"} ganz gelesen. Lies es nach dem Ende des Zeitraums neu ein, oder in den 48 Stunden vor dem Test, solange der Zeitraum läuft.`,
    source_starts_late: ({ at, source }) =>
      `${source} wurde erstmals am ${at ?? "–"} gelesen, nach dem ersten Tag des Zeitraums. Wer damals schon ausgeschieden war, wird dort nicht gemeldet.`,
    source_left_out: ({ at, source }) => `${source} hat am ${at ?? "–"} mehr Austritte gemeldet, als aufbewahrt werden.`
  },
  source: (name, kind, at) =>
    at === null ? `${name} (${kind}): nie ganz gelesen` : `${name} (${kind}): ganz gelesen am ${at}`,
  sourceKinds: { hr_system: "HR-System", directory: "Verzeichnis" },
  sample: "Die Stichprobe",
  sampleText: (size, all) =>
    `${size} von ${all} wurden gezogen. Niemand konnte sie aussuchen: die Ziehung folgt aus dem, was hier steht.`,
  noSample: "Keine wurde verlangt. Was hier steht, ist dennoch festgelegt, so dass später eine gezogen werden kann.",
  populationHash: "Alle, SHA-256",
  fixedBy: "Festgelegt durch",
  entry: (number) => `Eintrag ${number} im Protokoll`,
  anchor: "Anker",
  anchoredAt: "Verankert",
  noWords: "keine gegeben",
  seed: "Startwert",
  offline: "Was ein Prüfer allein tun kann",
  offlineText: "Mit dem ZIP, auf eigenem Rechner und ohne Netz. Nichts muss geglaubt werden.",
  offlineHash: "Den SHA-256 des ZIP vergleichen:",
  offlinePage: "verify.html aus dem ZIP im Browser öffnen und ihm das ZIP geben: es nennt jede geänderte Datei.",
  offlineCommand: "Oder verify.mjs neben das ZIP entpacken und dasselbe als Befehl, mit dem Schlüssel:",
  offlineKey: "Der Schlüssel steht unter Protokoll, Unversehrtheit: als signing-key.pem herunterladen",
  offlineSample: "Die Stichprobe noch einmal ziehen und vergleichen:",
  offlineRecount:
    "Jede Zahl aus population.csv und removals.csv nachzählen, nach der veröffentlichten Regel. Den Fingerabdruck des Schlüssels, der signiert hat, mit einem aus Vertrag oder Anruf vergleichen.",
  links: "Links für Prüfer",
  noLinks: "Noch liest niemand ihn ohne Konto. Ein Link zeigt diesen einen Test, lädt ihn herunter und sonst nichts.",
  makeLink: "Link erstellen",
  makeLinkTitle: "Ein Link für einen Prüfer",
  makeLinkText: "Wer ihn hat, liest und lädt diesen einen Test, ohne Konto. Jeder Aufruf steht im Protokoll.",
  linkFor: "Für wen",
  linkForHelp: "Etwa die Firma und das Jahr. Es steht auf der Seite.",
  expires: "Gilt",
  inDays: (count) => plural(count, { one: "# Tag", other: "# Tage" }),
  linkMade: (label) => `Der Link für ${label}`,
  linkOnce: "Er wird nur dieses eine Mal gezeigt. Gib ihn jetzt weiter, oder widerrufe ihn und erstelle einen neuen.",
  linkUntil: (when) => `Er gilt bis ${when}, wenn er nicht vorher widerrufen wird.`,
  close: "Fertig",
  works: "Gilt",
  over: "Abgelaufen",
  revoked: "Widerrufen",
  linkBy: (name, until) => `von ${name}, bis ${until}`,
  neverViewed: "Noch nicht geöffnet",
  viewed: (views, last) => `${plural(views, { one: "Einmal geöffnet", other: "#-mal geöffnet" })}, ${last}`,
  revoke: "Widerrufen",
  revokeTitle: (label) => `Den Link für ${label} widerrufen?`,
  revokeText: "Die Seite zeigt sofort nichts mehr. Der Test bleibt, und auch, was das Log von jedem Aufruf weiß.",
  linkRevoked: "Der Link gilt nicht mehr"
}
