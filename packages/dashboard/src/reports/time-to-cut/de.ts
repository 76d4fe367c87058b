import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const timeToCut: typeof en.timeToCut = {
  title: "Zeit bis zum Entzug",
  about: "Wie lange Zugriff nach seinem vorgesehenen Ende noch aktiv war und warum.",
  period: "Letzter Tag in",
  periods: { month: "Letzte 30 Tage", quarter: "Letzte 90 Tage", year: "Letzte 12 Monate" },
  evidence: "Zählt als entzogen",
  counted: { read_back: "Nur verifiziert", any: "Jeder Beleg" },
  evidences: { read_back: "Verifiziert", any: "Nach jedem Beleg" },
  median: "Median",
  medianText: "die Hälfte der Austritte",
  p90: "p90",
  p90Text: "9 von 10 Austritten",
  p99: "p99",
  p99Text: "99 von 100 Austritten",
  within1: "Innerhalb 1 Stunde",
  within24: "Innerhalb 24 Stunden",
  of: (cut, all) => `${cut.toLocaleString("de")} von ${plural(all, { one: "# Austritt", other: "# Austritten" })}`,
  open: "Nicht entzogen",
  cutBeside: (cut, before) =>
    `${cut.toLocaleString("de")} entzogen, ${before.toLocaleString("de")} vor dem Zugriffsende`,
  tooFew: "Zu wenige",
  notYet: "Noch nicht",
  atOnce: "Sofort",
  span: {
    minutes: (count) => `${count} min`,
    hours: (count) => `${count.toLocaleString("de")} h`,
    days: (count) => `${count.toLocaleString("de")} T`
  },
  curve: "Noch nicht entzogener Zugriff",
  curveText: (cases) =>
    `${plural(cases, { one: "# Austritt", other: "# Austritte" })} nach dem Zugriffsende: der noch nicht entzogene Anteil, nach der Zeit seit dem Zugriffsende. Die Lücke zwischen den Linien ist nicht verifizierter Entzug.`,
  curveFew: (cases) =>
    `In diesem Zeitraum endete der Zugriff nur in ${plural(cases, { one: "# Austritt", other: "# Austritten" })}: zu wenige für eine Kurve und Perzentile.`,
  after: "Nach",
  lateLine: "zu spät",
  notCounted: (notEnded, withoutApps) =>
    `Nicht gezählt: ${plural(notEnded, { one: "# Austritt vor dem Zugriffsende", other: "# Austritte vor dem Zugriffsende" })}, ${plural(withoutApps, { one: "# ohne Apps", other: "# ohne Apps" })}.`,
  outcomes: "Ergebnisse der Apps",
  outcome: "Ergebnis",
  apps: "Apps",
  kinds: {
    read_back: "Entzogen, verifiziert",
    acknowledged: "Entzogen, von der App gemeldet",
    confirmed_by_hand: "Manuell bestätigt",
    manual_required: "Wartet auf manuelles Entfernen",
    failed: "Fehlgeschlagen",
    skipped: "Kein Konto gefunden",
    not_started: "Nicht gestartet"
  },
  why: "Ursachen für späten Entzug",
  stillOpen: "Nicht entzogen",
  wasLate: "Spät entzogen",
  late: (count) =>
    plural(count, { one: "# Austritt mehr als einen Tag zu spät", other: "# Austritte mehr als einen Tag zu spät" }),
  lateNone: "Kein Entzug war mehr als einen Tag zu spät",
  person: "Person",
  cause: "Ursache",
  causes: {
    came_back: "Noch aktiv",
    told_late: "Zu spät gemeldet",
    failed: "Fehlgeschlagen",
    not_connected: "Nicht verbunden",
    by_hand: "Wartete auf manuelles Entfernen",
    unknown_there: "Kein Konto gefunden",
    not_started: "Nicht gestartet",
    acknowledged: "Nur von der App gemeldet",
    confirmed_by_hand: "Manuell bestätigt",
    slow: "Langsame Antwort"
  },
  ended: "Zugriff endete",
  took: "Dauer",
  soFar: (span) => `bisher ${span}`,
  none: "In diesem Zeitraum endete kein Zugriff",
  noneText: "Wähle einen längeren Zeitraum, oder warte, bis jemand mit Apps ausgeschieden ist."
}
