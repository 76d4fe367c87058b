import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const timeToCut: typeof en.timeToCut = {
  title: "Zeit bis zum Entzug",
  about: "Wie lange jemand nach dem Ende des letzten Tages noch hineinkam, und warum.",
  period: "Letzte Tage",
  periods: { month: "Letzte 30 Tage", quarter: "Letzte 90 Tage", year: "Letzte 12 Monate" },
  evidence: "Was als entzogen zählt",
  counted: { read_back: "Was nachgelesen wurde", any: "Jeder Beleg" },
  evidences: { read_back: "Nachgelesen", any: "Nach jedem Beleg" },
  median: "Median",
  medianText: "die Hälfte der Fälle",
  p90: "p90",
  p90Text: "neun von zehn Fällen",
  p99: "p99",
  p99Text: "99 von 100 Fällen",
  within1: "Binnen einer Stunde",
  within24: "Binnen eines Tages",
  of: (cut, all) => `${cut.toLocaleString("de")} von ${plural(all, { one: "# Fall", other: "# Fällen" })}`,
  open: "Nicht entzogen",
  cutBeside: (cut, before) => `${cut.toLocaleString("de")} entzogen, ${before.toLocaleString("de")} vor dem Ende`,
  tooFew: "Zu wenige",
  notYet: "Noch nicht",
  atOnce: "Sofort",
  span: {
    minutes: (count) => `${count} min`,
    hours: (count) => `${count.toLocaleString("de")} h`,
    days: (count) => `${count.toLocaleString("de")} T`
  },
  curve: "Zugriff, der noch besteht",
  curveText: (cases) =>
    `Von ${plural(cases, { one: "# Fall", other: "# Fällen" })}, deren Zugriff geendet hat, der Anteil, dem er noch nicht entzogen ist, nach der Zeit seit dem Ende. Zwischen den Linien liegt Zugriff, den niemand geprüft hat.`,
  curveFew: (cases) =>
    `In diesen Tagen endete nur ${plural(cases, { one: "# Fall", other: "der Zugriff von # Fällen" })}: zu wenige für eine Kurve und für Perzentile.`,
  after: "Nach",
  lateLine: "zu spät",
  notCounted: (notEnded, withoutApps) =>
    `Nicht gezählt: ${plural(notEnded, { one: "# Fall, der noch endet", other: "# Fälle, die noch enden" })}, ${plural(withoutApps, { one: "# ohne App", other: "# ohne App" })}.`,
  outcomes: "Was aus den Apps wurde",
  outcome: "Ausgang",
  apps: "Apps",
  kinds: {
    read_back: "Entzogen, nachgelesen",
    acknowledged: "Entzogen, sagt die App",
    confirmed_by_hand: "Von Hand entfernt",
    manual_required: "Wartet auf jemanden",
    failed: "Fehlgeschlagen",
    skipped: "Dort nicht bekannt",
    not_started: "Nicht begonnen"
  },
  why: "Warum Fälle zu spät sind",
  stillOpen: "Nicht entzogen",
  wasLate: "Spät entzogen",
  late: (count) =>
    plural(count, { one: "# Fall mehr als einen Tag zu spät", other: "# Fälle mehr als einen Tag zu spät" }),
  lateNone: "Niemand kam einen Tag später noch hinein",
  person: "Person",
  cause: "Grund",
  causes: {
    came_back: "Aktiv gesehen",
    told_late: "Zu spät erfahren",
    failed: "Fehlgeschlagen",
    not_connected: "Nicht angebunden",
    by_hand: "Wartete auf jemanden",
    unknown_there: "Dort nicht bekannt",
    not_started: "Nicht begonnen",
    acknowledged: "Nur die App sagt es",
    confirmed_by_hand: "Jemand sagt es",
    slow: "Dauerte"
  },
  ended: "Zugriff endete",
  took: "Dauerte",
  soFar: (span) => `bisher ${span}`,
  none: "In diesen Tagen endete niemandes Zugriff",
  noneText: "Wähle mehr Tage, oder komm wieder, wenn jemand mit Apps gegangen ist."
}
